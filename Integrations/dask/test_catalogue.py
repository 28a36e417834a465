#!/usr/bin/env python3
"""Sets a small catalogue with Dask: the table is that of one machine, also when a worker dies.

    PAGINATE=.build/release/paginate python3 Integrations/dask/test_catalogue.py

Without Dask (`pip install "dask[distributed]"`), it is skipped.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("PAGINATE", ROOT / ".build/debug/paginate"))
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
class Catalogue(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        subprocess.run(
            [sys.executable, ROOT / "Scripts/make_catalogue.py", self.path / "c", "--count", "24"], check=True,
            stdout=subprocess.DEVNULL)
        lines = (self.path / "c/manifest.jsonl").read_text().splitlines()
        # Workers have folders of their own, so that books need absolute paths; their names remain.
        self.manifest = self.path / "absolute.jsonl"
        self.manifest.write_text("".join(
            json.dumps({**unit, "name": unit["book"], "book": str(self.path / "c" / unit["book"])}) + "\n"
            for unit in map(json.loads, lines)))

    def run_script(self, program=PROGRAM):
        return subprocess.run(
            [sys.executable, ROOT / "Integrations/dask/catalogue.py", self.manifest, self.path / "dask"],
            env={**os.environ, "PAGINATE": program}, capture_output=True, text=True)

    def table(self):
        subprocess.run(
            ["bash", ROOT / "Integrations/slurm/merge.sh", self.path / "dask"], env={**os.environ, "PAGINATE": PROGRAM},
            check=False)
        return (self.path / "dask/all/table.csv").read_text()

    def one_machine(self):
        subprocess.run(
            [PROGRAM, "batch", self.path / "c/manifest.jsonl", "--out", self.path / "one", "--quiet"], check=False)
        return (self.path / "one/table.csv").read_text()

    def test_same_table(self):
        done = self.run_script()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.table(), self.one_machine())
        self.assertEqual(self.table().count("\n"), 1 + 24 * 4)

    def test_killed_worker(self):
        program = self.path / "program"
        program.write_text(DEADLY.format(python=sys.executable, program=PROGRAM, mark=str(self.path / "mark")))
        program.chmod(0o755)
        done = self.run_script(str(program))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.path / "mark").exists())
        self.assertEqual(self.table(), self.one_machine())

    def test_bad_unit(self):
        """What is wrong with the manifest ends the run, with the message."""
        self.manifest.write_text('{"bok": 1}\n')
        done = self.run_script()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("ended with status 64", done.stderr)


if __name__ == "__main__":
    unittest.main()
