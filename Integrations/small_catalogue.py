"""What the tests of the scripts for Slurm, Spark and Dask share: a catalogue of 24 books, and the table of one machine."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.path.abspath(os.environ.get("PAGINATE", ROOT / ".build/debug/paginate"))


class CatalogueCase(unittest.TestCase):
    """Makes the catalogue in `self.path / "c"`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        subprocess.run(
            [sys.executable, ROOT / "Scripts/make_catalogue.py", self.path / "c", "--count", "24"], check=True,
            stdout=subprocess.DEVNULL)
        self.manifest = self.path / "c/manifest.jsonl"

    def make_absolute(self):
        """Gives the books absolute paths, for workers that have folders of their own; their names remain."""
        units = map(json.loads, self.manifest.read_text().splitlines())
        self.manifest = self.path / "absolute.jsonl"
        self.manifest.write_text("".join(
            json.dumps({**unit, "name": unit["book"], "book": str(self.path / "c" / unit["book"])}) + "\n"
            for unit in units))

    def merge(self, folder):
        """Merges the results in a folder. Returns the exit status: 1 where a book failed."""
        return subprocess.run(
            ["bash", ROOT / "Integrations/slurm/merge.sh", self.path / folder], env={**os.environ, "PAGINATE": PROGRAM},
            check=False).returncode

    def table(self, folder):
        return (self.path / folder / "table.csv").read_text()

    def one_machine(self):
        """The table of the catalogue as one batch."""
        subprocess.run(
            [PROGRAM, "batch", self.path / "c/manifest.jsonl", "--out", self.path / "one", "--quiet"], check=False)
        return self.table("one")
