#!/usr/bin/env python3
"""Measures proofs in Chromium: from a save to new pixels, and the time until a page of a large book is shown.

    Benchmarks/proof.py PROGRAM BOOKS [--saves N] [--opens N] [options of paginate]

BOOKS is a folder with moby-dick.epub and war-and-peace.epub. Moby-Dick is watched as an unpacked EPUB, in which one
word of a chapter in the middle is changed. The time ends when both pages of the spread in view are drawn from new
pictures. Prints the least, the middle and the greatest of several times, in milliseconds, the share of the program
(until the new proof is in its place), and the memory of the page's process. Needs what Scripts/check_proof.py needs.
"""
import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Scripts"))
from proof_browser import Browser, book_of

# Answers when the spread in view is drawn from pictures of a newer version, with the time of the second frame after.
NEW_PIXELS = """const [version, done] = arguments;
const look = () => {
  const pictures = [...document.querySelectorAll('.page img')];
  if (window.proof.book.version > version && pictures.length && pictures.every(i => i.complete && i.naturalWidth)) {
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.timeOrigin + performance.now())));
  } else setTimeout(look, 2);
};
look();"""


def line(what, times, unit="ms"):
    times = sorted(times)
    print(f"{what}: {times[0]:.0f}, {statistics.median(times):.0f}, {times[-1]:.0f} {unit}")


def unpacked(book, folder):
    with zipfile.ZipFile(book) as archive:
        archive.extractall(folder)
    return folder


def chapter(folder, book):
    """The longest document with a page in the middle of the book, and that page."""
    pages = book["map"]["pages"]
    page = pages[len(pages) // 2]
    path = next(path for path in folder.rglob("*") if str(path).endswith(page["document"].split("#")[0]))
    return path, page["number"]


def address(process):
    """The address that `watch` prints with its first pages; None for a proof in a folder alone."""
    found = re.search(r"http://\S+", process.stdout.readline())
    return found.group(0) if found else None


def saves(browser, program, book, scratch, count, options):
    folder = unpacked(book, scratch / "book")
    out = scratch / "watched"
    process = subprocess.Popen([program, "watch", folder, "-o", out, *options], stdout=subprocess.PIPE, text=True)
    try:
        place = address(process)
        data = book_of(out)
        path, page = chapter(folder, data)
        text = path.read_text(encoding="utf-8")
        browser.open(place or out, f"#page={page}")
        times, own = [], []
        for number in range(count):
            spot = text.index("</p>", len(text) // 3)
            changed = f"{text[:spot]} mended{'x' * (number % 9)}{text[spot:]}"
            version = browser.run("return window.proof.book.version")
            saved = []

            def save():
                time.sleep(0.3)
                saved.append(time.time())
                path.write_text(changed, encoding="utf-8")
            thread = threading.Thread(target=save)
            thread.start()
            shown = browser.driver.execute_async_script(NEW_PIXELS, version)
            thread.join()
            times.append(shown - 1000 * saved[0])
            own.append(1000 * (out.stat().st_ctime - saved[0]))
            time.sleep(0.2)
        line(f"Moby-Dick, {len(data['map']['pages'])} pages: save to new pixels", times)
        line("  of these, until the new proof is in its place", own)
    finally:
        process.terminate()
        process.wait()


def opens(browser, program, book, scratch, count, options):
    out = scratch / "large"
    subprocess.run([program, "proof", book, "-o", out, "-q", *options], check=True)
    pages = len(book_of(out)["map"]["pages"])
    for page in (1, min(1200, pages)):
        first = 1000 * browser.open(out, f"#page={page}")
        # Later times leave garbage of the pages before them.
        memory = browser.memory()
        line(f"War and Peace, {pages} pages: page {page} shown",
             [first] + [1000 * browser.open(out, f"#page={page}") for _ in range(count - 1)])
        print(f"  {memory} MB in the page's process after the first time")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("books", type=pathlib.Path)
    parser.add_argument("--saves", type=int, default=11)
    parser.add_argument("--opens", type=int, default=5)
    arguments, options = parser.parse_known_args()
    driver = shutil.which("chromedriver")
    with tempfile.TemporaryDirectory(prefix="paginate-proof-") as name:
        scratch = pathlib.Path(name)
        for measure, book, count in (
            (saves, "moby-dick.epub", arguments.saves), (opens, "war-and-peace.epub", arguments.opens)
        ):
            # The pages that a page's process has shown before count in its memory.
            browser = Browser(driver)
            browser.driver.set_script_timeout(60)
            try:
                measure(browser, arguments.program, arguments.books / book, scratch, count, options)
            finally:
                browser.driver.quit()


if __name__ == "__main__":
    main()
