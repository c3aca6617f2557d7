"""The runner of the suites: which runs when, what runs once more, and what fails a run."""

import contextlib
import importlib.machinery
import importlib.util
import io
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Passes from the run on that its number says.
SUITE = """import pathlib
import unittest

class Case(unittest.TestCase):
    def test_it(self):
        runs = pathlib.Path(__file__).with_suffix('.runs')
        runs.write_text((runs.read_text() if runs.exists() else '') + 'x')
        print(f'evidence of the failure: /evidence/{self.id()}')
        self.assertGreaterEqual(len(runs.read_text()), PASSES)
"""


def load():
    loader = importlib.machinery.SourceFileLoader("run_tests", str(ROOT / ".scripts/run-tests"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class RunTestsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.runner = load()
        self.runner.ROOT = self.runner.DESKTOP = self.runner.LOGS = self.folder
        self.runner.FLAKY = self.folder / "flaky"

    def run_suites(self, retries=True, **passes):
        """Runs desktop tests, each of which passes from the given run on; returns the names of those that failed, and the output."""
        for name, number in passes.items():
            (self.folder / f"{name}.py").write_text(SUITE.replace("PASSES", str(number)))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            failed = self.runner.run([self.runner.desktop(name) for name in passes], retries)
        return [suite.name for suite in failed], said.getvalue()

    def runs(self, name):
        return len((self.folder / f"{name}.runs").read_text())

    def test_a_file_that_fails_runs_once_more_and_is_listed(self):
        failed, said = self.run_suites(test_good=1, test_flaky=2)
        self.assertEqual(failed, [])
        self.assertEqual((self.runs("test_good"), self.runs("test_flaky")), (1, 2))
        self.assertEqual(self.runner.FLAKY.read_text(), "flaky: test_flaky.test_it (evidence: /evidence/test_flaky.Case.test_it)\n")
        self.assertIn("AssertionError", said)

    def test_a_file_that_fails_twice_fails_the_run(self):
        failed, said = self.run_suites(test_bad=3)
        self.assertEqual((failed, self.runs("test_bad")), (["test_bad"], 2))
        self.assertFalse(self.runner.FLAKY.exists())

    def test_a_file_that_is_named_runs_once(self):
        failed, said = self.run_suites(retries=False, test_flaky=2)
        self.assertEqual((failed, self.runs("test_flaky")), (["test_flaky"], 1))

    def test_a_suite_of_swift_runs_once(self):
        command = ["sh", "-c", f"echo x >>{self.folder}/runs; echo Ran 1 test; exit 1"]
        suite = self.runner.Suite("swift-1", command, Path("/"))
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(self.runner.run([suite], retries=True), [suite])
        self.assertEqual((self.folder / "runs").read_text(), "x\n")

    def test_a_suite_without_a_test_fails(self):
        suite = self.runner.Suite("swift-1", ["true"], Path("/"))
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(self.runner.run([suite], retries=True), [suite])

    def test_more_than_two_flaky_files_fail(self):
        for count, fails in ((0, False), (2, False), (3, True)):
            self.runner.FLAKY.write_text("".join(
                f"flaky: test_{file}.test_{test} (evidence: x)\n" for file in range(count) for test in "ab"))
            with contextlib.redirect_stdout(io.StringIO()) as said:
                if fails:
                    self.assertRaises(SystemExit, self.runner.check_flaky)
                else:
                    self.runner.check_flaky()
            self.assertEqual(said.getvalue().count("flaky: "), 2 * count)

    def test_names_are_matched_whole(self):
        for pattern, suite, is_named in (
                ("SearchTests", "MaildirStoreTests.SearchTests", True), ("SearchTests", "AccountsTests.ServerSearchTests", False),
                (r"\w*SearchTests", "AccountsTests.ServerSearchTests", True), ("A.SearchTests", "B.SearchTests", False),
                (r"RowTests\.\w*", "RowTests.A", True)):
            self.assertEqual(self.runner.matches([pattern], suite), is_named, (pattern, suite))

    def test_a_line_that_says_something_else_is_named(self):
        (self.folder / "Tests").mkdir()
        for line in ("now swift A", "ci swift", "ci python A"):
            (self.folder / "Tests/suites").write_text(f"# When.\n{line}\n")
            with self.assertRaisesRegex(SystemExit, line):
                self.runner.table()


if __name__ == "__main__":
    unittest.main()
