#!/usr/bin/env python3
"""Runs the scripts for Slurm arrays as Slurm does, with its variables: the table is that of one machine.

    PAGINATE=.build/release/paginate python3 Integrations/slurm/test_array.py
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("PAGINATE", ROOT / ".build/debug/paginate"))
SCRIPTS = ROOT / "Integrations/slurm"


class Array(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        subprocess.run(
            [sys.executable, ROOT / "Scripts/make_catalogue.py", self.path / "c", "--count", "24"], check=True,
            stdout=subprocess.DEVNULL)
        self.manifest = self.path / "c/manifest.jsonl"

    def task(self, number, **options):
        variables = {
            "PAGINATE": PROGRAM, "SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_MIN": "5",
            "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "1", "PAGINATE_CACHE": str(self.path / "cache")}
        return subprocess.Popen(
            ["bash", SCRIPTS / "array.sh", self.manifest, self.path / "results"], env={**os.environ, **variables},
            stderr=subprocess.DEVNULL, **options)

    def merge(self):
        return subprocess.run(
            ["bash", SCRIPTS / "merge.sh", self.path / "results"], env={**os.environ, "PAGINATE": PROGRAM},
            check=False).returncode

    def table(self, folder):
        return (self.path / folder / "table.csv").read_text()

    def test_same_table(self):
        # One book twice, with two names, in different shards: there is one row.
        lines = self.manifest.read_text().splitlines()
        lines.append(json.dumps({**json.loads(lines[9]), "name": "a"}))
        self.manifest.write_text("\n".join(lines) + "\n")
        killed = self.task(6, start_new_session=True)
        time.sleep(0.7)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        # Slurm starts the killed task again.
        for task in [self.task(number) for number in (5, 6, 7)]:
            self.assertEqual(task.wait(), 0)
        self.assertEqual(self.merge(), 1)
        subprocess.run(
            [PROGRAM, "batch", self.manifest, "--out", self.path / "one", "--quiet"], check=False)
        self.assertEqual(self.table("results/all"), self.table("one"))
        self.assertEqual(self.table("one").count("\n"), 1 + 24 * 4)

    def test_bad_manifest(self):
        """A task whose manifest is bad fails, so that Slurm says so."""
        self.manifest.write_text("{\n")
        self.assertEqual(self.task(5).wait(), 64)

    def test_no_failures(self):
        lines = self.manifest.read_text().splitlines()[4:]
        self.manifest.write_text("\n".join(lines) + "\n")
        for number in (5, 6, 7):
            self.assertEqual(self.task(number).wait(), 0)
        self.assertEqual(self.merge(), 0)


if __name__ == "__main__":
    unittest.main()
