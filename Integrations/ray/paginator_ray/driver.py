"""Assigns units to workers: a bounded number at a time, the largest of those read ahead first."""
from __future__ import annotations

import heapq
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from typing import Any, Iterator

import ray

from .child import BatchChild, ChildEnded
from .manifest import Unit, read_manifest
from .results import Results
from .storage import Place

#: Errors that may not occur on another attempt or another machine.
TRANSIENT = ("crash", "timeout", "memory", "internal", "output")


@dataclass(frozen=True)
class Settings:
    """The settings of a run."""

    #: The command; it must exist on every node.
    program: str = "paginate"
    #: The time limit for a book, in seconds; 0 for no limit.
    timeout: int = 0
    #: The memory limit for a worker, in megabytes; 0 for no limit.
    memory: int = 0
    #: The folder, on every node, in which `paginate batch` caches rows; None for no cache.
    cache: str | None = None
    #: The number of workers; None for one per processor of the cluster.
    workers: int | None = None
    #: How often a unit is tried if its error may be temporary.
    attempts: int = 3
    #: How many units are read ahead, so that the largest can be taken first.
    ahead: int = 1000


@dataclass(frozen=True)
class Summary:
    """The result of a run."""

    units: int
    skipped: int
    good: int
    #: Editions that are not as in their baselines.
    moved: int
    failed: int
    seconds: float


@ray.remote(num_cpus=1, max_restarts=-1)
class Worker:
    """Runs a `paginate batch -` process."""

    def __init__(self, settings: Settings) -> None:
        self._folder = tempfile.mkdtemp(prefix="paginator-ray-")
        self._child = BatchChild(settings.program, settings.timeout, settings.memory, settings.cache)

    def set(self, unit: Unit) -> list[dict[str, Any]]:
        """Returns a row for every edition; failures are rows too."""
        try:
            # paginate reports a missing book, with its key.
            with Place(unit.book).local(self._folder) as book:
                rows = self._child.rows(unit.line(book), len(unit.editions))
        except ChildEnded as error:
            return failed(unit, error.kind, str(error))
        except OSError as error:
            return failed(unit, "no-input", str(error))
        return [{**row, "edition": settings} for row, settings in zip(rows, unit.settings)]

    def close(self) -> None:
        """Ends the process and removes the worker's folder."""
        self._child.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def failed(unit: Unit, kind: str, message: str) -> list[dict[str, Any]]:
    """The rows of a unit without results: their keys are the unit's digest and the number of the edition."""
    return [
        {"key": f"{unit.digest[:20]}{index:04}", "book": unit.name, "edition": settings, "status": "failed",
         "error": {"class": kind, "message": message}}
        for index, settings in enumerate(unit.settings)]


def run(
    manifest: str, out: str, settings: Settings = Settings(), *, resume: bool = False,
    retry_failed: bool = False, address: str | None = None,
) -> Summary:
    """Sets every unit of a manifest and writes `table.parquet` and `table.csv`.

    Raises ManifestError for a bad manifest, and FileExistsError if there are results already and neither
    `resume` nor `retry_failed` is set.
    """
    results = Results(out)
    if results.exists and not (resume or retry_failed):
        raise FileExistsError(f'there are results in "{out}": resume goes on with them')
    results.resume(retry_failed)
    if not ray.is_initialized():
        ray.init(address=address or "local", log_to_driver=False, logging_level="error")
    start = time.monotonic()
    driver = _Driver(settings, results)
    try:
        driver.run(_unique(read_manifest(manifest), results.done, driver))
    finally:
        results.flush()
    results.finish()
    return Summary(
        driver.units, driver.skipped, results.good, results.moved, results.failed, time.monotonic() - start)


def _unique(units: Iterator[Unit], done: set[str], driver: "_Driver") -> Iterator[Unit]:
    seen: set[str] = set()
    for unit in units:
        if unit.digest in done or unit.digest in seen:
            driver.skipped += 1
            continue
        seen.add(unit.digest)
        yield unit


class _Driver:
    def __init__(self, settings: Settings, results: Results) -> None:
        self._settings = settings
        self._results = results
        self._shown = 0.0
        self.units = self.skipped = 0

    def run(self, units: Iterator[Unit]) -> None:
        # Absolute paths, because workers run in other folders.
        settings = self._settings
        program = shutil.which(settings.program)
        if program:
            settings = replace(settings, program=os.path.abspath(program))
        if settings.cache:
            settings = replace(settings, cache=os.path.abspath(settings.cache))
        count = settings.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        workers = [Worker.remote(settings) for _ in range(count)]
        ahead = _LargestFirst(units, settings.ahead)
        # Two units per worker: one that it sets, and one that waits.
        idle = workers * 2
        under_way: dict[Any, tuple[Unit, Any, int]] = {}
        again: list[tuple[Unit, int]] = []
        while True:
            while idle and (job := again.pop() if again else ahead.next()):
                unit, attempt = job
                worker = idle.pop(0)
                under_way[worker.set.remote(unit)] = (unit, worker, attempt)
            if not under_way:
                break
            ready, _ = ray.wait(list(under_way), num_returns=1)
            for reference in ready:
                unit, worker, attempt = under_way.pop(reference)
                idle.append(worker)
                rows = self._rows(reference, unit)
                if attempt < self._settings.attempts and _may_pass(rows):
                    again.append((unit, attempt + 1))
                    continue
                self.units += 1
                self._results.add(unit.digest, rows)
            self._show(len(under_way))
        for worker in workers:
            worker.close.remote()

    def _rows(self, reference: Any, unit: Unit) -> list[dict[str, Any]]:
        try:
            return ray.get(reference)
        except ray.exceptions.RayError as error:
            # The worker or its node died; Ray starts it again.
            return failed(unit, "crash", f"the worker died: {type(error).__name__}")

    def _show(self, under_way: int) -> None:
        if not sys.stderr.isatty() or time.monotonic() - self._shown < 0.5:
            return
        self._shown = time.monotonic()
        sys.stderr.write(
            f"\r{self.units} books, {self._results.good} set, {self._results.failed} failed, "
            f"{under_way} under way ")


def _may_pass(rows: list[dict[str, Any]]) -> bool:
    return any(row["status"] == "failed" and row.get("error", {}).get("class") in TRANSIENT for row in rows)


class _LargestFirst:
    """Yields units by size, the largest of those read ahead first."""

    def __init__(self, units: Iterator[Unit], count: int) -> None:
        self._units = units
        self._heap: list[tuple[int, int, Unit]] = []
        self._count = count

    def next(self) -> tuple[Unit, int] | None:
        while len(self._heap) < self._count and (unit := next(self._units, None)):
            size = Place(unit.book).size() * len(unit.editions)
            heapq.heappush(self._heap, (-size, unit.number, unit))
        return (heapq.heappop(self._heap)[2], 1) if self._heap else None
