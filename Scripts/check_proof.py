#!/usr/bin/env python3
"""Opens a proof in Chromium from its folder and tests it as a reader would use it.

    Scripts/check_proof.py PROGRAM BOOK [--screenshots DIR] [options of paginate]

Checks that pages are shown; that keys, the page field, the contents and the address go to pages; that a word
divided between two lines is found and marked; zoom, grid and overlays; that findings link to their pages;
that a link inside the book is followed; that an earlier run is compared; and that there are no console errors
and no network requests. Needs chromium and chromium-driver from Debian and selenium from PyPI; without them, it
says so and exits with status 0.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    sys.exit(print("check_proof: skipped: no selenium (pip install selenium)"))
DRIVER = shutil.which("chromedriver")
if not DRIVER:
    sys.exit(print("check_proof: skipped: no chromedriver (apt-get install chromium chromium-driver)"))

problems = []


def check(holds, what):
    if not holds:
        problems.append(what)
        print(f"check_proof: {what}")


def read_script(path, start):
    text = path.read_text(encoding="utf-8").strip()
    return json.loads(text[len(start):].rstrip(";").rstrip(")"))


class Words:
    """The words of a proof, read from its data."""

    def __init__(self, folder):
        self.pages = {}
        for path in folder.glob("data/words-*.js"):
            text = path.read_text(encoding="utf-8").strip()
            part, rest = re.match(r"proofWords\((\d+),(.*)\);$", text, re.S).groups()
            for index, lines in enumerate(json.loads(rest)):
                self.pages[int(part) * 32 + index + 1] = lines

    def divided(self):
        """A word that is divided at a line end, and its page."""
        for number in sorted(self.pages):
            lines = self.pages[number]
            for line, after in zip(lines, lines[1:]):
                last = line[2][-1]
                if len(last) == 4 and len(after[2][0]) >= 3:
                    return number, last[2] + after[2][0][2].strip(".,;:!?”’\"")
        return None


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))

    def open(self, folder, fragment=""):
        self.driver.get("about:blank")
        start = time.monotonic()
        self.driver.get(f"{(folder / 'index.html').absolute().as_uri()}{fragment}")
        self.until("return document.querySelector('.page img')?.complete")
        return time.monotonic() - start

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, script, seconds=5):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.03)
        return None

    def click(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def key(self, *keys):
        self.driver.find_element(By.TAG_NAME, "body").send_keys(*keys)

    def shown(self):
        return self.run("return [...document.querySelectorAll('#stage [data-page]')].map(p => +p.dataset.page)")

    def ends_at(self, page):
        self.until(f"return [...document.querySelectorAll('#stage [data-page]')].some(p => p.dataset.page == '{page}')")
        return page in self.shown()

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Requested addresses that are neither files nor data URLs."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not re.match(r"(file|data|about|chrome|blob):", url):
                    found.append(url)
        return found


def use(browser, folder, shots):
    book = read_script(folder / "data/book.js", "window.proofBook=")
    count = len(book["map"]["pages"])
    words = Words(folder)

    def picture(name):
        if shots:
            browser.driver.save_screenshot(str(shots / f"{name}.png"))

    seconds = browser.open(folder)
    check(browser.shown(), "no page is shown")
    check(browser.run("return document.querySelector('.page img').naturalWidth > 0"), "the picture is not shown")
    print(f"check_proof: first page after {seconds:.2f} s of {count} pages")
    browser.key(Keys.END)
    check(browser.ends_at(count), "End does not lead to the last page")
    browser.key(Keys.HOME)
    check(browser.ends_at(1), "Home does not lead to the first page")
    check(browser.run("return location.hash") == "#page=1", "the address does not name the page")
    browser.key(Keys.ARROW_RIGHT)
    check(1 not in browser.shown() or count == 1, "the arrow does not turn the page")
    middle = count // 2 + 1
    seconds = browser.open(folder, f"#page={middle}")
    check(middle in browser.shown(), f"#page={middle} does not open that page")
    print(f"check_proof: page {middle} after {seconds:.2f} s")
    picture("spread")
    for entry in [e for e in book["map"]["contents"] if e.get("page")][-1:]:
        browser.click("#toggle-contents")
        buttons = browser.driver.find_elements(By.CSS_SELECTOR, "#contents button")
        buttons[-1].click()
        check(browser.ends_at(entry["page"]), "the contents do not lead to their page")
        browser.click("#toggle-contents")
    divided = words.divided()
    if divided:
        number, word = divided
        browser.click("#toggle-search")
        field = browser.driver.find_element(By.ID, "query")
        field.send_keys(word, Keys.ENTER)
        found = browser.until("return /\\d/.test(document.getElementById('search-status').textContent)")
        hits = browser.run("return [...document.querySelectorAll('#results button')].map(b => b.textContent)")
        label = book["map"]["pages"][number - 1].get("label") or str(number)
        check(found and any(hit.startswith(f"{label}:") for hit in hits),
              f"the divided word \"{word}\" of page {number} is not found: {hits[:3]}")
        browser.run("location.hash = `#page=${arguments[0]}`", number)
        check(browser.until("return document.querySelectorAll('svg.over rect').length >= 2"),
              "both parts of the divided word are not marked")
        picture("search")
        browser.click("#toggle-search")
    else:
        print("check_proof: no divided word in this book")
    width = browser.run("return document.querySelector('.page').clientWidth")
    browser.click("#larger")
    check(browser.run("return document.querySelector('.page').clientWidth") > width, "+ does not enlarge")
    browser.click("#fit")
    browser.click("[data-view='single']")
    check(len(browser.shown()) == 1, "single pages show more than one")
    browser.click("[data-view='grid']")
    check(len(browser.shown()) == count, "the grid does not show all pages")
    picture("grid")
    browser.click("[data-view='spread']")
    browser.run("document.querySelector('.menu').open = true")
    before = browser.run("return document.querySelectorAll('svg.over *').length")
    for overlay in ("baselines", "lines", "words", "spaces"):
        browser.click(f"[data-overlay='{overlay}']")
    after = browser.until(f"return document.querySelectorAll('svg.over *').length > {before}")
    check(after or not any(words.pages.get(n) for n in browser.shown()), "overlays show nothing")
    browser.run("document.querySelector('.menu').open = false")
    picture("overlays")
    placed = [finding for finding in book["findings"] if finding.get("page")]
    if placed:
        browser.click("#toggle-findings")
        browser.run("const rule = document.getElementById('rule'); rule.value = arguments[0];"
                    "rule.dispatchEvent(new Event('change'))", placed[0]["rule"])
        browser.run("[...document.querySelectorAll('#finding-list button')].find("
                    "b => b.textContent.includes(`: ${arguments[0]}: `))?.click()", placed[0]["rule"])
        check(browser.until("return document.querySelector('#finding-list [aria-current]')"),
              "a finding is not visited")
        picture("findings")
        browser.click("#toggle-findings")
    inside = [link for link in book["map"]["links"] if not re.match("[a-z]+:", link["href"]) and link.get("rect")]
    if inside:
        browser.run("location.hash = `#page=${arguments[0]}`", inside[0]["page"])
        browser.ends_at(inside[0]["page"])
        browser.run("[...document.querySelectorAll(`[data-page='${arguments[0]}'] .link`)].find("
                    "b => b.getAttribute('aria-label') === `Link: ${arguments[1]}`)?.click()",
                    inside[0]["page"], inside[0]["href"])
        time.sleep(0.2)
        said = browser.run("return document.getElementById('said').textContent")
        check(not said, f"a link is not followed: {said}")
    unnamed = browser.run("""return [...document.querySelectorAll('button, input, select')].filter(
      e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length""")
    check(unnamed == 0, f"{unnamed} controls have no name")


def compare(browser, program, book, options, folder, scratch, shots):
    """Compares with a run of the book with a few more words; `book` must be a single document."""
    text = pathlib.Path(book).read_text(encoding="utf-8")
    source = pathlib.Path(book).parent
    changed = scratch / "changed"
    shutil.copytree(source, changed)
    place = text.rfind("</p>")
    (changed / pathlib.Path(book).name).write_text(text[:place] + " and one more" + text[place:], encoding="utf-8")
    out = scratch / "compared"
    subprocess.run([program, "proof", changed / pathlib.Path(book).name, "-o", out, "--against", folder, "-q", *options], check=True)
    data = read_script(out / "data/book.js", "window.proofBook=")
    check(data["changes"], "a changed word changes no page")
    browser.open(out)
    browser.click("#toggle-changes")
    browser.click("#next-change")
    page = min(c["page"] for c in data["changes"])
    check(browser.ends_at(page), "the next change is not shown")
    check(browser.until("return document.querySelector('.page img.old')?.naturalWidth > 0"),
          "the page as it was is not shown")
    if shots:
        browser.driver.save_screenshot(str(shots / "compare.png"))


def follow(browser, program, book, options, scratch):
    """Saves while the proof is open: it must show new pages at the same place, show an error, and clear it once
    the error is corrected."""
    source = scratch / "watched"
    shutil.copytree(pathlib.Path(book).parent, source)
    path = source / pathlib.Path(book).name
    text = path.read_text(encoding="utf-8")
    out = scratch / "followed"
    process = subprocess.Popen([program, "watch", path, "-o", out, "-q", *options], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            if (out / "index.html").exists():
                break
            time.sleep(0.1)
        count = len(read_script(out / "data/book.js", "window.proofBook=")["map"]["pages"])
        browser.open(out, f"#page={count}")
        place = text.rfind("</p>")
        start = time.monotonic()
        path.write_text(text[:place] + " mended" + text[place:], encoding="utf-8")
        seen = browser.until("return window.proofBook?.version > 1 && document.querySelector('.page img')?.complete", 20)
        print(f"check_proof: {time.monotonic() - start:.2f} s from a save to new pixels, in {count} pages")
        check(seen, "a save is not followed")
        check(count in browser.shown() or count - 1 in browser.shown(), "the place is lost after a save")
        path.write_text(text.replace("</p>", "<b></p>", 1), encoding="utf-8")
        said = browser.until("return !document.getElementById('problem').hidden && document.getElementById('problem').textContent", 20)
        check(said and re.search(r":\d+:\d+", said), f"an error is not shown with its place: {said}")
        path.write_text(text, encoding="utf-8")
        check(browser.until("return document.getElementById('problem').hidden", 20), "a mended error stays")
    finally:
        process.terminate()
        process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("book")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments, options = parser.parse_known_args()
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="paginate-proof-") as name:
        scratch = pathlib.Path(name)
        folder = scratch / "proof"
        subprocess.run([arguments.program, "proof", arguments.book, "-o", folder, "-q", *options], check=True)
        browser = Browser()
        try:
            use(browser, folder, arguments.screenshots)
            if not arguments.book.lower().endswith(".epub"):
                compare(browser, arguments.program, arguments.book, options, folder, scratch, arguments.screenshots)
                follow(browser, arguments.program, arguments.book, options, scratch)
            errors = browser.console()
            check(not errors, f"the console says: {errors[:3]}")
            requests = browser.requests()
            check(not requests, f"something was asked of the net: {requests[:3]}")
        finally:
            browser.driver.quit()
    print(f"check_proof: {pathlib.Path(arguments.book).name}: {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
