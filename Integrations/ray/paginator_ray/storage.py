"""Local files, and files in a store that pyarrow supports: s3://, gs://, hdfs://, file://."""
from __future__ import annotations

import contextlib
import functools
import io
import os
import re
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Iterable, Iterator

from pyarrow import fs  # type: ignore[import-untyped]

#: Requests to a store at a time, for the sizes of books. A request takes about 30 ms.
REQUESTS = 32


@functools.lru_cache(maxsize=256)
def _system(root: str, query: str) -> tuple[fs.FileSystem, str]:
    """The file system of `scheme://authority` and its path there. Kept, because each has its own connections."""
    system, path = fs.FileSystem.from_uri(root + ("" if root.startswith("s3://") else "/") + query)
    return system, path.rstrip("/")


class Place:
    """A file or folder, by its path or URI.

    A URI may end in options of `pyarrow.fs` (`s3://bucket/run-7?endpoint_override=store:9000&scheme=http`); they
    hold for the files in it too. Other characters mean themselves; nothing is percent-decoded."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.is_local = "://" not in uri
        if self.is_local:
            self.system: fs.FileSystem = fs.LocalFileSystem()
            self.path = os.path.abspath(uri)
            self._base, self._query = self.path, ""
            return
        parts = re.fullmatch(r"([\w+.-]+://[^/]*)(.*?)(\?\w+=[^/?]*)?", uri, re.DOTALL)
        if not parts:
            raise ValueError(f'no URI: "{uri}"')
        root, path, query = parts.groups(default="")
        self._base, self._query = (root + path).rstrip("/"), query
        self.system, start = _system(root, query)
        self.path = (start + path).rstrip("/") or "/"

    def beside(self, name: str) -> str:
        """Resolves a name against the folder of this file."""
        if "://" in name or name.startswith("/"):
            return name
        return self._base.rsplit("/", 1)[0] + "/" + name + self._query

    def child(self, name: str) -> "Place":
        """A file in this folder."""
        return Place(self._base + "/" + name + self._query)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    def size(self) -> int:
        """The size in bytes; 0 for a folder or a missing file."""
        if self.is_local:
            with contextlib.suppress(OSError):
                return os.stat(self.path).st_size if os.path.isfile(self.path) else 0
            return 0
        info = self.system.get_file_info(self.path)
        return info.size or 0 if info.type == fs.FileType.File else 0

    def read(self) -> bytes | None:
        """The file's bytes; None for a missing file."""
        try:
            with self.system.open_input_stream(self.path) as stream:
                content: bytes = stream.read()
                return content
        except (FileNotFoundError, IsADirectoryError):
            return None

    def write(self, content: bytes) -> None:
        """Writes a whole file. A local file is written under another name and renamed, so that it is never partial."""
        with self.writing() as stream:
            stream.write(content)

    @contextlib.contextmanager
    def writing(self) -> Iterator[IO[bytes]]:
        """Opens the file for writing. After an error, a local file is as before; a store may have a partial one."""
        if not self.is_local:
            if not isinstance(self.system, fs.S3FileSystem):
                # S3 has no folders; making the bucket again may not be allowed.
                self.system.create_dir(self.path.rsplit("/", 1)[0], recursive=True)
            with self.system.open_output_stream(self.path) as stream:
                yield stream
            return
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        temporary = f"{self.path}.{os.getpid()}.tmp"
        try:
            with open(temporary, "wb") as file:
                yield file
            os.replace(temporary, self.path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.remove(temporary)

    def names(self) -> list[str]:
        """The names of the files in this folder, sorted; empty if there is no such folder."""
        selector = fs.FileSelector(self.path, allow_not_found=True)
        return sorted(i.base_name for i in self.system.get_file_info(selector) if i.type == fs.FileType.File)

    def files(self) -> list[str]:
        """The paths of all files in this folder, relative to it, sorted."""
        selector = fs.FileSelector(self.path, allow_not_found=True, recursive=True)
        start = len(self.path) + 1
        return sorted(i.path[start:] for i in self.system.get_file_info(selector) if i.type == fs.FileType.File)

    @contextlib.contextmanager
    def open_text(self) -> Iterator[IO[str]]:
        """Opens the file for reading as UTF-8, without a byte order mark. Other bytes become U+FFFD."""
        with self.system.open_input_stream(self.path) as stream:
            yield io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="\n")

    def copy_to(self, path: str) -> bool:
        """Copies the file, or the folder with all files in it, to a local path. False if there is neither."""
        content = self.read()
        if content is not None:
            with open(path, "wb") as file:
                file.write(content)
            return True
        names = self.files()
        for name in names:
            place = os.path.join(path, name)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            self.child(name).copy_to(place)
        return bool(names)

    def copy_from(self, path: str) -> None:
        """Copies a local file, or all files of a local folder, to this place."""
        if not os.path.isdir(path):
            with open(path, "rb") as file:
                self.write(file.read())
            return
        for folder, _, names in os.walk(path):
            for name in names:
                place = os.path.join(folder, name)
                self.child(os.path.relpath(place, path)).copy_from(place)


def sizes(uris: Iterable[str]) -> list[int]:
    """The sizes of files, asked for in parallel if they are in a store."""
    places = [Place(uri) for uri in uris]
    if all(place.is_local for place in places):
        return [place.size() for place in places]
    with ThreadPoolExecutor(REQUESTS) as pool:
        return list(pool.map(Place.size, places))
