"""What a manifest costs, from measured figures (`Documentation/catalogue-cost.md`)."""
from __future__ import annotations

import itertools
from dataclasses import dataclass

from .manifest import read_manifest
from .storage import sizes

#: Processor seconds per edition, and per megabyte of book and edition.
SECONDS_AN_EDITION = 0.005
SECONDS_A_MEGABYTE = 0.7

#: Megabytes that Ray reserves for a worker, and those that it reserves more for each megabyte of a book, in steps.
#: A book of text alone, 2.2 MB in an EPUB, takes 700 MB in four editions; the worker itself takes about 130 MB.
MEMORY = 512
MEMORY_A_MEGABYTE = 320
STEP = 256

#: A book gets one more processor for so many megabytes: `paginate` then sets several of its chapters at a time.
MEGABYTES_A_PROCESSOR = 4

#: The processors of a book, at most. Few books have many long chapters.
PROCESSORS = 4


@dataclass(frozen=True)
class Need:
    """What Ray reserves for a worker."""

    #: Megabytes.
    memory: int = MEMORY
    processors: int = 1

    def within(self, most: "Need") -> "Need":
        """The same, but no more than another one of both."""
        return Need(min(self.memory, most.memory), min(self.processors, most.processors))


def need_for(size: int) -> Need:
    """What a worker needs for a book of so many bytes."""
    megabytes = size / 1e6
    return Need(
        MEMORY + int(megabytes * MEMORY_A_MEGABYTE) // STEP * STEP,
        min(PROCESSORS, 1 + int(megabytes / MEGABYTES_A_PROCESSOR)))


@dataclass
class Estimate:
    """The cost of a manifest."""

    units: int = 0
    editions: int = 0
    #: Books that are not there.
    missing: int = 0
    #: The bytes of all books, once for each edition.
    size: int = 0

    @property
    def seconds(self) -> float:
        """Processor seconds."""
        return self.editions * SECONDS_AN_EDITION + self.size / 1e6 * SECONDS_A_MEGABYTE


def estimate(manifest: str) -> Estimate:
    """Reads a manifest and adds up the cost. Raises ManifestError for a bad one."""
    result = Estimate()
    units = read_manifest(manifest)
    while chunk := list(itertools.islice(units, 1000)):
        for unit, size in zip(chunk, sizes(unit.book for unit in chunk)):
            result.units += 1
            result.editions += len(unit.editions)
            result.missing += size == 0
            result.size += size * len(unit.editions)
    return result
