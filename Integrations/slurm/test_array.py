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
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from small_catalogue import PROGRAM, ROOT, CatalogueCase  # noqa: E402

SCRIPTS = ROOT / "Integrations/slurm"


class Array(CatalogueCase):
    def task(self, number, **options):
        variables = {
            "PAGINATE": PROGRAM, "SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_MIN": "5",
            "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "1", "PAGINATE_CACHE": str(self.path / "cache")}
        return subprocess.Popen(
            ["bash", SCRIPTS / "array.sh", self.manifest, self.path / "results"], env={**os.environ, **variables},
            stderr=subprocess.DEVNULL, **options)

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
        self.assertEqual(self.merge("results"), 1)
        self.assertEqual(self.table("results/all"), self.one_machine())
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
        self.assertEqual(self.merge("results"), 0)


if __name__ == "__main__":
    unittest.main()
