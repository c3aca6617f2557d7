"""Installing system packages: only what is missing, and never without a word.

Each test gives the script a PATH of its own, with a package manager that writes down
what it was asked.
"""

import os
import pty
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".scripts/install-dependencies"
NEEDED = ("bash", "env", "awk", "cat", "sort", "comm", "tr", "xargs", "true", "sh")


class InstallDependenciesTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="dunnock-setup."))
        self.addCleanup(shutil.rmtree, self.folder)
        self.tools = self.folder / "bin"
        self.tools.mkdir()
        self.log = self.folder / "log"
        self.log.touch()
        for name in NEEDED:
            (self.tools / name).symlink_to(shutil.which(name, path="/usr/bin:/bin"))
        self.tool("pkg-config", "exit 0")
        self.tool("id", "echo 0")

    def tool(self, name: str, script: str):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def apt(self, lacking: str = ""):
        self.tool("apt-get", f'echo "apt-get $*" >>"{self.log}"')
        self.tool(
            "dpkg-query",
            f"""for name in "$@"; do case $name in -*) ;; {lacking or "''"}) ;;
            *) echo "$name ii " ;; esac; done""",
        )

    def run_script(self, *groups: str, answer: bytes | None = None, **changes: str):
        environment = {"PATH": str(self.tools), "LC_ALL": "C", **changes}
        command = [self.tools / "bash", SCRIPT, *groups]
        if answer is None:
            return subprocess.run(
                command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
        person, terminal = pty.openpty()
        os.write(person, answer)
        done = subprocess.run(
            command, env=environment, stdin=terminal, capture_output=True, text=True
        )
        os.close(person)
        os.close(terminal)
        return done

    def assert_asked(self, *lines: str):
        self.assertEqual(self.log.read_text().splitlines(), list(lines))

    INSTALL = "apt-get install --yes --no-install-recommends "

    def test_nothing_missing_asks_apt_nothing_and_is_silent(self):
        self.apt()
        done = self.run_script("run", "test")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assert_asked()

    def test_root_installs_only_what_is_missing(self):
        self.apt(lacking="libgtk-4-dev|gettext|xvfb")
        done = self.run_script("run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 more package(s) of this system: gettext libgtk-4-dev", done.stderr)
        self.assert_asked(
            "apt-get update --quiet=2", self.INSTALL + "gettext libgtk-4-dev --quiet"
        )

    def test_group_test_adds_its_own(self):
        self.apt(lacking="xvfb|meson")
        self.assertEqual(self.run_script("run", "test").returncode, 0)
        self.assert_asked("apt-get update --quiet=2", self.INSTALL + "meson xvfb --quiet")

    def test_not_root_without_a_terminal_says_what_to_run(self):
        self.apt(lacking="gettext")
        self.tool("id", "echo 1000")
        self.tool("sudo", f'echo "sudo $*" >>"{self.log}"')
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sudo " + self.INSTALL + "gettext", done.stderr)
        self.assert_asked()

    def test_not_root_is_asked_before_sudo(self):
        self.apt(lacking="gettext")
        self.tool("id", "echo 1000")
        self.tool("sudo", 'exec "$@"')
        refused = self.run_script("run", answer=b"\n")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("Nothing was installed", refused.stderr)
        self.assert_asked()
        accepted = self.run_script("run", answer=b"y\n")
        self.assertEqual(accepted.returncode, 0, accepted.stderr)
        self.assert_asked("apt-get update --quiet=2", self.INSTALL + "gettext --quiet")

    def test_not_root_without_sudo(self):
        self.apt(lacking="gettext")
        self.tool("id", "echo 1000")
        done = self.run_script("run", answer=b"y\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("As root, run this", done.stderr)
        self.assert_asked()

    def test_failing_apt_fails(self):
        self.apt(lacking="gettext")
        self.tool("apt-get", "exit 100")
        self.assertNotEqual(self.run_script("run").returncode, 0)

    def test_dnf_is_named_not_run(self):
        self.tool("dnf", f'echo dnf >>"{self.log}"')
        self.tool("rpm", 'for last; do :; done; [ "$last" != gtk4-devel ]')
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sudo dnf install gtk4-devel\n", done.stderr)
        self.assert_asked()
        self.tool("rpm", "exit 0")
        self.assertEqual(self.run_script("run", "test").returncode, 0)

    def test_pacman_is_named_not_run(self):
        self.tool("pacman", "echo gtk4; exit 127")
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sudo pacman -S --needed gtk4\n", done.stderr)

    def test_unknown_manager_names_the_packages(self):
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        for words in ("gtk4-devel", "libadwaita ", "DUNNOCK_SKIP_DEPENDENCIES=yes"):
            self.assertIn(words, done.stderr)
        skipped = self.run_script("run", DUNNOCK_SKIP_DEPENDENCIES="yes")
        self.assertEqual((skipped.returncode, skipped.stderr), (0, ""))

    def test_gtk_that_is_too_old_is_named(self):
        self.apt()
        self.tool("pkg-config", "case $1 in --modversion) echo 4.6.9 ;; *) exit 1 ;; esac")
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("GTK is 4.6.9 here; Dunnock needs 4.8", done.stderr)

    def test_wrong_groups(self):
        self.apt()
        for groups in ((), ("everything",)):
            self.assertEqual(self.run_script(*groups).returncode, 2)


if __name__ == "__main__":
    unittest.main()
