"""The units of a manifest: JSON lines, or a table (.csv)."""
from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Iterator

from .storage import Place

#: Keys of an edition whose values are paths.
PATHS = ("font-dir", "font-file", "hyphenation-dir", "hyphenation-exceptions", "root", "keep", "icc", "baseline")

#: Outputs that are part of a row. The others are files, which are not written on a cluster yet.
OUTPUTS = ("check",)


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
    #: The outputs wanted: `check`, or none.
    outputs: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Identifies the unit in the results of a run; a digest of its entry in the manifest."""
        parts = [self.name, self.book, self.settings, *([self.outputs] if self.outputs else [])]
        text = json.dumps(parts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def line(self, book: str) -> str:
        """The unit as `paginate batch -` reads it, with the worker's path of the book."""
        unit = {"book": book, "name": self.name, "editions": list(self.editions), "outputs": list(self.outputs)}
        return json.dumps(unit)


class ManifestError(ValueError):
    """A bad manifest; the message has the line number."""


def read_manifest(path: str) -> Iterator[Unit]:
    """Yields the units one by one. Paths in the manifest are relative to it.

    Raises ManifestError, with the line number, for a line that is not a unit.
    """
    place = Place(path)
    with place.open_text() as lines:
        rows = csv.DictReader(lines) if path.lower().endswith(".csv") else lines
        number = 0
        for line, row in enumerate(rows, 1):
            if isinstance(row, str) and not row.strip():
                continue
            try:
                yield _unit(number, _object(row), place)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ManifestError(f"{path}:{line}: {error}") from None
            number += 1


def _object(row: str | dict[str, str]) -> dict[str, Any]:
    if isinstance(row, str):
        return json.loads(row)
    settings = {key: value for key, value in row.items() if value and key not in ("book", "outputs", "name")}
    return {"book": row["book"], "editions": [settings], "outputs": (row.get("outputs") or "").split()}


def _unit(number: int, row: dict[str, Any], place: Place) -> Unit:
    known = {"book", "name", "editions", "outputs"}
    for key in row:
        if key not in known:
            raise ValueError(f'unknown key "{key}": a unit has {", ".join(sorted(known))}')
    outputs = row.get("outputs") or []
    if not isinstance(outputs, list) or any(output not in OUTPUTS for output in outputs):
        raise ValueError('"outputs" other than check are not written on a cluster yet: use "paginate batch --shard"')
    if not row.get("book"):
        raise ValueError('a unit wants a "book"')
    editions = row.get("editions", [{}])
    if not isinstance(editions, list) or not editions:
        raise ValueError('"editions" wants a list of objects')
    if outputs and not all("baseline" in edition for edition in editions):
        # A worker may have a copy of the book in another folder.
        raise ValueError('"check" on a cluster wants a "baseline" in every edition')
    return Unit(
        number, row.get("name", row["book"]), place.beside(row["book"]), tuple(editions),
        tuple(_edition(edition, place) for edition in editions), tuple(sorted(set(outputs))))


def _edition(edition: dict[str, Any], place: Place) -> dict[str, Any]:
    def resolved(value: Any) -> Any:
        return [place.beside(v) for v in value] if isinstance(value, list) else place.beside(value)

    result = {key: resolved(value) if key in PATHS else value for key, value in edition.items()}
    if str(edition.get("style", "")).endswith(".css"):
        result["style"] = place.beside(edition["style"])
    return result
