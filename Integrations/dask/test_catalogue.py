#!/usr/bin/env python3
"""Sets a small catalogue with Dask: the table is that of one machine, also when a worker dies.

    PAGINATE=.build/release/paginate python3 Integrations/dask/test_catalogue.py

Without Dask (`pip install "dask[distributed]"`), it is skipped.
"""
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from small_catalogue import PROGRAM, ROOT, CatalogueCase  # noqa: E402

HAS_DASK = subprocess.run([sys.executable, "-c", "import dask.distributed"], capture_output=True).returncode == 0

#: A `paginate` that kills the Dask worker that started it, once.
DEADLY = """#!{python}
import os, pathlib, signal, sys
mark = pathlib.Path({mark!r})
if not mark.exists():
    mark.touch()
    os.kill(os.getppid(), signal.SIGKILL)
os.execv({program!r}, [{program!r}, *sys.argv[1:]])
"""


@unittest.skipUnless(HAS_DASK, "dask.distributed is not installed")
class Catalogue(CatalogueCase):
    def setUp(self):
        super().setUp()
        self.make_absolute()

    def run_script(self, program=PROGRAM):
        return subprocess.run(
            [sys.executable, ROOT / "Integrations/dask/catalogue.py", self.manifest, self.path / "dask"],
            env={**os.environ, "PAGINATE": program}, capture_output=True, text=True)

    def merged(self):
        self.merge("dask")
        return self.table("dask/all")

    def test_same_table(self):
        done = self.run_script()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.merged(), self.one_machine())
        self.assertEqual(self.merged().count("\n"), 1 + 24 * 4)

    def test_killed_worker(self):
        program = self.path / "program"
        program.write_text(DEADLY.format(python=sys.executable, program=PROGRAM, mark=str(self.path / "mark")))
        program.chmod(0o755)
        done = self.run_script(str(program))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.path / "mark").exists())
        self.assertEqual(self.merged(), self.one_machine())

    def test_bad_unit(self):
        """What is wrong with the manifest ends the run, with the message."""
        self.manifest.write_text('{"bok": 1}\n')
        done = self.run_script()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("ended with status 64", done.stderr)


if __name__ == "__main__":
    unittest.main()
