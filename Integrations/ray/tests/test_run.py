#!/usr/bin/env python3
"""Sets a small catalogue on Ray: nothing is lost or duplicated, and the table is the same as on one machine.

    PAGINATE=.build/release/paginate python3 Integrations/ray/tests/test_run.py
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import pyarrow.parquet as pq
import ray
from ray.cluster_utils import Cluster

from paginator_ray import Settings, read_manifest, run
from paginator_ray.manifest import ManifestError

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.path.abspath(os.environ.get("PAGINATE", ROOT / ".build/debug/paginate"))

#: A `paginate` that crashes at a book called "poison" every time, and at one called "weak" only once.
FRAIL = """#!{python}
import os, pathlib, signal, subprocess, sys
child = subprocess.Popen([{program!r}] + sys.argv[1:], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    mark = pathlib.Path({mark!r})
    if b"poison" in line or b"weak" in line and not mark.exists():
        mark.touch()
        child.kill()
        os.kill(os.getpid(), signal.SIGKILL)
    child.stdin.write(line)
    child.stdin.flush()
"""


class Catalogue(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        subprocess.run(
            [sys.executable, ROOT / "Scripts/make_catalogue.py", self.path / "c", "--count", "24"], check=True,
            stdout=subprocess.DEVNULL)
        self.manifest = str(self.path / "c/manifest.jsonl")
        self.addCleanup(ray.shutdown)

    def table(self, folder):
        return (self.path / folder / "table.csv").read_text()

    def one_machine(self):
        subprocess.run(
            [PROGRAM, "batch", self.manifest, "--out", self.path / "one", "--quiet"], check=False)
        return self.table("one")

    def frail(self):
        program = self.path / "frail"
        program.write_text(
            FRAIL.format(python=sys.executable, program=PROGRAM, mark=str(self.path / "died")))
        program.chmod(0o755)
        return str(program)

    def test_same_table(self):
        summary = run(self.manifest, str(self.path / "ray"), Settings(PROGRAM, workers=2))
        self.assertEqual(summary.units, 24)
        self.assertEqual(self.table("ray"), self.one_machine())
        rows = pq.read_table(self.path / "ray/table.parquet").to_pylist()
        self.assertEqual([row["key"] for row in rows], sorted(row["key"] for row in rows))
        self.assertEqual(len(rows), self.table("ray").count("\n") - 1)

    def test_resume(self):
        out = str(self.path / "ray")
        first = run(self.manifest, out, Settings(PROGRAM, workers=2))
        table = self.table("ray")
        with self.assertRaises(FileExistsError):
            run(self.manifest, out, Settings(PROGRAM))
        second = run(self.manifest, out, Settings("/no/such/program"), resume=True)
        self.assertEqual((second.units, second.skipped), (0, 24))
        self.assertEqual((second.good, second.failed), (first.good, first.failed))
        self.assertEqual(self.table("ray"), table)

    def test_check(self):
        lines = pathlib.Path(self.manifest).read_text().splitlines()
        unit = {**json.loads(lines[5]), "outputs": ["check"]}
        book = str(self.path / "c" / unit["book"])
        baseline = str(self.path / "base.json")
        subprocess.run(
            [PROGRAM, "check", book, "--page", "4x6", "--baseline", baseline, "--update"], check=True,
            stdout=subprocess.DEVNULL)
        other = {"page": "5x8", "baseline": baseline}
        units = [{**unit, "editions": [{"page": "4x6", "baseline": baseline}]}, {**unit, "editions": [other]}]
        pathlib.Path(self.manifest).write_text("".join(json.dumps(unit) + "\n" for unit in units))
        summary = run(self.manifest, str(self.path / "ray"), Settings(PROGRAM, workers=1))
        self.assertEqual((summary.good, summary.moved, summary.failed), (1, 1, 0))
        self.assertEqual(self.table("ray"), self.one_machine())
        again = run(self.manifest, str(self.path / "ray"), Settings("/no/such/program"), retry_failed=True)
        self.assertEqual((again.units, again.moved), (0, 1))

    def test_killed_driver(self):
        command = [
            sys.executable, "-m", "paginator_ray", "run", self.manifest, "--out", str(self.path / "ray"),
            "--program", PROGRAM, "--workers", "1"]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(6)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.assertEqual(subprocess.run([*command, "--resume"], stderr=subprocess.DEVNULL).returncode, 1)
        self.assertEqual(self.table("ray"), self.one_machine())

    def test_poison(self):
        lines = pathlib.Path(self.manifest).read_text().splitlines()
        unit = json.loads(lines[5])
        for name in ("poison", "weak"):
            lines.append(json.dumps({**unit, "name": name, "editions": [{"page": "4x6"}]}))
        pathlib.Path(self.manifest).write_text("\n".join(lines) + "\n")
        summary = run(self.manifest, str(self.path / "ray"), Settings(self.frail(), workers=2))
        self.assertEqual(summary.units, 26)
        rows = pq.read_table(self.path / "ray/table.parquet").to_pylist()
        poison = [row for row in rows if row["book"] == "poison"]
        self.assertEqual([json.loads(row["error"])["class"] for row in poison], ["crash"])
        self.assertEqual([row["status"] for row in rows if row["book"] == "weak"], ["ok"])

    def test_killed_node(self):
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        self.addCleanup(cluster.shutdown)
        self.addCleanup(ray.shutdown)
        node = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
        timer = threading.Timer(3, lambda: cluster.remove_node(node, allow_graceful=False))
        timer.start()
        run(self.manifest, str(self.path / "ray"), Settings(PROGRAM, workers=2))
        timer.join()
        self.assertEqual(self.table("ray"), self.one_machine())

    def test_mistakes(self):
        for line, message in [
            ("[1]", "1:"), ('{"editions": []}', '"book"'), ('{"book": "a", "editions": []}', "list of objects"),
            ('{"book": "a", "pages": 3}', 'unknown key "pages"'), ("{", "1:"),
            ('{"book": "a", "outputs": ["map"]}', "outputs"), ('{"book": "a", "outputs": ["check"]}', '"baseline"')]:
            (self.path / "m.jsonl").write_text(line + "\n")
            with self.assertRaises(ManifestError, msg=line) as caught:
                list(read_manifest(str(self.path / "m.jsonl")))
            self.assertIn(message, str(caught.exception))
        (self.path / "m.csv").write_text("book,outputs,page\na.epub,map svg,6x9\n")
        with self.assertRaises(ManifestError):
            list(read_manifest(str(self.path / "m.csv")))


if __name__ == "__main__":
    unittest.main()
