"""The rows of a run: part files during the run, one table at the end."""
from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import tempfile
import time
import uuid
from typing import IO, Any, Iterable, Iterator

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from .storage import Place

#: The values that depend only on a book and its settings, as in `table.csv` of `paginate batch`.
COLUMNS = ("key", "book", "edition", "status", "pages", "lines", "findings", "mapDigest", "error", "check")

SCHEMA = pa.schema([(name, pa.int64() if name in ("pages", "lines") else pa.string()) for name in COLUMNS])


class Results:
    """A folder of results. Rows are written in parts of whole units. If a driver is killed, only its unwritten part
    is lost; those units are set again. Memory does not grow with the number of rows."""

    #: A part is written when it has so many units, or is so many seconds old.
    PART = 200
    SECONDS = 30.0

    #: The table is sorted in pieces of about so many bytes.
    PIECE = 4 << 20

    #: The rows of a group in the Parquet file.
    GROUP = 5_000

    def __init__(self, folder: str) -> None:
        self.folder = Place(folder)
        self._parts = self.folder.child("parts")
        self._waiting: list[str] = []
        self._written = time.monotonic()
        self._number = 0
        #: Digests of the units that are finished or were read, 12 bytes each.
        self.known: set[bytes] = set()
        self.good = self.moved = self.failed = 0

    def resume(self, retry_failed: bool = False) -> None:
        """Loads the results of an earlier run."""
        for name in self._parts.names():
            self._number = max(self._number, int(name.split(".")[0].split("-")[0]) + 1)
            for unit in self._units(name):
                if retry_failed and any(row["status"] == "failed" for row in unit["rows"]):
                    continue
                digest = bytes.fromhex(unit["unit"])
                if digest not in self.known:
                    self.known.add(digest)
                    self._count(unit["rows"])

    @property
    def exists(self) -> bool:
        """Whether there are results of an earlier run."""
        return bool(self._parts.names())

    def add(self, digest: str, rows: list[dict[str, Any]]) -> None:
        """Adds the rows of a unit."""
        self._count(rows)
        self._waiting.append(json.dumps({"unit": digest, "rows": rows}) + "\n")
        if len(self._waiting) >= self.PART or time.monotonic() - self._written > self.SECONDS:
            self.flush()

    def flush(self) -> None:
        """Writes the rows that are not yet written."""
        if self._waiting:
            # A name of its own, so that a second driver on the folder, by mistake, overwrites nothing.
            name = f"{self._number:06}-{uuid.uuid4().hex[:8]}.jsonl"
            self._parts.child(name).write("".join(self._waiting).encode())
            self._number += 1
            self._waiting = []
        self._written = time.monotonic()

    def finish(self) -> None:
        """Writes `table.parquet`, and `table.csv` with the same bytes as on one machine."""
        self.flush()
        # No longer needed; its memory is for sorting.
        self.known = set()
        with contextlib.ExitStack() as stack:
            text = stack.enter_context(self.folder.child("table.csv").writing())
            parquet = stack.enter_context(self.folder.child("table.parquet").writing())
            writer = stack.enter_context(pq.ParquetWriter(parquet, SCHEMA))
            text.write(_csv([COLUMNS]))
            group: list[list[Any]] = []
            for row in self._sorted():
                group.append(_cells(row))
                if len(group) >= self.GROUP:
                    _write(group, text, writer)
            _write(group, text, writer)

    def _sorted(self) -> Iterator[dict[str, Any]]:
        """The rows by key, one of each key. They are first divided by the beginning of their keys, into files that
        are sorted one by one."""
        names = self._parts.names()
        size = sum(self._parts.child(name).size() for name in names)
        count = min(256, max(1, size // self.PIECE))
        with tempfile.TemporaryDirectory(prefix="paginator-ray-") as folder:
            paths = [os.path.join(folder, str(number)) for number in range(count)]
            with contextlib.ExitStack() as stack:
                files = [stack.enter_context(open(path, "wb")) for path in paths]
                for name in names:
                    for unit in self._units(name):
                        for row in unit["rows"]:
                            # Keys are digests, so their beginnings are evenly distributed.
                            files[int(row["key"][:4], 16) * count >> 16].write(
                                json.dumps({name: row.get(name) for name in COLUMNS}).encode() + b"\n")
            for path in paths:
                with open(path, "rb") as file:
                    yield from _one_a_key(json.loads(line) for line in file)
                os.remove(path)

    def _units(self, name: str) -> Iterator[dict[str, Any]]:
        for line in (self._parts.child(name).read() or b"").splitlines():
            # A store may have part of a file whose driver was killed.
            with contextlib.suppress(ValueError):
                yield json.loads(line)

    def _count(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["status"] == "ok":
                self.good += 1
            elif row["status"] == "moved":
                self.moved += 1
            else:
                self.failed += 1


def _one_a_key(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row of each key, sorted: one that did not fail, with the first name of its books, as on one machine."""
    def order(row: dict[str, Any]) -> tuple[bool, str, str]:
        return row["status"] == "failed", row["book"], _json(row["edition"])

    best: dict[str, dict[str, Any]] = {}
    for row in rows:
        known = best.get(row["key"])
        if known is None or order(row) < order(known):
            best[row["key"]] = row
    return [best[key] for key in sorted(best)]


def _write(group: list[list[Any]], text: IO[bytes], writer: pq.ParquetWriter) -> None:
    if group:
        text.write(_csv(group))
        columns = [[cells[index] for cells in group] for index in range(len(COLUMNS))]
        writer.write_table(pa.table(columns, schema=SCHEMA))
    group.clear()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _cells(row: dict[str, Any]) -> list[Any]:
    return [_json(value) if isinstance(value := row.get(name), dict) else value for name in COLUMNS]


def _csv(table: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue().encode()
