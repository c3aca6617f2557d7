# Two commands are enough: `make run` and `make test`. Both install what is missing.
.DEFAULT_GOAL := help
# Only a MAIL given to make counts: login shells set one of their own in the environment.
mailbox := $(if $(filter command,$(firstword $(origin MAIL))),"$$MAIL")
.PHONY: help run gallery film test test-all test-newer-gtk plant soak bench compare fuzz lint format docs release-check pot install

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 21

run: ## build the app and open it on the sample mail, or on MAIL=path
	@.scripts/install-dependencies run
	@.scripts/run-app $(mailbox)

gallery: ## build the showroom of the row and open it, at PAGE=name
	@.scripts/install-dependencies run
	@.scripts/run-gallery $(PAGE)

film: ## film the showroom for the top of README.md, light and dark
	@.scripts/install-dependencies run test
	@.scripts/film

test: ## run the tests, but for the longer ones
	@.scripts/install-dependencies run test
	@.scripts/test

test-all: test ## run every test, the style check and an installation (what CI runs)
	@.scripts/test-more

test-newer-gtk: ## run every test in a Debian 13 of its own, on GTK 4.18 (needs root)
	@.scripts/install-dependencies run test
	@.scripts/test-newer-gtk

plant: ## see that each mended fault of Tests/Faults, or of FAULT=name, is found again
	@.scripts/install-dependencies run test
	@.scripts/plant $(FAULT)

soak: ## run what is too long for every day, whole, for hours
	@.scripts/install-dependencies run test
	@.scripts/soak

bench: ## measure the speed
	@.scripts/install-dependencies run test
	@.scripts/bench

compare: ## try the row and three others with fingers, mouse, touchpad and keys, for BesideOthers.md (needs root)
	@.scripts/install-dependencies run test
	@.scripts/compare

fuzz: ## try broken mail on what reads it, for SECONDS=600 a part
	@.scripts/install-dependencies run
	@.scripts/fuzz $(or $(SECONDS),600)

lint: ## check the style of the Swift files
	@.scripts/lint

format: ## bring the Swift files in style
	@.scripts/swift format --in-place --parallel --recursive Package.swift Sources Tests

docs: ## render the documentation of the libraries to .build/docs
	@.scripts/install-dependencies run test
	@.scripts/docs

release-check: ## compare what is public with the last release; WRITE=yes makes it this one's
	@.scripts/install-dependencies run test
	@.scripts/release-check $(if $(WRITE),--write)

pot: ## gather the texts for translators in Resources/po/dunnock.pot
	@.scripts/update-pot

install: ## build for this machine and install with meson (PREFIX=/usr/local)
	@.scripts/install-dependencies run test
	@[ -d .build/release-meson ] || meson setup .build/release-meson --prefix="$(or $(PREFIX),/usr/local)"
	@meson install -C .build/release-meson
