"""Runs the `paginate` command and returns its results as dataclasses.

    import paginator
    book = paginator.paginate("book.epub", page="6x9", out="book.pages")
    print(book.totals["pages"], book.pages[36].text)
    for result in paginator.check("book.epub", baseline="book.json", page="6x9"):
        print(result.result, result.moved_pages)

Fields are named as in the page map and the check report (`Schemas/`), in snake_case.
"""
from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any, Optional, TypeVar

#: The version of the package and of the command that it is for; `Scripts/versions.py` writes it.
__version__ = "0.1.0"

__all__ = [
    "Book", "CheckResult", "Document", "PDF", "Page", "PaginateError", "Place", "__version__", "check", "paginate",
    "program"]


class PaginateError(Exception):
    """The command failed. `status` is its exit status (64 wrong usage, 65 a bad book, 66 no such file, 73 and 74
    output that cannot be written); the text is the command's error message."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message.strip())
        self.status = status


@dataclasses.dataclass(frozen=True)
class Place:
    """A place in a document's text, in UTF-16 code units."""

    offset: int
    cfi: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Page:
    """A page. A blank one has no text and no places."""

    number: int
    label: str
    side: str
    document: str
    blank: bool = False
    start: Optional[Place] = None
    end: Optional[Place] = None
    lines: int = 0
    fill: float = 0.0
    hyphenated: bool = False
    digest: Optional[str] = None
    text: str = ""


@dataclasses.dataclass(frozen=True)
class Document:
    """A document of the book and its pages."""

    href: str
    length: int
    first_page: int
    pages: int
    title: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class Book:
    """The content of a page map. `map` is the whole JSON object."""

    title: str
    totals: dict[str, int]
    documents: list[Document]
    pages: list[Page]
    map: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class PDF:
    """The PDF of a cell (`pdf=True`). `digest` is its SHA-256, `digest_before` the one that the baseline records.
    `changed` is None if the baseline records none; `message` says what changed."""

    bytes: int
    digest: str
    settings: str
    digest_before: Optional[str] = None
    changed: Optional[bool] = None
    message: Optional[str] = None


@dataclasses.dataclass(frozen=True)
class CheckResult:
    """The comparison of one book, in one setting, with its baseline.

    `result` is `same`, `no-baseline`, `updated`, `moved`, `pdf-changed`, `findings`, `failed` or `crashed`."""

    book: str
    cell: str
    baseline: str
    result: str
    pages: int
    message: str
    cached: bool = False
    pages_before: Optional[int] = None
    moved_pages: list[int] = dataclasses.field(default_factory=list)
    first_difference: Optional[int] = None
    details: list[str] = dataclasses.field(default_factory=list)
    cause: Optional[dict[str, Any]] = None
    pdf: Optional[PDF] = None


def program() -> str:
    """The path of the command: `$PAGINATE`, or the command installed with this package, or the one on `PATH`."""
    own = os.path.join(sysconfig.get_path("scripts"), "paginate")
    for path in (os.environ.get("PAGINATE"), own, shutil.which("paginate")):
        if path and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("no paginate command: set PAGINATE to its path")


def paginate(book: str | os.PathLike[str], **options: Any) -> Book:
    """Sets a book.

    Options are the command's, with `_` for `-` (`page="6x9"`, `reader_size="AX1"`, `font_file=[...]`,
    `lenient=True`); `out` is the folder for SVG pages, `pdf` and `map` the files to write.

    Raises:
        PaginateError: the command failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = os.fspath(options.pop("map", os.path.join(folder, "map.json")))
        arguments = [os.fspath(book), "--map", path, "--quiet", *_arguments(options)]
        # Exit status 1: --fit cannot reach the number of pages. The book is set all the same.
        _run(arguments, allowed=(0, 1))
        with open(path, encoding="utf-8") as file:
            page_map = json.load(file)
    return Book(
        title=page_map.get("title", ""), totals=page_map["totals"], map=page_map,
        documents=[_made(Document, value) for value in page_map["documents"]],
        pages=[_page(value) for value in page_map["pages"]])


def check(book: str | os.PathLike[str] | None = None, **options: Any) -> list[CheckResult]:
    """Compares a book with its baseline, or every book of `paginate.yml` (in `directory`).

    Raises:
        PaginateError: the check could not be run. Moved pages are results, not errors.
    """
    directory = options.pop("directory", None)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        arguments = ["check", *([os.fspath(book)] if book is not None else [])]
        arguments += ["--format", f"json={report}", *_arguments(options)]
        message = _run(arguments, allowed=(0, 1, 65, 70), directory=directory)
        if not os.path.exists(report):
            raise PaginateError(65, message)
        with open(report, encoding="utf-8") as file:
            return [_check_result(value) for value in json.load(file)["results"]]


def _arguments(options: dict[str, Any]) -> list[str]:
    """Converts keyword arguments to command-line arguments."""
    result: list[str] = []
    for name, value in options.items():
        flag = "-o" if name == "out" else "--" + name.replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is True:
                result.append(flag)
            elif each is not None and each is not False:
                result += [flag, os.fspath(each) if isinstance(each, os.PathLike) else str(each)]
    return result


def _run(arguments: list[str], allowed: tuple[int, ...], directory: Optional[str] = None) -> str:
    run = subprocess.run(
        [program(), *arguments], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        errors="replace", check=False)
    if run.returncode not in allowed:
        raise PaginateError(run.returncode, run.stderr)
    return run.stderr


Made = TypeVar("Made")


def _made(kind: type[Made], value: dict[str, Any]) -> Made:
    """Makes a dataclass from a JSON object; unknown fields are ignored."""
    known = {field.name for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    named = {re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower(): part for name, part in value.items()}
    return kind(**{name: part for name, part in named.items() if name in known})


def _page(value: dict[str, Any]) -> Page:
    places: dict[str, Any] = {name: Place(**value[name]) for name in ("start", "end") if name in value}
    return _made(Page, {**value, **places})


def _check_result(value: dict[str, Any]) -> CheckResult:
    pdf = {"pdf": _made(PDF, value["pdf"])} if "pdf" in value else {}
    return _made(CheckResult, {**value, **pdf})


def main() -> int:
    """Runs the command, for `python -m paginator`."""
    return subprocess.run([program(), *sys.argv[1:]], check=False).returncode
