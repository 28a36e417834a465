"""A `paginate batch -` process that gets one unit after the other."""
from __future__ import annotations

import io
import json
import os
import selectors
import subprocess
import time
from typing import IO, Any, Sequence


class ChildEnded(Exception):
    """The process ended, or was killed, before it answered. `kind` is crash, usage or timeout."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class BatchChild:
    """Answers units one at a time. The process starts with the first unit, and again after it has ended."""

    #: Seconds for a process to end by itself, when it has removed what is old in its cache.
    END = 10

    def __init__(
        self, program: str, timeout: int = 0, memory: int = 0, cache: str | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self._command = [program, "batch", "-", "--jobs", "1", "--quiet", *options]
        if memory:
            self._command += ["--memory", str(memory)]
        if timeout:
            self._command += ["--timeout", str(timeout)]
        if cache:
            self._command += ["--cache", cache]
        # paginate itself stops a book that takes too long; this is for the case that it does not.
        self._patience = timeout * 2 + 60 if timeout else None
        self._process: subprocess.Popen[bytes] | None = None
        #: The ends of its pipes.
        self._input: IO[bytes] = io.BytesIO()
        self._output: IO[bytes] = io.BytesIO()
        self._errors = -1

    def rows(self, line: str, count: int) -> list[dict[str, Any]]:
        """Returns the rows of a unit. Raises ChildEnded if there are fewer than `count`."""
        return self._answer(line, count, json.loads)

    def keys(self, line: str, count: int) -> list[str]:
        """Returns the keys of a unit's editions, from a process with the option --print-key; "-" if there is none.
        Raises ChildEnded as `rows` does."""
        return self._answer(line, count, lambda text: text.split()[0].decode())

    def close(self) -> None:
        """Ends the process."""
        if self._process:
            self._input.close()
            try:
                self._process.wait(self.END)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._forget()

    def _answer(self, line: str, count: int, read: Any) -> list[Any]:
        process = self._process or self._start()
        try:
            self._input.write(line.encode() + b"\n")
            self._input.flush()
            return [read(text) for text in self._lines(count)]
        except (ChildEnded, BrokenPipeError, ValueError, IndexError) as error:
            raise self._ended(process, error) from None

    def _start(self) -> subprocess.Popen[bytes]:
        # In memory, because nobody reads messages while the process runs, and a full pipe would stop it.
        self._errors = os.memfd_create("paginate")
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0)
        except OSError as error:
            self._forget()
            raise ChildEnded("usage", f'"{self._command[0]}" does not start: {error.strerror}') from None
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        return self._process

    def _lines(self, count: int) -> list[bytes]:
        limit = None if self._patience is None else time.monotonic() + self._patience
        text = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            while text.count(b"\n") < count:
                left = None if limit is None else limit - time.monotonic()
                if left is not None and left <= 0 or not selector.select(left):
                    raise ChildEnded("timeout", f"no answer within {self._patience} seconds")
                part = self._output.read(1 << 16)
                if not part:
                    raise ChildEnded("crash", "paginate ended")
                text += part
        return text.splitlines()

    def _ended(self, process: subprocess.Popen[bytes], error: Exception) -> ChildEnded:
        if not isinstance(error, ChildEnded) or error.kind == "timeout":
            process.kill()
        status = process.wait()
        message = os.pread(self._errors, 1 << 16, 0).decode(errors="replace").strip()
        self._forget()
        if isinstance(error, ChildEnded) and error.kind == "timeout":
            return error
        if status == 64:
            return ChildEnded("usage", message)
        return ChildEnded("crash", message or f"paginate ended with status {status}")

    def _forget(self) -> None:
        if self._process:
            self._input.close()
            self._output.close()
        self._process = None
        if self._errors >= 0:
            os.close(self._errors)
            self._errors = -1
