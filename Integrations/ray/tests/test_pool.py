#!/usr/bin/env python3
"""What the driver does when workers die, have full disks or do not start, with a stand-in for Ray: no time passes.

    python3 Integrations/ray/tests/test_pool.py
"""
import contextlib
import importlib.metadata
import io
import json
import pathlib
import random
import tempfile
import unittest
from unittest import mock

import ray

import paginator_ray
from paginator_ray import driver, pool
from paginator_ray.__main__ import main
from paginator_ray.cost import Need
from paginator_ray.manifest import read_manifest
from paginator_ray.results import Results
from paginator_ray.worker import Answer, Settings, failed


class Reference:
    """A task: it is done when Ray is asked for it, with what `work` returns or raises."""

    def __init__(self, work):
        self.work = work

    def result(self):
        if not hasattr(self, "value"):
            try:
                self.value = self.work()
            except ray.exceptions.RayError as error:
                self.value = error
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


class Method:
    def __init__(self, work):
        self.work = work

    def options(self, **_):
        return self

    def remote(self, *arguments):
        return Reference(lambda: self.work(*arguments))


class Ray:
    """The calls that the pool makes, and a worker on each of two nodes in turn."""

    exceptions = ray.exceptions

    def __init__(self, work, seed):
        self._work = work
        self._random = random.Random(seed)
        self.started = []
        self.log = []
        self.needs = []

    def options(self, num_cpus, memory):
        def new(settings, out, processors):
            number = len(self.started)
            self.started.append((memory >> 20, num_cpus))
            node = "ab"[number % 2]
            actor = mock.Mock(alive=True)

            def checked(work):
                def call(*arguments):
                    if not actor.alive:
                        raise ray.exceptions.ActorDiedError()
                    try:
                        return work(*arguments)
                    except ray.exceptions.ActorDiedError:
                        actor.alive = False
                        raise
                return Method(call)

            def set(unit):
                self.log.append((unit.name, node))
                self.needs.append((unit.name, (memory >> 20, num_cpus)))
                return self._work(unit, node)

            actor.ready = checked(lambda: self._work(None, node) or node)
            actor.set = checked(set)
            actor.close = checked(lambda: None)
            return actor

        return mock.Mock(remote=new)

    def cluster_resources(self):
        return {"CPU": 2, "memory": 8 << 30}

    def nodes(self):
        return [{"Alive": True, "Resources": {"CPU": 2, "memory": 4 << 30}}] * 2

    def wait(self, references, num_returns, timeout):
        # Any of them may be ready.
        ready = self._random.sample(references, num_returns)
        return ready, [reference for reference in references if reference not in ready]

    def get(self, reference, timeout=None):
        return reference.result()

    def kill(self, actor):
        actor.alive = False


def good(unit):
    return Answer([{"key": unit.digest, "book": unit.name, "edition": {}, "status": "ok"}])


class Failures(unittest.TestCase):
    def run_with(self, work, count=8, attempts=3, seed=1):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        # The first book is the largest, so it is taken first.
        for number in range(count):
            (path / f"b{number}").write_bytes(bytes(count - number))
        (path / "m.jsonl").write_text("".join(json.dumps({"book": f"b{number}"}) + "\n" for number in range(count)))
        stand_in = Ray(work, seed)
        results = Results(str(path / "out"))
        with mock.patch.multiple(pool, ray=stand_in, Worker=stand_in):
            one = driver._Driver(Settings(workers=2, attempts=attempts), results, 1)
            one.run(one.new(read_manifest(str(path / "m.jsonl"))))
        results.finish()
        rows = [row for name in results._parts.names() for unit in results._units(name) for row in unit["rows"]]
        self.assertEqual(sorted({row["book"] for row in rows}), sorted(f"b{number}" for number in range(count)))
        self.assertEqual(len(rows), count)
        return stand_in, {row["book"]: row for row in rows}

    def attempts(self, stand_in, name):
        return [node for book, node in stand_in.log if book == name]

    def test_worker_dies(self):
        """A book that kills its worker is tried three times, the second time on the other node; no other book loses
        an attempt, though some were waiting behind it."""
        def work(unit, node):
            if unit and unit.name == "b0":
                raise ray.exceptions.ActorDiedError()
            return unit and good(unit)

        for seed in range(20):
            with self.subTest(seed=seed):
                stand_in, rows = self.run_with(work, seed=seed)
                nodes = self.attempts(stand_in, "b0")
                self.assertEqual(len(nodes), 3)
                self.assertNotEqual(nodes[0], nodes[1])
                self.assertEqual(rows["b0"]["error"]["class"], "crash")
                self.assertEqual({row["status"] for name, row in rows.items() if name != "b0"}, {"ok"})
                self.assertEqual({len(self.attempts(stand_in, name)) for name in rows if name != "b0"}, {1})
                # With one attempt, only the book itself fails.
                _, rows = self.run_with(work, attempts=1, seed=seed)
                self.assertEqual([name for name, row in rows.items() if row["status"] == "failed"], ["b0"])

    def test_full_disk(self):
        """A worker whose disk is full gets nothing more for a while, and its book is set by the other one."""
        def work(unit, node):
            if unit and node == "a":
                return Answer(failed(unit, "output", "no space left"), True)
            return unit and good(unit)

        for seed in range(20):
            with self.subTest(seed=seed):
                stand_in, rows = self.run_with(work, seed=seed)
                self.assertEqual({row["status"] for row in rows.values()}, {"ok"})
                # One unit that it was given, and one that waited.
                self.assertLessEqual(len([node for _, node in stand_in.log if node == "a"]), 2)

    def test_all_disks_full(self):
        """Every unit has a row, after all attempts."""
        stand_in, rows = self.run_with(lambda unit, node: unit and Answer(failed(unit, "output", "full"), True), 3)
        self.assertEqual({row["status"] for row in rows.values()}, {"failed"})
        self.assertEqual(len(stand_in.log), 9)

    def test_permanent(self):
        """What is wrong with a book is not tried again."""
        stand_in, _ = self.run_with(lambda unit, node: unit and Answer(failed(unit, "bad-input", "no EPUB")), 3)
        self.assertEqual(len(stand_in.log), 3)

    def test_no_worker_starts(self):
        def work(unit, node):
            raise ray.exceptions.ActorDiedError()

        with self.assertRaisesRegex(RuntimeError, "no worker could be started"):
            self.run_with(work)

    def test_needs(self):
        """A worker with too little memory or too few processors is replaced before it gets a large book, and one with
        too many before it gets a small one; the books are all set."""
        def need(size):
            return Need(2048, 2) if size == 3 else Need(512, 1)

        for failures in (0, 2):
            def work(unit, node):
                if unit and unit.name == "b0" and len(tries) < failures:
                    tries.append(node)
                    raise ray.exceptions.ActorDiedError()
                return unit and good(unit)

            tries = []
            with self.subTest(failures=failures), mock.patch.object(driver, "need_for", need):
                stand_in, rows = self.run_with(work, 3)
                needs = [(name, *need) for name, need in stand_in.needs]
                self.assertEqual(stand_in.started[:2], [(512, 1), (512, 1)])
                self.assertEqual(needs.count(("b0", 2048, 2)), failures + 1)
                self.assertEqual({need[1:] for need in needs if need[0] != "b0"}, {(512, 1)})
                self.assertEqual({row["status"] for row in rows.values()}, {"ok"})


class Versions(unittest.TestCase):
    def test_version(self):
        """The option, the module and the installed package have one version."""
        text = io.StringIO()
        with self.assertRaises(SystemExit) as end, contextlib.redirect_stdout(text):
            main(["--version"])
        self.assertEqual(end.exception.code, 0)
        self.assertEqual(text.getvalue(), f"paginator-ray {paginator_ray.__version__}\n")
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            self.assertEqual(importlib.metadata.version("paginator-ray"), paginator_ray.__version__)


if __name__ == "__main__":
    unittest.main()
