"""The units of a manifest: JSON lines, or a table (.csv)."""
from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Iterator

from .storage import Place

#: Keys of an edition whose values are files.
PATHS = ("font-dir", "font-file", "hyphenation-dir", "hyphenation-exceptions", "root", "keep")


@dataclass(frozen=True)
class Unit:
    """A book with all its editions: what is set at a time."""

    #: Counted from 0 in the manifest.
    number: int
    #: As the manifest names it.
    name: str
    #: Where the book is: a path or a URI.
    book: str
    #: Options as the manifest has them.
    settings: tuple[dict[str, Any], ...]
    #: The same with paths that a worker finds.
    editions: tuple[dict[str, Any], ...]

    @property
    def digest(self) -> str:
        """Names the unit in the results of a run: what the manifest says of it."""
        text = json.dumps([self.name, self.book, self.settings], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def line(self, book: str) -> str:
        """The unit as `paginate batch -` reads it, with the book where the worker has it."""
        return json.dumps({"book": book, "name": self.name, "editions": list(self.editions)})


class ManifestError(ValueError):
    """A manifest that is not understood; the message has the line."""


def read_manifest(path: str) -> Iterator[Unit]:
    """Yields the units one by one; paths in them are relative to the manifest.

    Raises ManifestError for a line that is no unit, with its number.
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
    return {"book": row["book"], "editions": [settings], "outputs": row.get("outputs")}


def _unit(number: int, row: dict[str, Any], place: Place) -> Unit:
    known = {"book", "name", "editions", "outputs"}
    for key in row:
        if key not in known:
            raise ValueError(f'unknown key "{key}": a unit has {", ".join(sorted(known))}')
    if row.get("outputs"):
        raise ValueError('"outputs" are not written on a cluster yet: use "paginate batch --shard"')
    if not row.get("book"):
        raise ValueError('a unit wants a "book"')
    editions = row.get("editions", [{}])
    if not isinstance(editions, list) or not editions:
        raise ValueError('"editions" wants a list of objects')
    return Unit(
        number, row.get("name", row["book"]), place.beside(row["book"]), tuple(editions),
        tuple(_edition(edition, place) for edition in editions))


def _edition(edition: dict[str, Any], place: Place) -> dict[str, Any]:
    def resolved(value: Any) -> Any:
        return [place.beside(v) for v in value] if isinstance(value, list) else place.beside(value)

    result = {key: resolved(value) if key in PATHS else value for key, value in edition.items()}
    if str(edition.get("style", "")).endswith(".css"):
        result["style"] = place.beside(edition["style"])
    return result
