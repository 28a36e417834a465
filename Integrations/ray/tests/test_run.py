#!/usr/bin/env python3
"""Sets a small catalogue on Ray: nothing is lost or duplicated, and the table is the same as on one machine.

    PAGINATE=.build/release/paginate python3 Integrations/ray/tests/test_run.py
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
import zipfile

import pyarrow.parquet as pq
import ray
from ray.cluster_utils import Cluster

from paginator_ray import Settings, read_manifest, run
from paginator_ray.cost import Need, need_for
from paginator_ray.manifest import ManifestError
from paginator_ray.results import Results
from paginator_ray.storage import Place

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

#: A `paginate` that dies at every second book that it gets, or whose own child processes die there, in turns. Each
#: death leaves its mark; after six all live.
DEADLY = """#!{python}
import os, pathlib, signal, subprocess, sys, time
child = subprocess.Popen([{program!r}] + sys.argv[1:], stdin=subprocess.PIPE)
for number, line in enumerate(sys.stdin.buffer):
    child.stdin.write(line)
    child.stdin.flush()
    if number % 2 == 0:
        continue
    marks = pathlib.Path({marks!r})
    turn = next((turn for turn in range(6) if not (marks / str(turn)).exists()), None)
    if turn is None:
        continue
    inner = []
    while not inner and child.poll() is None:
        inner = [
            name for file in pathlib.Path(f"/proc/{{child.pid}}/task").glob("*/children")
            for name in file.read_text().split()]
        time.sleep(0.02)
    (marks / str(turn)).touch()
    if turn % 2:
        child.kill()
        os.kill(os.getpid(), signal.SIGKILL)
    for process in inner:
        os.kill(int(process), signal.SIGKILL)
child.stdin.close()
sys.exit(child.wait())
"""


#: Any will do for moto.
KEYS = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}


def has_moto():
    return subprocess.run([sys.executable, "-c", "import moto.server"], capture_output=True).returncode == 0


def is_ours(process):
    """Whether this process, or one that it started, started a process."""
    while process not in (0, 1, os.getpid()):
        try:
            process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            return False
    return process == os.getpid()


def processes(*words):
    """Our processes whose command has all words."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if set(words) <= set(command) and is_ours(int(folder.name)):
            found.append(int(folder.name))
    return found


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        subprocess.run(
            [sys.executable, ROOT / "Scripts/make_catalogue.py", self.path / "c", "--count", "24"], check=True,
            stdout=subprocess.DEVNULL)
        self.manifest = str(self.path / "c/manifest.jsonl")

    @classmethod
    def setUpClass(cls):
        os.environ.update(KEYS)
        # Ray's workers give way to other processes (15), and starve on a busy machine.
        os.environ.setdefault("RAY_worker_niceness", "0")
        cls.start()

    @classmethod
    def start(cls):
        """One Ray for all tests of a class."""
        ray.init(address="local", num_cpus=2, log_to_driver=False, logging_level="error", include_dashboard=False)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def slow(self, styles=("novel",)):
        """A manifest that takes some seconds: every book in many editions."""
        units = self.units()
        for unit in units:
            unit["editions"] = [
                {"page": f"{w / 2}x{h / 2}", "style": style} for style in styles for w in range(8, 14) for h in range(12, 20)]
        self.write(units)
        return self.manifest

    def table(self, folder):
        return (self.path / folder / "table.csv").read_text()

    def one_machine(self):
        subprocess.run(
            [PROGRAM, "batch", self.manifest, "--out", self.path / "one", "--quiet"], check=False)
        return self.table("one")

    def units(self):
        return [json.loads(line) for line in pathlib.Path(self.manifest).read_text().splitlines()]

    def write(self, units, path=None):
        pathlib.Path(path or self.manifest).write_text("".join(json.dumps(unit) + "\n" for unit in units))

    def once(self, folder):
        """Every row is there once: two rows with one key are two books with the same bytes."""
        keys = [line.split(",")[0] for line in self.table(folder).splitlines()[1:]]
        self.assertEqual(len(keys), len(set(keys)))
        units = [
            json.loads(line)["unit"] for part in (self.path / folder / "parts").iterdir()
            for line in part.read_text().splitlines()]
        self.assertEqual(len(units), len(set(units)))

    def script(self, source, **places):
        """A program of this text."""
        program = self.path / "program"
        program.write_text(source.format(python=sys.executable, program=PROGRAM, **places))
        program.chmod(0o755)
        return str(program)


class Catalogue(Case):
    """A catalogue on one node."""

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

    def test_nowhere(self):
        """No program, no cluster and no folder are errors of the run, and make no rows."""
        out = str(self.path / "ray")
        with self.assertRaisesRegex(RuntimeError, 'no worker could be started: .*there is no program "/no/such/program"'):
            run(self.manifest, out, Settings("/no/such/program", workers=1))
        self.assertFalse(Results(out).exists)
        for options, status, words in (
                (["--out", out, "--address", "127.0.0.1:1"], 69, 'there is no cluster at "127.0.0.1:1"'),
                ([], 2, "--out is missing"), (["--dry-run"], 0, "")):
            done = subprocess.run(
                [sys.executable, "-m", "paginator_ray", "run", self.manifest, *options], capture_output=True, text=True)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(words, done.stderr)

    def test_check(self):
        unit = {**self.units()[5], "outputs": ["check"]}
        book = str(self.path / "c" / unit["book"])
        baseline = str(self.path / "base.json")
        subprocess.run(
            [PROGRAM, "check", book, "--page", "4x6", "--baseline", baseline, "--update"], check=True,
            stdout=subprocess.DEVNULL)
        other = {"page": "5x8", "baseline": baseline}
        self.write([{**unit, "editions": [{"page": "4x6", "baseline": baseline}]}, {**unit, "editions": [other]}])
        summary = run(self.manifest, str(self.path / "ray"), Settings(PROGRAM, workers=1))
        self.assertEqual((summary.good, summary.moved, summary.failed), (1, 1, 0))
        self.assertEqual(self.table("ray"), self.one_machine())
        again = run(self.manifest, str(self.path / "ray"), Settings("/no/such/program"), retry_failed=True)
        self.assertEqual((again.units, again.moved), (0, 1))

    def test_outputs(self):
        """Files come to the results, and baselines to their places, as from one machine."""
        unit = {**self.units()[5], "editions": [{"page": "4x6", "baseline": "new.json"}]}
        files = {**unit, "outputs": ["map", "svg", "pdf", "page-list"]}
        # The same key with other outputs, and the same book with another name.
        self.write([
            files, {**unit, "outputs": ["baseline"]}, {**unit, "outputs": ["map"]}, {**unit, "outputs": ["svg"]},
            {**unit, "name": "a"}])
        summary = run("file://" + self.manifest, "file://" + str(self.path / "ray"), Settings(PROGRAM, workers=2))
        self.assertEqual((summary.units, summary.good, summary.failed), (5, 5, 0))
        new = self.path / "c/new.json"
        baseline = new.read_bytes()
        new.unlink()
        self.assertEqual(self.table("ray"), self.one_machine())
        self.assertEqual(new.read_bytes(), baseline)
        names = {
            folder: {
                path.relative_to(self.path / folder): path.read_bytes()
                for path in (self.path / folder).glob("*[0-9a-f]*/**/*") if path.is_file() and "parts" not in path.parts}
            for folder in ("ray", "one")}
        self.assertGreater(len(names["one"]), 4)
        self.assertEqual(names["ray"], names["one"])
        for ending in (".pdf", ".epub"):
            one, = (self.path / "one").glob("*" + ending)
            self.assertEqual((self.path / "ray" / one.name).read_bytes(), one.read_bytes())

    @unittest.skipUnless(has_moto(), "moto is not installed: no S3")
    def test_store(self):
        """Manifest, books, styles, results and cache on S3."""
        units = self.units()[:8]
        (self.path / "c/house.css").write_text("p { text-indent: 2em }")
        units[5]["editions"] = [{"page": "4x6", "style": "house.css", "baseline": "base/5.json"}]
        units[5]["outputs"] = ["baseline", "map"]
        units[6]["editions"] = [{"page": "6x9", "style": "house.css"}]
        units[7]["book"] = "none.epub"
        self.write(units)
        table = self.one_machine()
        end = self.s3()
        Place("s3://shop/in" + end).copy_from(str(self.path / "c"))
        Place("s3://shop/in/base/5.json" + end).system.delete_file("shop/in/base/5.json")
        settings = Settings(PROGRAM, workers=2, cache="s3://shop/cache" + end)
        manifest = "s3://shop/in/manifest.jsonl" + end
        for number in (1, 2):
            summary = run(manifest, f"s3://shop/run-{number}{end}", settings)
            self.assertEqual(Place(f"s3://shop/run-{number}/table.csv{end}").read().decode(), table)
            self.assertEqual(summary.units, 8)
        good = sum(row.split(",")[-1] == "" and ",ok," in row for row in table.splitlines())
        # Of the editions that were set, those with files are not cached.
        names = Place("s3://shop/cache" + end).names()
        self.assertEqual(len(names), good - 1, table)
        cached = [
            row.get("cached") for name in Place("s3://shop/run-2/parts" + end).names()
            for line in Place(f"s3://shop/run-2/parts/{name}{end}").read().splitlines()
            for row in json.loads(line)["rows"] if row["status"] == "ok"]
        self.assertEqual((cached.count(True), cached.count(None)), (good - 1, 1))
        one, = (self.path / "one").glob("*/map.json")
        self.assertEqual(Place(f"s3://shop/run-1/{one.parent.name}/map.json{end}").read(), one.read_bytes())
        baseline = Place("s3://shop/in/base/5.json" + end).read()
        self.assertEqual(baseline, (self.path / "c/base/5.json").read_bytes())

    def s3(self):
        """Starts moto with a bucket, and returns the end of its URIs."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        request = urllib.request.Request(f"http://127.0.0.1:{port}/shop", method="PUT")
        for _ in range(100):
            try:
                urllib.request.urlopen(request)
                break
            except OSError:
                time.sleep(0.2)
        return f"?endpoint_override=127.0.0.1:{port}&scheme=http"

    def test_killed_child(self):
        """The workers' processes and the processes that those started, die by SIGKILL."""
        marks = self.path / "marks"
        marks.mkdir()
        program = self.script(DEADLY, marks=str(marks))
        run(self.manifest, str(self.path / "ray"), Settings(program, workers=2, attempts=9))
        self.assertEqual(len(list(marks.iterdir())), 6)
        self.once("ray")
        self.assertEqual(self.table("ray"), self.one_machine())

    def test_killed_driver(self):
        command = [
            sys.executable, "-m", "paginator_ray", "run", self.manifest, "--out", str(self.path / "ray"),
            "--program", PROGRAM, "--workers", "1"]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        limit = time.monotonic() + 30
        # In the middle: workers set books, and nothing or one part is written.
        while not processes(PROGRAM, "-") and time.monotonic() < limit:
            time.sleep(0.05)
        time.sleep(0.5)
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
        summary = run(self.manifest, str(self.path / "ray"), Settings(self.script(FRAIL, mark=str(self.path / "died")), workers=2))
        self.assertEqual(summary.units, 26)
        rows = pq.read_table(self.path / "ray/table.parquet").to_pylist()
        poison = [row for row in rows if row["book"] == "poison"]
        self.assertEqual([json.loads(row["error"])["class"] for row in poison], ["crash"])
        self.assertEqual([row["status"] for row in rows if row["book"] == "weak"], ["ok"])

    def test_mistakes(self):
        for line, message in [
            ("[1]", "1:"), ('{"editions": []}', '"book"'), ('{"book": "a", "editions": []}', "list of objects"),
            ('{"book": "a", "pages": 3}', 'unknown key "pages"'), ("{", "1:"),
            ('{"book": "a", "outputs": ["gif"]}', "outputs"), ('{"book": 5}', '"book"'),
            ('{"book": "a", "name": "\\ud800"}', "surrogates"), ('{"book": "a", "editions": [[]]}', "list of objects"),
            ('{"book": "a", "editions": ' + "[" * 100_000 + "}", "1:"), ("", "it names no books"), ('{"book": "a", "outputs": ["check"]}', '"baseline"')]:
            (self.path / "m.jsonl").write_text(line + "\n")
            with self.assertRaises(ManifestError, msg=line) as caught:
                list(read_manifest(str(self.path / "m.jsonl")))
            self.assertIn(message, str(caught.exception))
        for table, message in [("a,b\n1,2\n", 'column "book"'), ("", 'column "book"'), ('book\n"a\n', "m.csv:1:")]:
            (self.path / "m.csv").write_text(table)
            with self.assertRaises(ManifestError, msg=table) as caught:
                list(read_manifest(str(self.path / "m.csv")))
            self.assertIn(message, str(caught.exception))
        (self.path / "m.jsonl").write_bytes(b'\xef\xbb\xbf{"book":"a"}\r\n\r\n{"book":"caf\xe9", "name": 5}\r\n')
        self.assertEqual([unit.name for unit in read_manifest(str(self.path / "m.jsonl"))], ["a", "caf\ufffd"])
        (self.path / "m.csv").write_text("\ufeffbook,outputs,page,toc\r\na.epub,map svg,6x9,true\r\n")
        unit, = read_manifest(str(self.path / "m.csv"))
        self.assertEqual((unit.outputs, unit.settings), (("map", "svg"), ({"page": "6x9", "toc": True},)))

    def test_places(self):
        place = Place("s3://shop/in/a%20b?.jsonl?endpoint_override=h:1&scheme=http")
        self.assertEqual(place.path, "shop/in/a%20b?.jsonl")
        self.assertEqual(place.beside("x/y.epub"), "s3://shop/in/x/y.epub?endpoint_override=h:1&scheme=http")
        self.assertEqual(Place("s3://shop?endpoint_override=h:1").child("a b").path, "shop/a b")
        self.assertEqual(Place("file:///tmp/a b").path, "/tmp/a b")
        self.assertIs(place.system, Place(place.beside("z")).system)

    def test_sorted_in_pieces(self):
        """The table is the same however many pieces and groups it is sorted in."""
        rows = [
            {"key": f"{number * 7919 % 4096 << 4:04x}{number % 4096:020x}", "book": f"b{number}", "edition": {},
             "status": "failed" if number % 3 else "ok", "pages": number}
            for number in [*range(4096), *range(0, 4096, 5)]]
        tables = []
        for piece in (1 << 30, 9000):
            results = Results(str(self.path / str(piece)))
            results.PIECE = results.GROUP = piece
            for number, row in enumerate(rows):
                results.add(f"{number:024x}", [row])
            results.finish()
            tables.append(self.table(str(piece)))
            keys = pq.read_table(self.path / str(piece) / "table.parquet").column("key").to_pylist()
            self.assertEqual(keys, sorted({row["key"] for row in rows}))
        self.assertEqual(*tables)

    def test_needs(self):
        """A large book gets a worker with more memory and processors, and the run ends though there is not enough for
        all."""
        self.assertEqual(
            [need_for(size) for size in (1000, 4_100_000, 40_000_000)], [Need(512, 1), Need(1792, 2), Need(13312, 4)])
        units = self.units()[4:8]
        for unit in units[:2]:
            large = self.path / "c" / unit["book"].replace(".epub", ".large.epub")
            large.write_bytes((self.path / "c" / unit["book"]).read_bytes())
            with zipfile.ZipFile(large, "a") as archive:
                archive.writestr("padding", bytes(4_000_000))
        self.write(units)
        large = [{**unit, "book": unit["book"].replace(".epub", ".large.epub")} for unit in units[:2]]
        self.write(units + large, self.path / "c/large.jsonl")
        summary = run(str(self.path / "c/large.jsonl"), str(self.path / "ray"), Settings(PROGRAM, workers=2))
        self.assertEqual((summary.units, summary.failed), (6, 0))
        # The number of processors changes no row.
        self.manifest = str(self.path / "c/large.jsonl")
        self.assertEqual(self.table("ray"), self.one_machine())
        unit = next(read_manifest(self.manifest))
        self.assertEqual([edition.get("jobs") for edition in json.loads(unit.line(jobs=2))["editions"]], ["2"] * 4)


class Nodes(Case):
    """Two nodes on one machine."""

    @classmethod
    def start(cls):
        pass

    def cluster(self, **second):
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.addCleanup(cluster.shutdown)
        self.addCleanup(ray.shutdown)
        node = cluster.add_node(num_cpus=1, **second)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
        return cluster, node

    def test_killed_node(self):
        cluster, node = self.cluster()
        self.slow()
        ended = threading.Event()
        removed = []

        def remove():
            # In the middle: workers set books.
            while not ended.wait(0.05):
                if processes(PROGRAM, "-"):
                    time.sleep(0.5)
                    cluster.remove_node(node, allow_graceful=False)
                    removed.append(node)
                    return

        thread = threading.Thread(target=remove)
        thread.start()
        try:
            run(self.manifest, str(self.path / "ray"), Settings(PROGRAM, workers=2))
        finally:
            ended.set()
            thread.join()
        self.assertEqual(removed, [node])
        self.once("ray")
        self.assertEqual(self.table("ray"), self.one_machine())

    def test_killed_driver(self):
        """The driver dies while both nodes set books; the cluster lives, and another driver goes on."""
        cluster, _ = self.cluster()
        self.slow()
        command = [
            sys.executable, "-m", "paginator_ray", "run", self.manifest, "--out", str(self.path / "ray"),
            "--program", PROGRAM, "--workers", "2", "--address", cluster.address]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        limit = time.monotonic() + 30
        while not processes(PROGRAM, "-") and time.monotonic() < limit:
            time.sleep(0.05)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.kill()
        process.wait()
        self.assertEqual(subprocess.run([*command, "--resume"], stderr=subprocess.DEVNULL).returncode, 1)
        self.once("ray")
        self.assertEqual(self.table("ray"), self.one_machine())

    def test_full_disk(self):
        """One worker has a full disk: the other one sets the books, and every row is there."""
        small = self.path / "small"
        small.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", small]
        if subprocess.run(mount, capture_output=True).returncode:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", small], check=True)
        (small / "full").write_bytes(b"x" * 4096)
        self.cluster(env_vars={"PAGINATOR_RAY_SCRATCH": str(small)})
        units = self.units()
        for unit in units:
            unit["outputs"] = ["map"]
        self.write(units)
        # A URI, so that a worker copies each book to its own disk.
        out = "file://" + str(self.path / "ray")
        run("file://" + self.manifest, out, Settings(PROGRAM, workers=2))
        self.once("ray")
        self.assertEqual(self.table("ray"), self.one_machine())
        maps = {folder: len(list((self.path / folder).glob("*/map.json"))) for folder in ("ray", "one")}
        self.assertEqual(maps["ray"], maps["one"])


if __name__ == "__main__":
    unittest.main()
