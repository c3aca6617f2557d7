"""What a release may do to the programs that use the libraries, and what must be told of it."""

import importlib.machinery
import importlib.util
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("release_check", str(ROOT / ".scripts/release-check"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(check)

OLD = [
    "Row.Edge.start: case start",
    "Row.Edge: enum Edge: Hashable",
    "Row.init(_:): init(_ front: Widget)",
    "Row.open(_:): func open(_ edge: Row.Edge)",
    "Row: final class Row",
    "Showing.widget: required var widget: Widget { get }",
    "Showing: protocol Showing",
]


def changelog(told="", version="0.2.0", before="\n## 0.1.0 - 2030-01-01\n\n### SwipeRows\n\n#### Changed\n\n- `open`.\n"):
    return f"# Changelog\n\n## Unreleased ({version})\n\n### Panning\n\n#### Removed\n\n- `open`.\n\n### SwipeRows\n\n{told}\n{before}"


def wrong(new, text, old=OLD, of="0.1.0"):
    lists = {"SwipeRows": [f"# What is public in SwipeRows {of}", *old]}
    return "\n".join(check.judge(text, lists, {"SwipeRows": sorted(new)})[1])


def without(*starts):
    return [line for line in OLD if not line.startswith(starts)]


class ReleaseCheckTests(unittest.TestCase):
    def test_what_comes_needs_no_word(self):
        self.assertEqual(wrong(OLD + ["Row.close(): func close()"], changelog()), "")

    def test_what_goes_is_told_under_its_product_in_the_newest_section(self):
        gone = without("Row.open")
        self.assertIn("Row.open(_:)", wrong(gone, changelog()))
        self.assertIn("Row.open(_:)", wrong(gone, changelog("#### Added\n\n- `open` is gone.\n")))
        self.assertIn("Row.open(_:)", wrong(gone, changelog("#### Removed\n\n- open is gone.\n")))
        self.assertEqual(wrong(gone, changelog("#### Removed\n\n- `row.open(.start)` is gone.\n")), "")

    def test_what_changes_is_told(self):
        changed = without("Row.open") + ["Row.open(_:): func open(_ edge: Row.Edge) -> Bool"]
        self.assertIn("Row.open(_:)", wrong(changed, changelog()))
        self.assertEqual(wrong(changed, changelog("#### Changed\n\n- `open` answers.\n")), "")

    def test_a_conformance_that_goes_is_a_change(self):
        changed = without("Row.Edge:") + ["Row.Edge: enum Edge"]
        self.assertIn("Row.Edge", wrong(changed, changelog()))

    def test_a_type_is_told_with_its_members_and_its_initialisers_by_its_name(self):
        told = changelog("#### Removed\n\n- `Row` is gone.\n")
        self.assertEqual(wrong(without("Row"), told), "")
        self.assertEqual(wrong(without("Row.init"), told), "")

    def test_an_overload_that_goes_is_a_change_of_the_other(self):
        both = OLD + ["Row.open(_:): func open(_ edge: Int)"]
        self.assertIn("Row.open(_:)", wrong(OLD, changelog(), old=both))

    def test_a_case_or_a_requirement_more_breaks_programs(self):
        for line, name in (
            ("Row.Edge.end: case end", "end"),
            ("Showing.moved(): required func moved()", "moved"),
        ):
            self.assertIn(line.partition(": ")[0], wrong(OLD + [line], changelog()))
            self.assertEqual(wrong(OLD + [line], changelog(f"#### Changed\n\n- `{name}` is new.\n")), "")
        self.assertEqual(wrong(OLD + ["Showing.moved(): func moved()"], changelog()), "")
        new_type = ["Row.Side.top: case top", "Row.Side: enum Side"]
        self.assertEqual(wrong(OLD + new_type, changelog()), "")

    def test_the_version_says_what_it_means(self):
        told, more = "#### Removed\n\n- `open`.\n", OLD + ["Row.close(): func close()"]
        stable = "\n## 1.4.0 - 2031-01-01\n"
        for new, version, before, right in (
            (without("Row.open"), "0.1.1", None, "0.2.0"),
            (more, "0.1.1", None, None),
            (without("Row.open"), "1.5.0", stable, "2.0.0"),
            (without("Row.open"), "2.0.0", stable, None),
            (more, "1.4.1", stable, "1.5.0"),
            (more, "1.5.0", stable, None),
        ):
            text = changelog(told, version) if before is None else changelog(told, version, before)
            said = wrong(new, text)
            self.assertEqual(right is None, said == "", said)
            self.assertIn(right or "", said)

    def test_before_the_first_release_any_version_will_do(self):
        self.assertEqual(wrong(without("Row.open"), changelog("#### Removed\n\n- `open`.\n", "0.1.0", "")), "")

    def test_after_a_release_a_section_is_begun(self):
        text = "# Changelog\n\n## 0.2.0 - 2030-02-01\n\n### SwipeRows\n\n#### Removed\n\n- `open`.\n"
        self.assertIn("Unreleased", wrong(without("Row.open"), text, of="0.2.0"))
        self.assertEqual(wrong(without("Row.open"), text, of="0.1.0"), "")
        self.assertEqual(wrong(without("Row.open"), text, of="0.2.0, in work"), "")

    def test_a_section_has_a_version(self):
        with self.assertRaises(SystemExit):
            check.sections("## Unreleased\n")

    def test_a_default_makes_a_requirement_one_that_need_not_be_met(self):
        def symbol(identifier, *parts, text):
            return {
                "identifier": {"precise": identifier},
                "kind": {"identifier": "swift.method"},
                "pathComponents": parts,
                "declarationFragments": [{"spelling": text}],
            }

        asked = symbol("a", "Showing", "moved()", text="func moved()")
        given = symbol("b", "Showing", "moved()", text="func moved()")
        links = [
            {"kind": "requirementOf", "source": "a", "target": "p"},
            {"kind": "defaultImplementationOf", "source": "b", "target": "a"},
        ]
        without_default = [{"symbols": [asked], "relationships": links[:1]}]
        with_default = [{"symbols": [asked, given], "relationships": links}]
        self.assertEqual(check.symbols(without_default), ["Showing.moved(): required func moved()"])
        self.assertEqual(check.symbols(with_default), ["Showing.moved(): func moved()"])


if __name__ == "__main__":
    unittest.main()
