"""Local files, and files in a store that pyarrow supports: s3://, gs://, hdfs://."""
from __future__ import annotations

import contextlib
import io
import os
from typing import IO, Iterator

from pyarrow import fs


class Place:
    """A file or folder, by its path or URI."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.is_local = "://" not in uri
        if self.is_local:
            self.system: fs.FileSystem = fs.LocalFileSystem()
            self.path = os.path.abspath(uri)
        else:
            self.system, self.path = fs.FileSystem.from_uri(uri)

    def beside(self, name: str) -> str:
        """Resolves a name against the folder of this file."""
        if "://" in name or name.startswith("/"):
            return name
        folder = self.path if self.is_local else self.uri
        return folder.rsplit("/", 1)[0] + "/" + name

    def child(self, name: str) -> "Place":
        """A file in this folder."""
        return Place((self.path if self.is_local else self.uri.rstrip("/")) + "/" + name)

    def size(self) -> int:
        """The size in bytes; 0 for a folder or a missing file."""
        info = self.system.get_file_info(self.path)
        return info.size or 0 if info.type == fs.FileType.File else 0

    def read(self) -> bytes | None:
        """The file's bytes; None for a missing file."""
        if self.system.get_file_info(self.path).type != fs.FileType.File:
            return None
        with self.system.open_input_stream(self.path) as stream:
            return stream.read()

    def write(self, content: bytes) -> None:
        """Writes a whole file. A local file is written under another name and renamed, so that it is never partial."""
        self.system.create_dir(self.path.rsplit("/", 1)[0], recursive=True)
        if not self.is_local:
            with self.system.open_output_stream(self.path) as stream:
                stream.write(content)
            return
        temporary = f"{self.path}.{os.getpid()}.tmp"
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, self.path)

    def names(self) -> list[str]:
        """The names of the files in this folder, sorted; empty if there is no such folder."""
        selector = fs.FileSelector(self.path, allow_not_found=True)
        return sorted(i.base_name for i in self.system.get_file_info(selector) if i.type == fs.FileType.File)

    @contextlib.contextmanager
    def open_text(self) -> Iterator[IO[str]]:
        with self.system.open_input_stream(self.path) as stream:
            yield io.TextIOWrapper(stream, encoding="utf-8")

    @contextlib.contextmanager
    def local(self, folder: str) -> Iterator[str]:
        """A local path of the file. The copy of a remote file is removed afterwards."""
        if self.is_local:
            yield self.path
            return
        path = os.path.join(folder, os.path.basename(self.path))
        try:
            with open(path, "wb") as file:
                content = self.read()
                if content is None:
                    raise FileNotFoundError(self.uri)
                file.write(content)
            yield path
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
