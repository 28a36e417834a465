"""A worker: sets units with a `paginate batch -` process, with local copies of what is in a store."""
from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import socket
import tempfile
from dataclasses import dataclass
from typing import Any

import ray

from .child import BatchChild, ChildEnded
from .manifest import Unit
from .storage import Place

#: Keys whose files belong to one book. Copies of other files are kept, because many books use them.
OWN = ("book", "baseline", "keep")

#: Errors of a machine that another one may not have.
UNFIT = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)

#: The ending of cached rows, in the cache of `paginate batch`.
ROW = ".row"


@dataclass(frozen=True)
class Settings:
    """The settings of a run."""

    #: The command; it must exist on every node.
    program: str = "paginate"
    #: The time limit for a book, in seconds; 0 for no limit.
    timeout: int = 0
    #: The memory limit for a worker, in megabytes; 0 for no limit.
    memory: int = 0
    #: The folder, on every node, or its URI, in which rows are cached by their keys; None for no cache.
    cache: str | None = None
    #: The number of workers; None for one per processor of the cluster.
    workers: int | None = None
    #: How often a unit is tried if its error may be temporary.
    attempts: int = 3
    #: How many units are read ahead, so that the largest can be taken first.
    ahead: int = 1000


@dataclass(frozen=True)
class Answer:
    """The rows of a unit, and whether the worker's machine is the reason of a failure."""

    rows: list[dict[str, Any]]
    #: The machine cannot write files: others should be tried.
    is_unfit: bool = False


def failed(unit: Unit, kind: str, message: str) -> list[dict[str, Any]]:
    """The rows of a unit without results: their keys are the unit's digest and the number of the edition."""
    return [
        {"key": f"{unit.digest[:20]}{index:04x}", "book": unit.name, "edition": settings, "status": "failed",
         "error": {"class": kind, "message": message}}
        for index, settings in enumerate(unit.settings)]


class Scratch:
    """A worker's own folder: copies of books and other inputs, and outputs before they are copied to the results.

    It is in the folder that PAGINATOR_RAY_SCRATCH names on the node, else in that of TMPDIR. It is made when it is first
    used, so that a full disk fails units, not the worker."""

    def __init__(self) -> None:
        self._folder: str | None = None

    def path(self, *names: str) -> str:
        """A path in the folder; the folder is made, what is in it is not."""
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="paginator-ray-", dir=os.environ.get("PAGINATOR_RAY_SCRATCH"))
        return os.path.join(self._folder, *names)

    def local(self, key: str, uri: str) -> str:
        """The worker's path of a path or URI. A file that does not exist has one too: paginate reports it."""
        place = Place(uri)
        if place.is_local:
            return uri
        folder = self.path("unit" if key in OWN else "kept", hashlib.sha256(uri.encode()).hexdigest()[:16])
        path = os.path.join(folder, place.name)
        if not os.path.exists(path):
            os.makedirs(folder, exist_ok=True)
            try:
                place.copy_to(path)
            except OSError:
                # Never a part of a font or style.
                shutil.rmtree(folder, ignore_errors=True)
                raise
        return path

    def clear(self, *names: str) -> None:
        """Removes folders."""
        for name in names if self._folder else ():
            shutil.rmtree(self.path(name), ignore_errors=True)

    def remove(self) -> None:
        """Removes the whole folder."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


class StoreCache:
    """Rows by key in a store. The entries that a unit needs are copied to a local folder, where `paginate batch`
    reads and writes them."""

    def __init__(self, uri: str, program: str, folder: str) -> None:
        self._place = Place(uri)
        self.folder = folder
        self._keys = BatchChild(program, options=["--print-key"])
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def fetch(self, line: str, count: int) -> None:
        """Copies the cached rows of a unit's editions to the local folder."""
        for key in set(self._keys.keys(line, count)) - {"-"}:
            content = self._place.child(key + ROW).read()
            if content is not None:
                with open(os.path.join(self.folder, key + ROW), "wb") as file:
                    file.write(content)

    def store(self, rows: list[dict[str, Any]]) -> None:
        """Copies new ones of these rows to the store, and empties the local folder, which also has the rows of units
        that are not cached."""
        new = {row["key"] + ROW for row in rows if not row.get("cached")}
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if name in new:
                # A cache that cannot be written does not fail a book.
                with contextlib.suppress(OSError):
                    self._place.child(name).copy_from(path)
            if name.endswith(ROW):
                os.remove(path)

    def close(self) -> None:
        """Ends the process."""
        self._keys.close()


@ray.remote(num_cpus=1, max_restarts=0)
class Worker:
    """Runs a `paginate batch -` process."""

    def __init__(self, settings: Settings, out: str, processors: int = 1) -> None:
        self._settings = settings
        self._processors = processors
        self._out = Place(out)
        self._scratch = Scratch()
        self._child: BatchChild | None = None
        self._cache: StoreCache | None = None

    def ready(self) -> str:
        """The worker's node. Raises FileNotFoundError if the program is not there: no book is to blame for that."""
        if not shutil.which(self._settings.program):
            raise FileNotFoundError(f'there is no program "{self._settings.program}" on {socket.gethostname()}')
        return ray.get_runtime_context().get_node_id()

    def set(self, unit: Unit) -> Answer:
        """Sets a unit. There is a row for every edition; failures are rows too."""
        try:
            rows = self._rows(unit)
            unfit = any(row.get("error", {}).get("class") == "output" for row in rows)
            return Answer([{**row, "edition": settings} for row, settings in zip(rows, unit.settings)], unfit)
        except ChildEnded as error:
            return Answer(failed(unit, error.kind, str(error)))
        except OSError as error:
            # The store, or the disk; what is wrong with a book, paginate reports.
            return Answer(failed(unit, "output", str(error)), error.errno in UNFIT)
        finally:
            self._scratch.clear("unit", "out")

    def close(self) -> None:
        """Ends the processes and removes the worker's folder."""
        for child in (self._child, self._cache):
            if child:
                child.close()
        self._scratch.remove()

    def _rows(self, unit: Unit) -> list[dict[str, Any]]:
        child = self._child or self._start()
        baselines: dict[str, str] = {}

        def local(key: str, uri: str) -> str:
            path = self._scratch.local(key, uri)
            if key == "baseline":
                baselines[path] = uri
            return path

        line = unit.line(local, self._processors)
        uses_cache = set(unit.outputs) <= {"check"}
        if self._cache and uses_cache:
            self._cache.fetch(line, len(unit.editions))
        rows = child.rows(line, len(unit.editions))
        if self._cache:
            self._cache.store(rows if uses_cache else [])
        self._publish(rows)
        if "baseline" in unit.outputs:
            for path, uri in baselines.items():
                if path != uri and os.path.exists(path):
                    Place(uri).copy_from(path)
        return rows

    def _start(self) -> BatchChild:
        settings = self._settings
        cache = settings.cache
        if cache and "://" in cache:
            self._cache = StoreCache(cache, settings.program, self._scratch.path("cache"))
            cache = self._cache.folder
        self._child = BatchChild(
            settings.program, settings.timeout, settings.memory, cache,
            ["--output-dir", self._scratch.path("out")])
        return self._child

    def _publish(self, rows: list[dict[str, Any]]) -> None:
        """Copies the outputs of a unit to the results."""
        folder = self._scratch.path("out")
        keys = {row["key"] for row in rows if row["status"] != "failed"}
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if name.split(".")[0] in keys:
                self._out.child(name).copy_from(os.path.join(folder, name))
