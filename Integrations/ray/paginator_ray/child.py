"""A `paginate batch -` process that gets one unit after the other."""
from __future__ import annotations

import json
import selectors
import subprocess
import time
from typing import Any


class ChildEnded(Exception):
    """The process ended, or was killed, before it answered. `kind` is crash, usage or timeout."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class BatchChild:
    """Sets units one at a time. The process starts with the first unit, and again after it has ended."""

    def __init__(self, program: str, timeout: int = 0, memory: int = 0, cache: str | None = None) -> None:
        self._command = [program, "batch", "-", "--jobs", "1", "--quiet"]
        if memory:
            self._command += ["--memory", str(memory)]
        if timeout:
            self._command += ["--timeout", str(timeout)]
        if cache:
            self._command += ["--cache", cache]
        # paginate itself stops a book that takes too long; this is for the case that it does not.
        self._patience = timeout * 2 + 60 if timeout else None
        self._process: subprocess.Popen[bytes] | None = None

    def rows(self, line: str, count: int) -> list[dict[str, Any]]:
        """Returns the rows of a unit. Raises ChildEnded if there are fewer than `count`."""
        process = self._process or self._start()
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            return [json.loads(text) for text in self._lines(process, count)]
        except (ChildEnded, BrokenPipeError, ValueError) as error:
            raise self._ended(process, error) from None

    def close(self) -> None:
        """Ends the process."""
        if self._process:
            self._process.stdin.close()
            self._process.terminate()
            self._process.wait()
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        return self._process

    def _lines(self, process: subprocess.Popen[bytes], count: int) -> list[bytes]:
        limit = None if self._patience is None else time.monotonic() + self._patience
        text = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while text.count(b"\n") < count:
                left = None if limit is None else limit - time.monotonic()
                if left is not None and left <= 0 or not selector.select(left):
                    raise ChildEnded("timeout", f"no answer within {self._patience} seconds")
                part = process.stdout.read(1 << 16)
                if not part:
                    raise ChildEnded("crash", "paginate ended")
                text += part
        return text.splitlines()

    def _ended(self, process: subprocess.Popen[bytes], error: Exception) -> ChildEnded:
        self._process = None
        if isinstance(error, ChildEnded) and error.kind == "timeout":
            process.kill()
            process.wait()
            return error
        if not isinstance(error, ChildEnded):
            process.kill()
        message = process.stderr.read().decode(errors="replace").strip()
        status = process.wait()
        if status == 64:
            return ChildEnded("usage", message)
        return ChildEnded("crash", message or f"paginate ended with status {status}")
