"""The rows of a run: part files during the run, one table at the end."""
from __future__ import annotations

import csv
import io
import json
from typing import Any, Iterable

import pyarrow as pa
import pyarrow.parquet as pq

from .storage import Place

#: The values that depend only on a book and its settings, as in `table.csv` of `paginate batch`.
COLUMNS = ("key", "book", "edition", "status", "pages", "lines", "findings", "mapDigest", "error", "check")


class Results:
    """A folder of results. Rows are written in parts of whole units. If a driver is killed, only its unwritten part
    is lost; those units are set again."""

    PART = 200

    def __init__(self, folder: str) -> None:
        self._folder = Place(folder)
        self._parts = self._folder.child("parts")
        self._waiting: list[dict[str, Any]] = []
        self._number = 0
        #: Digests of the finished units.
        self.done: set[str] = set()
        self.good = self.moved = self.failed = 0

    def resume(self, retry_failed: bool = False) -> None:
        """Loads the results of an earlier run."""
        for name, part in self._read():
            self._number = max(self._number, int(name.split(".")[0]) + 1)
            for unit in part:
                if retry_failed and any(row["status"] == "failed" for row in unit["rows"]):
                    continue
                self.done.add(unit["unit"])
                self._count(unit["rows"])

    @property
    def exists(self) -> bool:
        return bool(self._parts.names())

    def add(self, digest: str, rows: list[dict[str, Any]]) -> None:
        """Adds the rows of a unit."""
        self.done.add(digest)
        self._count(rows)
        self._waiting.append({"unit": digest, "rows": rows})
        if len(self._waiting) >= self.PART:
            self.flush()

    def flush(self) -> None:
        """Writes the rows that are not yet written."""
        if not self._waiting:
            return
        lines = "".join(json.dumps(unit) + "\n" for unit in self._waiting)
        self._parts.child(f"{self._number:06}.jsonl").write(lines.encode())
        self._number += 1
        self._waiting = []

    def finish(self) -> None:
        """Writes `table.parquet`, and `table.csv` with the same bytes as on one machine."""
        self.flush()
        rows: dict[str, dict[str, Any]] = {}
        for _, part in self._read():
            for unit in part:
                for row in unit["rows"]:
                    known = rows.get(row["key"])
                    if known is None or known["status"] == "failed":
                        rows[row["key"]] = row
        table = [_cells(rows[key]) for key in sorted(rows)]
        columns = {name: [cells[index] for cells in table] for index, name in enumerate(COLUMNS)}
        self._folder.child("table.csv").write(_csv(table).encode())
        sink = io.BytesIO()
        pq.write_table(pa.table(columns), sink)
        self._folder.child("table.parquet").write(sink.getvalue())

    def _read(self) -> Iterable[tuple[str, list[dict[str, Any]]]]:
        for name in self._parts.names():
            content = self._parts.child(name).read() or b""
            yield name, [json.loads(line) for line in content.decode().splitlines()]

    def _count(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["status"] == "ok":
                self.good += 1
            elif row["status"] == "moved":
                self.moved += 1
            else:
                self.failed += 1


def _cells(row: dict[str, Any]) -> list[Any]:
    def cell(value: Any) -> Any:
        if isinstance(value, dict):
            return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return value

    return [cell(row.get(name)) for name in COLUMNS]


def _csv(table: list[list[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(table)
    return text.getvalue()
