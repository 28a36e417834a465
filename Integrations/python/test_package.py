#!/usr/bin/env python3
"""Tests the installed package: `python test_package.py`. Needs the command, from `$PAGINATE` or the wheel."""
import os
import subprocess
import tempfile

import paginator

BOOK = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head><body>'
    "<p>%s</p></body></html>"
)


def main() -> None:
    version = subprocess.run([paginator.program(), "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert version.split()[1] == paginator.__version__, (version, paginator.__version__)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "b.xhtml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(BOOK % ("word " * 2000))
        book = paginator.paginate(path, page="4x6", out=os.path.join(folder, "pages"), jobs=1)
        assert book.title == "T" and book.totals["pages"] == len(book.pages) > 5, book.totals
        assert book.pages[1].text.startswith("word") and book.pages[1].start.offset > 0
        assert sum(document.pages for document in book.documents) == len(book.pages)
        assert len(os.listdir(os.path.join(folder, "pages", "svg"))) == len(book.pages)
        baseline = os.path.join(folder, "base.json")
        assert paginator.check(path, baseline=baseline, page="4x6", update=True)[0].result == "updated"
        assert paginator.check(path, baseline=baseline, page="4x6")[0].result == "same"
        made = paginator.check(path, baseline=baseline, page="4x6", pdf=True, update=True)[0].pdf
        assert made.bytes > 1000 and len(made.digest) == 64 and made.changed is None, made
        known = paginator.check(path, baseline=baseline, page="4x6", pdf=True)[0].pdf
        assert known.digest_before == made.digest and known.changed is False, known
        with open(path, "w", encoding="utf-8") as file:
            file.write(BOOK % ("word " * 3000))
        moved = paginator.check(path, baseline=baseline, page="4x6")[0]
        assert moved.result == "moved" and moved.pages > moved.pages_before, moved
        with open(path, "w", encoding="utf-8") as file:
            file.write("<p>")
        try:
            paginator.paginate(path, page="4x6")
        except paginator.PaginateError as error:
            assert error.status == 65 and "not well-formed" in str(error)
        else:
            raise AssertionError("a broken book was set")
    print("paginator: the package works")


if __name__ == "__main__":
    main()
