#!/usr/bin/env python3
"""Tests what `Scripts/release` refuses, and the versions: `python3 Scripts/test_release.py`. Needs cc or clang."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import versions

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

    def test_versions(self):
        """All places have one version; another one is found, and written everywhere."""
        self.assertEqual(versions.problems(), [])
        for place in versions.PLACES:
            path = self.folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(versions.ROOT / place, path)
        versions.write("1.22.333", self.folder)
        self.assertEqual(set(versions.found(self.folder).values()), {"1.22.333"})
        self.assertEqual(versions.problems("1.22.333", self.folder), [])
        path = self.folder / "Integrations/ray/paginator_ray/__init__.py"
        path.write_text(path.read_text().replace("1.22.333", "1.22.334"))
        self.assertEqual(
            versions.problems(root=self.folder),
            ["Integrations/ray/paginator_ray/__init__.py has the version 1.22.334, not 1.22.333"])

    def test_written_versions(self):
        """What is no version is refused."""
        done = subprocess.run([sys.executable, SCRIPTS / "versions.py", "2"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not a version", done.stderr)


if __name__ == "__main__":
    unittest.main()
