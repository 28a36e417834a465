"""The units of a manifest: JSON lines, or a table (.csv)."""
from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator

from .storage import Place

#: Keys of an edition whose values are paths; `style` is one too, if it ends in ".css".
PATHS = ("font-dir", "font-file", "hyphenation-dir", "hyphenation-exceptions", "root", "keep", "icc", "baseline")

#: Outputs that are files, which a worker copies to the folder of results.
FILES = ("map", "svg", "pdf", "page-list")

#: The other outputs: `check` is part of the row, `baseline` is written to the place of the baseline.
OUTPUTS = (*FILES, "check", "baseline")


@dataclass(frozen=True)
class Unit:
    """A book with all its editions, which are set together."""

    #: The position in the manifest, from 0.
    number: int
    #: The name in the manifest.
    name: str
    #: The book's path or URI.
    book: str
    #: The options of each edition, as in the manifest.
    settings: tuple[dict[str, Any], ...]
    #: The same, with paths resolved against the manifest.
    editions: tuple[dict[str, Any], ...]
    #: The outputs wanted, sorted.
    outputs: tuple[str, ...] = ()
    #: How much of the manifest was read with this unit, in characters.
    read: int = 0

    @property
    def digest(self) -> str:
        """Identifies the unit in the results of a run; a digest of its entry in the manifest."""
        parts = [self.name, self.book, self.settings, *([self.outputs] if self.outputs else [])]
        text = json.dumps(parts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def line(self, local: Callable[[str, str], str] = lambda key, value: value, jobs: int = 1) -> str:
        """The unit as `paginate batch -` reads it. `local` gives the worker's path for a key and a path or URI, `jobs`
        is the number of processors; it changes no result."""
        common = {"jobs": str(jobs)} if jobs > 1 else {}
        unit = {
            "book": local("book", self.book), "name": self.name, "outputs": list(self.outputs),
            "editions": [{**common, **with_paths(edition, local)} for edition in self.editions]}
        return json.dumps(unit)


class ManifestError(ValueError):
    """A bad manifest; the message has the line number."""


def with_paths(edition: dict[str, Any], change: Callable[[str, str], str]) -> dict[str, Any]:
    """An edition with its paths changed."""
    def changed(key: str, value: Any) -> Any:
        return [change(key, v) for v in value] if isinstance(value, list) else change(key, value)

    return {
        key: changed(key, value) if key in PATHS or key == "style" and _is_file(value) else value
        for key, value in edition.items()}


def _is_file(style: Any) -> bool:
    # A URI may have options at its end.
    return str(style).split("?")[0].endswith(".css")


def read_manifest(path: str) -> Iterator[Unit]:
    """Yields the units one by one. Paths in the manifest are relative to it.

    Raises ManifestError, with the line number, for a line that is not a unit.
    """
    place = Place(path)
    with place.open_text() as file:
        read = 0

        def lines() -> Iterator[str]:
            nonlocal read
            for text in file:
                read += len(text)
                yield text

        rows: Iterable[str | dict[str, str]] = lines()
        number = line = 0
        try:
            if place.name.lower().endswith(".csv"):
                rows = csv.DictReader(lines(), strict=True)
                if "book" not in (rows.fieldnames or []):
                    raise ValueError('a table wants a column "book"')
            for line, row in enumerate(rows, 1):
                if isinstance(row, str) and not row.strip():
                    continue
                yield _unit(number, _object(row), place, read)
                number += 1
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, csv.Error) as error:
            raise ManifestError(f"{path}:{max(1, line)}: {error}") from None
        if not number:
            raise ManifestError(f"{path}: it names no books")


def _object(row: str | dict[str, str]) -> dict[str, Any]:
    if isinstance(row, str):
        unit = json.loads(row)
        if "\\u" in row:
            # Half a character can be in no file: UnicodeEncodeError is a ValueError.
            json.dumps(unit, ensure_ascii=False).encode()
        if not isinstance(unit, dict):
            raise ValueError("no object of JSON")
        return unit
    settings = {
        key: value == "true" if value in ("true", "false") else value
        for key, value in row.items() if value and key not in ("book", "outputs", "name")}
    name = {"name": row["name"]} if row.get("name") else {}
    return {"book": row["book"], **name, "editions": [settings], "outputs": (row.get("outputs") or "").split()}


def _unit(number: int, row: dict[str, Any], place: Place, read: int) -> Unit:
    known = {"book", "name", "editions", "outputs"}
    for key in row:
        if key not in known:
            raise ValueError(f'unknown key "{key}": a unit has {", ".join(sorted(known))}')
    outputs = row.get("outputs") or []
    if not isinstance(outputs, list) or any(output not in OUTPUTS for output in outputs):
        raise ValueError(f'"outputs" wants a list of {", ".join(OUTPUTS)}')
    if not row.get("book") or not isinstance(row["book"], str):
        raise ValueError('a unit wants a "book"')
    name = row["name"] if isinstance(row.get("name"), str) else row["book"]
    editions = row.get("editions", [{}])
    if not isinstance(editions, list) or not editions or not all(isinstance(one, dict) for one in editions):
        raise ValueError('"editions" wants a list of objects')
    if {"check", "baseline"} & set(outputs) and not all("baseline" in edition for edition in editions):
        # A worker may have a copy of the book in another folder.
        raise ValueError('"check" and "baseline" on a cluster want a "baseline" in every edition')
    return Unit(
        number, name, place.beside(row["book"]), tuple(editions),
        tuple(with_paths(edition, lambda _, path: place.beside(path)) for edition in editions), tuple(sorted(set(outputs))), read)
