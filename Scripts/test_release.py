#!/usr/bin/env python3
"""Tests what `Scripts/release` refuses: `python3 Scripts/test_release.py`. Needs cc or clang."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent
COMPILER = shutil.which("cc") or shutil.which("clang")


class ReleaseTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_shared_swift(self):
        """A program that needs libswiftCore.so is refused before anything is written, and so is its server."""
        def compiled(source, *options):
            subprocess.run([COMPILER, "-x", "c", "-", *options], input=source, text=True, check=True, cwd=self.folder)

        compiled("int swift(void) { return 0; }", "-shared", "-fPIC", "-o", "libswiftCore.so")
        compiled("int swift(void); int main(void) { return swift(); }", "-o", "shared", "-L.", "-lswiftCore")
        compiled("int main(void) { return 0; }", "-o", "static")
        for programs in (("shared", "static"), ("static", "shared")):
            for name, made in zip(("paginate", "paginate-server"), programs):
                shutil.copy(self.folder / made, self.folder / name)
            out = self.folder / "dist"
            done = subprocess.run(
                [sys.executable, SCRIPTS / "release", "--program", self.folder / "paginate", "--out", out],
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"libswiftCore\.so.*--static-swift-stdlib")
            self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
