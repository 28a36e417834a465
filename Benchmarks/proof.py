#!/usr/bin/env python3
"""Measures proofs in Chromium: from a save to new pixels, the time until a page of a large book is shown, and memory.

    Benchmarks/proof.py PROGRAM [BOOKS] [--saves N] [--opens N] [--bounds] [options of paginate]

BOOKS is a folder with moby-dick.epub and war-and-peace.epub; without it, books of their sizes are made. Moby-Dick is
watched as an unpacked EPUB, in which one word of a chapter in the middle is changed. The time ends when both pages of
the spread in view are drawn from new pictures. Prints the least, the middle and the greatest of several times, in
milliseconds, and the share of the program (until the new proof is in its place). Memory is that of the page's process,
as resident (with the browser's own code, 75 MB of which an empty page has, too) and proportional (its share of that):
with a page open, and after turning pages, scrolling through the grid and searching. With --bounds, exits with status 1
if a page is not shown within a second, an open proof needs 200 MB, or no save is shown within 300 ms. On a machine with
other work, `chrt -f 10 Benchmarks/proof.py ...` measures this work alone. Needs what Scripts/check_proof.py needs.
"""
import argparse
import contextlib
import pathlib
import random
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
from proof_browser import DRAWN, Browser, book_of

TURNS = 40
problems = []


def bound(holds, what):
    if not holds:
        problems.append(what)


def made_book(folder, name, chapters):
    """An unpacked EPUB of as many chapters of about ten pages; the words are those of the corpus, in a fixed order."""
    source = pathlib.Path(__file__).parent.parent / "corpus/lighthouse/lighthouse.xhtml"
    words = re.sub("<[^>]*>", " ", source.read_text(encoding="utf-8").split("<body", 1)[1]).split()
    words = [word for word in words if word.isalpha()]
    order = random.Random(1)
    items = [f"c{number}" for number in range(chapters)]
    (folder / "META-INF").mkdir(parents=True)
    (folder / "META-INF/container.xml").write_text(
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
    manifest = "".join(f'<item id="{one}" href="{one}.xhtml" media-type="application/xhtml+xml"/>' for one in items)
    spine = "".join(f'<itemref idref="{one}"/>' for one in items)
    (folder / "p.opf").write_text(
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="i">{name}</dc:identifier><dc:title>{name}</dc:title><dc:language>en</dc:language></metadata>'
        f'<manifest>{manifest}</manifest><spine>{spine}</spine></package>')
    for number, one in enumerate(items):
        text = "".join(f"<p>{' '.join(order.choices(words, k=90))}.</p>" for _ in range(40))
        (folder / f"{one}.xhtml").write_text(
            f'<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>{one}</title></head>'
            f'<body><h1>Chapter {number + 1}</h1>{text}</body></html>', encoding="utf-8")
    return folder

# Answers when the spread in view is drawn from pictures of a newer version, with the time of the second frame after.
NEW_PIXELS = """const [version, done] = arguments;
const look = () => {
  const pictures = [...document.querySelectorAll('.spread .picture')];
  if (window.proof.book.version > version && pictures.length && pictures.every(one => one.dataset.drawn)) {
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.timeOrigin + performance.now())));
  } else setTimeout(look, 2);
};
look();"""


def line(what, times, unit="ms"):
    """Prints times, and returns the least and the middle one."""
    times = sorted(times)
    print(f"{what}: {times[0]:.0f}, {statistics.median(times):.0f}, {times[-1]:.0f} {unit}")
    return times[0], statistics.median(times)


def unpacked(book, folder):
    if book.is_dir():
        return book
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


def saves(driver, program, book, scratch, count, options):
    folder = unpacked(book, scratch / "book")
    out = scratch / "watched"
    browser = Browser(driver)
    browser.driver.set_script_timeout(60)
    process = subprocess.Popen([program, "watch", folder, "-o", out, *options], stdout=subprocess.PIPE, text=True)
    try:
        place = address(process)
        data = book_of(out)
        path, page = chapter(folder, data)
        text = path.read_text(encoding="utf-8")
        times, own = [], []
        browser.open(place or out, f"#page={page}")
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
        least, _ = line(f"{book.stem}, {len(data['map']['pages'])} pages: save to new pixels", times)
        bound(least <= 300, f"a save is shown after {least:.0f} ms")
        line("  of these, until the new proof is in its place", own)
    finally:
        browser.driver.quit()
        process.terminate()
        process.wait()


def say_memory(browser, what):
    resident, own = browser.memory(), browser.memory("Pss")
    print(f"  {resident} MB resident, {own} MB proportional: {what}")
    return resident


def use(browser, pages):
    """Uses the proof as a reader does, and says how much memory it needs then."""
    for _ in range(TURNS):
        browser.run("window.proof.turn(true)")
        browser.until(DRAWN)
    say_memory(browser, f"after {TURNS} turns")
    browser.click("[data-view='grid']")
    for part in range(10):
        browser.run("const s = document.getElementById('stage'); s.scrollTop = s.scrollHeight * arguments[0]", part / 10)
        browser.until("return document.querySelector('.grid [data-drawn]')")
        time.sleep(0.5)
    say_memory(browser, "after scrolling through the grid")
    browser.click("[data-view='spread']")
    browser.run("""document.getElementById('query').value = 'the';
      document.getElementById('search-form').requestSubmit()""")
    start = time.monotonic()
    found = browser.until("return /\\d/.test(document.getElementById('search-status').textContent)", 60)
    print(f"  the first search: {1000 * (time.monotonic() - start):.0f} ms")
    bound(found, "a search does not end")
    say_memory(browser, "after a search")


def opens(driver, program, book, scratch, count, options):
    out = scratch / "large"
    subprocess.run([program, "proof", book, "-o", out, "-q", *options], check=True)
    pages = len(book_of(out)["map"]["pages"])
    for page in (1, min(1200, pages)):
        # The pages that a page's process has shown before count in its memory.
        with opened(driver) as browser:
            first = 1000 * browser.open(out, f"#page={page}")
            memory = say_memory(browser, f"with page {page} open")
            bound(memory < 200, f"a proof that is open at page {page} needs {memory} MB")
            if page == 1:
                use(browser, pages)
        with opened(driver) as browser:
            times = [first] + [1000 * browser.open(out, f"#page={page}") for _ in range(count - 1)]
        least, _ = line(f"{book.stem}, {pages} pages: page {page} shown", times)
        bound(least < 1000, f"page {page} is shown after {least:.0f} ms")


@contextlib.contextmanager
def opened(driver):
    browser = Browser(driver)
    browser.driver.set_script_timeout(60)
    try:
        yield browser
    finally:
        browser.driver.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("books", type=pathlib.Path, nargs="?")
    parser.add_argument("--bounds", action="store_true")
    parser.add_argument("--saves", type=int, default=11)
    parser.add_argument("--opens", type=int, default=5)
    arguments, options = parser.parse_known_args()
    driver = shutil.which("chromedriver")
    with tempfile.TemporaryDirectory(prefix="paginate-proof-") as name:
        scratch = pathlib.Path(name)
        for measure, name, chapters, count in (
            (saves, "moby-dick", 80, arguments.saves), (opens, "war-and-peace", 220, arguments.opens)
        ):
            book = (arguments.books / f"{name}.epub" if arguments.books
                    else made_book(scratch / f"like-{name}", name, chapters))
            measure(driver, arguments.program, book, scratch, count, options)
    for problem in problems:
        print(f"proof: {problem}")
    sys.exit(1 if arguments.bounds and problems else 0)


if __name__ == "__main__":
    main()
