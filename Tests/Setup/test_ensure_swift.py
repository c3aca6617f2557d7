"""Fetching a Swift: only after a yes, only with a good signature, else nothing is left behind.

Each test offers an archive of its own, signed by a key that it makes, from a folder.
"""

import io
import os
import platform
import pty
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".scripts/ensure-swift"
VERSION = "6.3.1"
NEEDED = (
    *("bash", "cat", "curl", "dirname", "env", "gpg", "grep", "gzip", "head", "mkdir", "mktemp"),
    *("mv", "rm", "sed", "sh", "sort", "tar", "uname"),
)
SUFFIX = "-aarch64" if platform.machine() in ("aarch64", "arm64") else ""
NAME = f"swift-{VERSION}-RELEASE-debian12{SUFFIX}.tar.gz"


def compiler(version: str) -> bytes:
    return f"#!/bin/sh\necho 'Swift version {version} (made by a test)'\n".encode()


def archive(version: str = VERSION) -> bytes:
    bundle = io.BytesIO()
    with tarfile.open(fileobj=bundle, mode="w:gz") as tar:
        # Bytes that do not compress, so that half an archive is half a file.
        for name, content in (("bin/swift", compiler(version)), ("lib/filler", os.urandom(200_000))):
            entry = tarfile.TarInfo(f"swift-{VERSION}-RELEASE-debian12/usr/{name}")
            entry.size, entry.mode = len(content), 0o755
            tar.addfile(entry, io.BytesIO(content))
    return bundle.getvalue()


class Signer:
    """An OpenPGP key in a folder of its own."""

    def __init__(self, home: Path):
        home.mkdir(mode=0o700)
        self.base = ["gpg", "--homedir", str(home), "--batch", "--quiet", "--passphrase", ""]
        self.run("--quick-generate-key", "Test Key <test@example.org>", "ed25519", "sign", "never")
        listing = self.run("--list-keys", "--with-colons").decode()
        self.fingerprint = next(
            line.split(":")[9] for line in listing.splitlines() if line.startswith("fpr:")
        )
        self.public = self.run("--armor", "--export")

    def run(self, *arguments: str, data: bytes = b"") -> bytes:
        return subprocess.run(
            [*self.base, *arguments], input=data, capture_output=True, check=True
        ).stdout

    def sign(self, data: bytes) -> bytes:
        return self.run("--detach-sign", data=data)

    def close(self):
        subprocess.run(["gpgconf", "--homedir", self.base[2], "--kill", "all"], check=False)


class EnsureSwiftTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Short, for gpg-agent's socket lies in it and a socket's path is short.
        cls.keys = Path(tempfile.mkdtemp(prefix="dnk", dir="/tmp"))
        cls.signer = Signer(cls.keys / "a")
        cls.stranger = Signer(cls.keys / "b")

    @classmethod
    def tearDownClass(cls):
        cls.signer.close()
        cls.stranger.close()
        shutil.rmtree(cls.keys)

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="dunnock-setup."))
        self.addCleanup(shutil.rmtree, self.folder)
        self.toolchains = self.folder / "toolchains"
        self.tools = self.folder / "bin"
        self.tools.mkdir()
        for name in NEEDED:
            (self.tools / name).symlink_to(shutil.which(name, path="/usr/bin:/bin"))
        self.release("ID=debian\nVERSION_ID=12\n")
        (self.folder / "keys.asc").write_bytes(self.signer.public)
        self.environment = {
            "PATH": str(self.tools),
            "HOME": str(self.folder),
            "LC_ALL": "C",
            "DUNNOCK_TOOLCHAINS": str(self.toolchains),
            "DUNNOCK_OS_RELEASE": str(self.folder / "os-release"),
            "DUNNOCK_SWIFT_BASE_URL": f"file://{self.folder}",
            "DUNNOCK_SWIFT_KEYS": str(self.folder / "keys.asc"),
            "DUNNOCK_SWIFT_KEY_FINGERPRINT": self.signer.fingerprint,
            "DUNNOCK_FETCH_SWIFT": "yes",
        }

    def release(self, text: str):
        (self.folder / "os-release").write_text(text)

    def offer(self, content: bytes, signature: bytes):
        place = (
            self.folder / f"swift-{VERSION}-release/debian12{SUFFIX}/swift-{VERSION}-RELEASE"
        )
        place.mkdir(parents=True)
        (place / NAME).write_bytes(content)
        (place / f"{NAME}.sig").write_bytes(signature)

    def run_script(self, **changes: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [SCRIPT],
            env={**self.environment, **changes},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def put_on_path(self, version: str):
        (self.tools / "swift").write_bytes(compiler(version))
        (self.tools / "swift").chmod(0o755)

    def assert_refused(self, done: subprocess.CompletedProcess, words: str):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(words, done.stderr)
        left = list(self.toolchains.iterdir()) if self.toolchains.exists() else []
        self.assertEqual(left, [], "a refusal leaves nothing behind")

    def test_good_archive_is_installed_and_found_again(self):
        data = archive()
        self.offer(data, self.signer.sign(data))
        first = self.run_script()
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertEqual(first.stdout, f"{self.toolchains}/swift-{VERSION}/usr/bin\n")
        self.assertEqual([p.name for p in self.toolchains.iterdir()], [f"swift-{VERSION}"])

        again = self.run_script(DUNNOCK_FETCH_SWIFT="no", DUNNOCK_SWIFT_BASE_URL="file:///nowhere")
        self.assertEqual((again.returncode, again.stdout), (0, first.stdout))
        self.assertEqual(again.stderr, "")

    def test_changed_archive(self):
        data = archive()
        changed = bytearray(data)
        changed[len(data) // 2] ^= 1
        self.offer(bytes(changed), self.signer.sign(data))
        self.assert_refused(self.run_script(), "is not signed by the Swift release key")

    def test_truncated_archive(self):
        data = archive()
        self.offer(data[: len(data) // 2], self.signer.sign(data))
        self.assert_refused(self.run_script(), "incomplete or was changed")

    def test_signed_archive_that_does_not_unpack(self):
        half = archive()[:100_000]
        self.offer(half, self.signer.sign(half))
        self.assert_refused(self.run_script(), "could not be unpacked")

    def test_signed_archive_whose_swift_does_not_run(self):
        data = archive(version="")
        self.offer(data, self.signer.sign(data))
        self.assert_refused(self.run_script(), "does not run here")

    def test_signature_of_a_key_that_is_not_in_the_file(self):
        data = archive()
        self.offer(data, self.stranger.sign(data))
        self.assert_refused(self.run_script(), "is not signed by the Swift release key")

    def test_signature_of_a_known_key_that_is_not_the_pinned_one(self):
        data = archive()
        self.offer(data, self.stranger.sign(data))
        (self.folder / "keys.asc").write_bytes(self.signer.public + self.stranger.public)
        self.assert_refused(self.run_script(), self.signer.fingerprint)

    def test_pinned_key_is_the_one_of_swift_org_unless_told(self):
        data = archive()
        self.offer(data, self.signer.sign(data))
        self.assert_refused(
            self.run_script(DUNNOCK_SWIFT_KEY_FINGERPRINT=""),
            "52BB7E3DE28A71BE22EC05FFEF80A866B47A981F",
        )

    def test_key_file_without_a_key(self):
        data = archive()
        self.offer(data, self.signer.sign(data))
        (self.folder / "keys.asc").write_text("<html>Not found</html>")
        self.assert_refused(self.run_script(), "holds no OpenPGP key")

    def test_archive_that_is_not_there(self):
        self.assert_refused(self.run_script(), "could not fetch")

    def test_without_a_terminal_nothing_is_fetched(self):
        data = archive()
        self.offer(data, self.signer.sign(data))
        done = self.run_script(DUNNOCK_FETCH_SWIFT="")
        self.assert_refused(done, "Set DUNNOCK_FETCH_SWIFT=yes")
        self.assertFalse(self.toolchains.exists())

    def test_a_terminal_is_asked(self):
        data = archive()
        self.offer(data, self.signer.sign(data))
        for answer, expected in ((b"\n", 1), (b"n\n", 1), (b"y\n", 0)):
            with self.subTest(answer=answer):
                person, terminal = pty.openpty()
                with subprocess.Popen(
                    [SCRIPT],
                    env={**self.environment, "DUNNOCK_FETCH_SWIFT": ""},
                    stdin=terminal,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                ) as running:
                    os.write(person, answer)
                    _, said = running.communicate()
                os.close(person)
                os.close(terminal)
                self.assertIn(b"Fetch Swift", said)
                self.assertEqual(running.returncode, expected, said)

    def test_unsupported_system(self):
        for text in ("ID=slackware\nVERSION_ID=15\n", "ID=ubuntu\nVERSION_ID=18.04\n", ""):
            with self.subTest(release=text):
                self.release(text)
                self.assert_refused(self.run_script(), "no Swift that is known to run on this system")

    def test_derived_system_takes_the_archive_of_its_parent(self):
        self.release("ID=linuxmint\nVERSION_ID=22\nUBUNTU_CODENAME=noble\n")
        self.assert_refused(self.run_script(), "/ubuntu2404")

    def test_swift_on_path_is_taken(self):
        for version in ("6.2", "6.3.1", "10.0"):
            with self.subTest(version=version):
                self.put_on_path(version)
                done = self.run_script(DUNNOCK_FETCH_SWIFT="no")
                self.assertEqual((done.returncode, done.stdout), (0, f"{self.tools}\n"))

    def test_old_swift_on_path_is_not_enough(self):
        for version in ("5.10", "6.1.3"):
            with self.subTest(version=version):
                self.put_on_path(version)
                done = self.run_script(DUNNOCK_FETCH_SWIFT="no")
                self.assert_refused(done, f"Swift {version} is too old")

    def test_broken_swift_on_path_counts_as_missing(self):
        (self.tools / "swift").write_text("#!/bin/sh\nexit 127\n")
        (self.tools / "swift").chmod(0o755)
        self.assert_refused(self.run_script(DUNNOCK_FETCH_SWIFT="no"), "Swift is missing")


if __name__ == "__main__":
    unittest.main()
