"""Assigns units to workers: a bounded number at a time, the largest of those read ahead first."""
from __future__ import annotations

import heapq
import itertools
import logging
import os
import re
import shutil
import socket
import sys
import time
from dataclasses import dataclass, replace
from typing import Any, Iterator

import ray

from .cost import need_for
from .manifest import Unit, read_manifest
from .pool import Pool, Slot
from .results import Results
from .storage import Place, sizes
from .worker import Answer, Settings, failed

#: Seconds in which a cluster must answer.
CONNECT = 20

#: Errors that may not occur on another attempt or another machine.
TRANSIENT = ("crash", "timeout", "memory", "internal", "output")


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


@dataclass(frozen=True)
class Job:
    """A unit to set."""

    unit: Unit
    #: The bytes of its book.
    size: int
    attempt: int = 1
    #: The nodes on which it failed.
    avoid: frozenset[str] = frozenset()


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
        _reach(address)
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR)
    start = time.monotonic()
    driver = _Driver(_absolute(settings), results, Place(manifest).size())
    try:
        driver.run(driver.new(read_manifest(manifest)))
    finally:
        results.flush()
    results.finish()
    return Summary(
        driver.units, driver.skipped, results.good, results.moved, results.failed, time.monotonic() - start)


def _reach(address: str | None) -> None:
    """Raises ConnectionError if nobody answers at HOST:PORT. Ray would try for a quarter of an hour."""
    place = re.fullmatch(r"([^/]+):(\d+)", address or "")
    if place:
        try:
            socket.create_connection((place[1].strip("[]"), int(place[2])), CONNECT).close()
        except OSError as error:
            raise ConnectionError(f'there is no cluster at "{address}": {error.strerror or error}') from None


def _absolute(settings: Settings) -> Settings:
    # Absolute paths, because workers run in other folders.
    program = shutil.which(settings.program)
    cache = settings.cache
    return replace(
        settings, program=os.path.abspath(program) if program else settings.program,
        cache=os.path.abspath(cache) if cache and "://" not in cache else cache)


class _Driver:
    def __init__(self, settings: Settings, results: Results, length: int) -> None:
        self._settings = settings
        self._results = results
        self._again: list[Job] = []
        self._progress = _Progress(results, length)
        self.units = self.skipped = 0

    def new(self, units: Iterator[Unit]) -> Iterator[Unit]:
        """The units that have no results yet."""
        for unit in units:
            digest = bytes.fromhex(unit.digest)
            if digest in self._results.known:
                self.skipped += 1
                continue
            self._results.known.add(digest)
            yield unit

    def run(self, units: Iterator[Unit]) -> None:
        """Sets all units."""
        ahead = _LargestFirst(units, self._settings.ahead)
        pool = Pool(self._settings, self._results.folder.uri)
        try:
            while True:
                while any([self._assign(slot, pool, ahead) for slot in pool.free()]):
                    pass
                if not self._again and ahead.first:
                    pool.release(need_for(ahead.first.size))
                elif not pool.is_busy and not self._again:
                    break
                for job, answer, node in pool.wait():
                    self._finish(job, answer, node)
                self._progress.show(self.units, ahead.last)
        finally:
            pool.close()

    def _assign(self, slot: Slot, pool: Pool, ahead: "_LargestFirst") -> bool:
        """Gives a worker a unit, if there is one for it."""
        for index, job in enumerate(self._again):
            # Alone, so that a book that kills workers costs no other book an attempt.
            if slot.jobs or slot.node in job.avoid and pool.has_other(job.avoid):
                continue
            if not pool.suits(slot, need_for(job.size)):
                return False
            slot.set(self._again.pop(index), alone=True)
            return True
        new = ahead.first
        if self._again and slot.jobs or not new or not pool.suits(slot, need_for(new.size)):
            return False
        ahead.pop()
        slot.set(new)
        return True

    def _finish(self, job: Job, answer: Answer | str | None, node: str) -> None:
        """Takes the rows of a unit, or the reason why its worker died; None for a unit that was not begun."""
        if answer is None:
            self._again.append(job)
            return
        if isinstance(answer, str):
            answer = Answer(failed(job.unit, "crash", answer))
        if job.attempt < self._settings.attempts and _may_pass(answer.rows):
            self._again.append(replace(job, attempt=job.attempt + 1, avoid=job.avoid | {node}))
            return
        self.units += 1
        self._results.add(job.unit.digest, answer.rows)


def _may_pass(rows: list[dict[str, Any]]) -> bool:
    return any(row["status"] == "failed" and row.get("error", {}).get("class") in TRANSIENT for row in rows)


class _LargestFirst:
    """Gives units by size, the largest of those read ahead first."""

    #: Units whose sizes are asked for together; the first are few, so that work begins soon.
    CHUNK = 200

    def __init__(self, units: Iterator[Unit], count: int) -> None:
        self._units = units
        self._heap: list[tuple[int, int, Unit, int]] = []
        self._count = count
        #: The last unit that was read.
        self.last: Unit | None = None

    @property
    def first(self) -> Job | None:
        """The next unit; None at the end."""
        if len(self._heap) <= self._count - min(self.CHUNK, self._count):
            self._read()
        if not self._heap:
            return None
        _, _, unit, size = self._heap[0]
        return Job(unit, size)

    def pop(self) -> None:
        """Takes the next unit."""
        heapq.heappop(self._heap)

    def _read(self) -> None:
        units = list(itertools.islice(self._units, min(self.CHUNK, self._count)))
        for unit, size in zip(units, sizes(unit.book for unit in units)):
            heapq.heappush(self._heap, (-size * len(unit.editions), unit.number, unit, size))
        self.last = units[-1] if units else self.last


class _Progress:
    """A line on a terminal."""

    def __init__(self, results: Results, length: int) -> None:
        self._results = results
        self._length = length
        self._start = time.monotonic()
        self._shown = 0.0

    def show(self, units: int, last: Unit | None) -> None:
        """Shows how much of the manifest is done, twice a second."""
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._shown < 0.5 or not last:
            return
        self._shown = now
        seconds = now - self._start
        share = min(1.0, last.read / max(1, self._length) * units / (last.number + 1))
        left = f", {seconds * (1 - share) / share:.0f} s left" if share and seconds > 2 else ""
        bar = "#" * round(share * 20)
        sys.stderr.write(
            f"\r[{bar:-<20}] {units} books, {self._results.good} set, {self._results.failed} failed, "
            f"{units / seconds:.1f} books/s{left} \x1b[K")
