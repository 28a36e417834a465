#!/usr/bin/env python3
"""Opens a proof in Chromium from its folder and tests it as a reader would use it.

    Scripts/check_proof.py PROGRAM BOOK [--screenshots DIR] [--most-seconds N] [options of paginate]

Checks that pages are shown; that keys, the page field, the contents and the address go to pages; that a text
that is divided between two lines or pages is found and marked; zoom, pinching, grid and every overlay; that
findings are filtered and link to their places; that links are followed and notes shown at their calls; that an
earlier run is compared line by line; that a save is followed; a window 360 pixels wide; the rules of axe-core;
and that there are no console errors and no network requests. Needs chromium and chromium-driver from Debian and
selenium from PyPI; without them, it says so and exits with status 0. axe-core-python is used if it is there.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

try:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    sys.exit(print("check_proof: skipped: no selenium (pip install selenium)"))
from proof_browser import DRAWN, Browser, Words, book_of, check, problems
from proof_pictures import pictures

DRIVER = shutil.which("chromedriver")
if not DRIVER:
    sys.exit(print("check_proof: skipped: no chromedriver (apt-get install chromium chromium-driver)"))

OVERLAYS = ["baselines", "lines", "boxes", "frames", "exclusions", "breaks", "spaces", "glyphs", "words", "depth"]


def turn(browser, folder, book, shots, most_seconds):
    count = len(book["map"]["pages"])
    seconds = browser.open(folder)
    check(browser.shown(), "no page is shown")
    check(browser.run(DRAWN), "the picture is not shown")
    print(f"check_proof: first page after {seconds:.2f} s of {count} pages")
    check(seconds < most_seconds, f"the first page needs {seconds:.2f} s")
    memory = browser.memory()
    print(f"check_proof: {memory} MB in the page's process with a page open")
    check(memory < 200, f"an open proof needs {memory} MB")
    browser.key(Keys.END)
    check(browser.ends_at(count), "End does not lead to the last page")
    browser.key(Keys.HOME)
    check(browser.ends_at(1), "Home does not lead to the first page")
    check(browser.run("return location.hash") == "#page=1", "the address does not name the page")
    browser.key(Keys.ARROW_RIGHT)
    check(1 not in browser.shown() or count == 1, "the arrow does not turn the page")
    middle = 1200 if count >= 1200 else count // 2 + 1
    seconds = browser.open(folder, f"#page={middle}")
    check(middle in browser.shown(), f"#page={middle} does not open that page")
    print(f"check_proof: page {middle} after {seconds:.2f} s")
    check(seconds < most_seconds, f"page {middle} needs {seconds:.2f} s")
    browser.picture(shots, "spread")
    field = browser.driver.find_element(By.ID, "go")
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys(book["map"]["pages"][-1]["label"], Keys.ENTER)
    check(browser.ends_at(count), "the page field does not lead to the label")
    browser.run("document.activeElement.blur()")
    for entry in [e for e in book["map"]["contents"] if e.get("page")][-1:]:
        browser.click("#toggle-contents")
        browser.driver.find_elements(By.CSS_SELECTOR, "#contents button")[-1].click()
        check(browser.ends_at(entry["page"]), "the contents do not lead to their page")
        browser.click("#toggle-contents")
    browser.go(middle)


def search_for(browser, text):
    field = browser.driver.find_element(By.ID, "query")
    field.clear()
    field.send_keys(text, Keys.ENTER)
    browser.until("return /\\d|Not/.test(document.getElementById('search-status').textContent)", 20)
    return browser.run("return [...document.querySelectorAll('#results button')].map(b => b.textContent)")


def search(browser, book, words, shots):
    def label(number):
        return book["map"]["pages"][number - 1].get("label") or str(number)
    browser.key("/")
    divided = words.divided()
    if divided:
        number, word = divided
        hits = search_for(browser, word)
        check(any(hit.startswith(f"{label(number)}:") for hit in hits),
              f"the divided word \"{word}\" of page {number} is not found: {hits[:3]}")
        browser.go(number)
        check(browser.until("return document.querySelectorAll('svg.over .mark').length >= 2"),
              "both parts of the divided word are not marked")
        browser.picture(shots, "search")
    else:
        print("check_proof: no divided word in this book")
    for kind, found in (("typed without its marks", words.typed()), ("with a hyphen at a line end", words.compound())):
        if found:
            number, word = found
            hits = search_for(browser, word)
            check(any(hit.startswith(f"{label(number)}:") for hit in hits),
                  f"the word \"{word}\" of page {number}, {kind}, is not found: {hits[:3]}")
    over = words.over_pages()
    if over:
        number, text = over
        hits = search_for(browser, text)
        check(any(hit.startswith(f"{label(number)}:") for hit in hits), f"\"{text}\" over the end of page {number} is not found")
        for page in (number, number + 1):
            browser.go(page)
            check(browser.until(f"return document.querySelector('[data-page=\"{page}\"] .mark')"),
                  f"\"{text}\" is not marked on page {page}")
    else:
        print("check_proof: no text goes on over a page end in this book")
    browser.click("#toggle-search")


def zoom(browser, book):
    browser.run("document.activeElement.blur()")
    width = browser.width()
    browser.click("#larger")
    check(browser.width() > width, "+ does not enlarge")
    browser.click("#fit-width")
    check(browser.run("const s = document.getElementById('stage'); const b = document.querySelector('.spread');"
                      "return Math.abs(b.scrollWidth - s.clientWidth) < 3"), "the width is not fitted")
    browser.click("#fit")
    check(abs(browser.width() - width) < 1, "the page is not fitted again")
    # The text under the pointer stays under it, once the page is larger than the window.
    browser.click("#fit-width")
    for _ in range(4):
        browser.click("#larger")
    width = browser.width()
    fixed = """const p = document.querySelector('.page:not(.none)').getBoundingClientRect();
      return [(arguments[0] - p.left) / p.width, (arguments[1] - p.top) / p.height]"""
    place = [500, 500]
    before = browser.run(fixed, *place)
    for _ in range(12):
        browser.run("""document.getElementById('stage').dispatchEvent(new WheelEvent('wheel', {
          ctrlKey: true, deltaY: -50, clientX: arguments[0], clientY: arguments[1], cancelable: true, bubbles: true}))""", *place)
    after = browser.run(fixed, *place)
    check(browser.width() > 1.5 * width, "Ctrl and the wheel do not zoom")
    check(all(abs(a - b) < 0.03 for a, b in zip(before, after)), f"the place under the pointer moves: {before} {after}")
    browser.click("#fit")
    browser.click("[data-view='single']")
    check(len(browser.shown()) == 1, "single pages show more than one")
    browser.click("[data-view='grid']")
    check(len(browser.shown()) == len(book["map"]["pages"]), "the grid does not show all pages")
    check(browser.until("return document.querySelector('.grid [data-drawn=canvas]')"),
          "the grid has no pictures")


def overlays(browser, words, shots):
    browser.click("[data-view='spread']")
    browser.run("document.querySelector('.menu').open = true")
    shown = [number for number in browser.shown() if words.pages.get(number)]
    for overlay in OVERLAYS:
        browser.click(f"[data-overlay='{overlay}']")
        group = "words" if overlay == "spaces" else overlay
        drawn = browser.until(f"return document.querySelectorAll('[data-overlay-of=\"{group}\"]').length")
        check(drawn, f"the overlay {overlay} is not drawn")
        if shown and overlay in ("baselines", "lines", "frames", "breaks", "words"):
            check(browser.run(f"return document.querySelectorAll('[data-overlay-of=\"{group}\"] *').length"),
                  f"the overlay {overlay} shows nothing")
        if shown and overlay == "baselines":
            # The baselines come from the layout, the words from what is drawn: they must be at the same heights.
            number = shown[0]
            drawn = browser.run(f"return [...document.querySelectorAll('[data-page=\"{number}\"] [data-overlay-of=\"baselines\"] line')]"
                                ".map(l => +l.getAttribute('y1'))")
            plain = [line[0] for line in words.pages[number]]
            lost = [y for y in plain if not any(abs(y - other) < 0.2 for other in drawn)]
            check(len(lost) <= len(plain) // 4, f"page {number}: lines without a baseline at {lost[:5]}")
        browser.picture(shots, f"overlay-{overlay}")
        browser.click(f"[data-overlay='{overlay}']")
    for overlay in ("baselines", "breaks", "frames", "spaces", "exclusions", "lines"):
        browser.click(f"[data-overlay='{overlay}']")
    browser.run("document.querySelector('.menu').open = false")
    browser.until("return document.querySelector('[data-overlay-of=\"words\"]')")
    browser.picture(shots, "overlays")
    browser.run("document.querySelectorAll('[data-overlay]:checked').forEach(b => b.click())")


def findings(browser, book, shots):
    placed = [finding for finding in book["findings"] if finding.get("page")]
    listed = "return document.querySelectorAll('#finding-list button').length"
    browser.click("#toggle-findings")
    for name in ("rule", "severity"):
        for value in {finding[name] for finding in book["findings"]}:
            browser.choose(name, value)
            wanted = min(1000, sum(finding[name] == value for finding in book["findings"]))
            check(browser.run(listed) == wanted, f"the filter {name} {value} lists {browser.run(listed)}, not {wanted}")
        browser.choose(name, "")
    if placed:
        index = min(book["findings"].index(placed[0]), 999)
        browser.run("document.querySelectorAll('#finding-list button')[arguments[0]].click()", index)
        check(browser.ends_at(placed[0]["page"]), "a finding does not lead to its page")
        check(browser.until("return document.querySelector('svg.over .mark')"), "the place of a finding is not marked")
        browser.picture(shots, "findings")
    browser.click("#toggle-findings")


def links(browser, book, shots):
    placed = [link for link in book["map"]["links"] if link.get("rect")]
    inside = [link for link in placed if not re.match("[a-z]+:", link["href"])]
    button = """[...document.querySelectorAll(`[data-page='${arguments[0]}'] .link`)].find(
      b => b.getAttribute('aria-label') === `Link: ${arguments[1]}`)"""
    notes = {anchor.get("id") for anchor in book["map"]["anchors"] if "note" in anchor.get("types", "")}
    for link in [link for link in inside if link["href"].split("#")[-1] in notes][:1]:
        browser.go(link["page"])
        browser.run(button + "?.focus()", link["page"], link["href"])
        note = browser.until("const n = document.getElementById('note'); return !n.hidden && n.textContent")
        check(note, "a note is not shown at its call")
        browser.picture(shots, "note")
        browser.run("document.activeElement.blur()")
        # A finger cannot rest over a call: its first tap shows the note and stays.
        browser.narrow()
        browser.until("return innerWidth <= 360")
        time.sleep(0.3)
        shown = "return !document.getElementById('note').hidden"
        # A touch that is not answered in time is dropped.
        for _ in range(3):
            place = browser.run(f"const r = {button}.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]",
                                link["page"], link["href"])
            browser.touch("touchStart", place)
            browser.touch("touchEnd")
            if browser.until(shown, 2):
                break
        there = browser.run("return document.elementFromPoint(...arguments[0])?.className", place)
        check(browser.run(shown), f"a tap on a call does not show its note, but meets \"{there}\" at {place}")
        check(link["page"] in browser.shown(), "a tap on a call leaves the page")
        browser.picture(shots, "narrow-note")
        browser.run("document.activeElement.blur()")
        browser.wide()
        browser.go(link["page"])
    for link in inside[:1]:
        browser.go(link["page"])
        browser.run(button + "?.click()", link["page"], link["href"])
        time.sleep(0.2)
        check("Nothing in the book" not in browser.said(), f"a link is not followed: {browser.said()}")
    for link in [link for link in placed if link not in inside][:1]:
        browser.go(link["page"])
        browser.run(button + "?.click()", link["page"], link["href"])
        check(browser.until("return document.getElementById('leave').open"), "a link that leaves the proof is not asked about")
        browser.run("document.getElementById('leave').close('stay')")
    browser.click("#toggle-facts")
    facts = browser.until("return document.querySelectorAll('#fact-list dt').length > 5 && document.getElementById('fact-list').textContent")
    check(facts and re.search(r":\d+:\d+", facts), f"the facts do not name the source: {facts}")
    browser.picture(shots, "facts")
    browser.click("#toggle-facts")


def reach(browser, shots):
    """Rules of accessibility, and a window as narrow as a telephone's."""
    browser.axe("light")
    browser.run("['contents', 'search', 'findings', 'facts'].forEach(id => document.getElementById(`toggle-${id}`).click())")
    browser.run("document.querySelector('.menu').open = true")
    browser.axe("all panels")
    browser.prefer("dark")
    check(browser.until("return document.body.classList.contains('dark')"), "the surroundings do not follow the system")
    check(browser.run("return getComputedStyle(document.querySelector('.page:not(.none)')).backgroundColor") == "rgb(255, 255, 255)",
          "the paper is not white")
    browser.axe("dark")
    browser.run("document.querySelector('.menu').open = false")
    browser.picture(shots, "dark")
    browser.run("document.querySelectorAll('.panel:not([hidden])').forEach(p => document.getElementById(`toggle-${p.id}`).click())")
    browser.prefer("light")
    browser.narrow()
    browser.driver.refresh()
    browser.until(DRAWN)
    check(browser.run("return document.documentElement.scrollWidth") <= 360, "the window scrolls sideways at 360 pixels")
    hidden = browser.run("""return [...document.querySelectorAll('header button, #go, header summary')].filter(e => {
      const r = e.getBoundingClientRect(); return !e.hidden && r.width && (r.right > 361 || r.left < 0 || r.height < 24) }).map(e => e.id)""")
    check(not hidden, f"controls outside of 360 pixels, or too small: {hidden}")
    check(browser.run("return document.getElementById('stage').clientHeight") > 500, "the toolbar leaves too little of the page")
    browser.axe("narrow")
    browser.picture(shots, "narrow")
    width = browser.width()
    wide = "return document.querySelector('.page:not(.none)').getBoundingClientRect().width > arguments[0]"
    # On a busy machine, the browser drops a touch that is not answered in time.
    for _ in range(3):
        browser.touch("touchStart", (150, 400), (210, 400))
        for step in range(1, 9):
            browser.touch("touchMove", (150 - 8 * step, 400), (210 + 8 * step, 400))
        browser.touch("touchEnd")
        if browser.until(wide, 2, 1.8 * width):
            break
        browser.click("#fit")
    check(browser.run(wide, 1.8 * width), f"pinching does not zoom: {width} to {browser.width()}")
    browser.picture(shots, "pinched")
    browser.click("#toggle-findings")
    browser.picture(shots, "narrow-findings")
    browser.prefer("dark")
    browser.picture(shots, "narrow-dark")
    browser.prefer("light")
    browser.wide()
    browser.driver.refresh()


def use(browser, folder, arguments):
    book = book_of(folder)
    words = Words(folder)
    shots = arguments.screenshots
    turn(browser, folder, book, shots, arguments.most_seconds)
    memory = browser.memory()
    print(f"check_proof: {memory} MB after turning pages")
    check(memory < 250, f"the page's process needs {memory} MB")
    pictures(browser, book)
    search(browser, book, words, shots)
    zoom(browser, book)
    browser.picture(shots, "grid")
    overlays(browser, words, shots)
    findings(browser, book, shots)
    links(browser, book, shots)
    reach(browser, shots)


def edited(book, scratch, name, edit):
    """A copy of the book's folder in which the book's text is changed."""
    text = pathlib.Path(book).read_text(encoding="utf-8")
    folder = scratch / name
    shutil.copytree(pathlib.Path(book).parent, folder)
    path = folder / pathlib.Path(book).name
    path.write_text(edit(text), encoding="utf-8")
    return path, text


def add_words(words):
    """Adds words to the end of the last paragraph."""
    return lambda text: f"{text[:text.rfind('</p>')]} {words}{text[text.rfind('</p>'):]}"


def compare(browser, program, book, options, folder, scratch, shots):
    """Compares with a run of the book with a few more words; `book` must be a single document."""
    path, _ = edited(book, scratch, "changed", add_words("and one more"))
    out = scratch / "compared"
    subprocess.run([program, "proof", path, "-o", out, "--against", folder, "-q", *options], check=True)
    data = book_of(out)
    check(data["changes"], "a changed word changes no page")
    lines = [line for change in data["changes"] for line in change.get("lines", [])]
    changed = [line for line in lines if line[3] == "changed"]
    check(1 <= len(changed) <= 3, f"one changed sentence marks {len(changed)} lines as changed")
    page = min(change["page"] for change in data["changes"])
    own = [line for number, one in Words(out).pages.items() if number >= page for line in one]
    for _, _, y, _ in changed[-1:]:
        texts = [" ".join(item[2] for item in line[2] if len(item) > 2) for line in own if abs(line[0] - y) < 0.1]
        check(any("more" in text or "one" in text for text in texts), f"the changed line is not the one that changed: {texts}")
    check(any(path.name in note for note in data["notes"]), f"the cause is not named: {data['notes']}")
    browser.open(out)
    browser.click("#toggle-changes")
    browser.click("#next-change")
    check(browser.ends_at(page), "the next change is not shown")
    check(browser.until("return document.querySelectorAll('.difference rect').length"), "changed lines are not marked")
    browser.picture(shots, "compare-lines")
    browser.click("[name='compare'][value='wipe']")
    check(browser.until("return document.querySelector('.page .old')?.dataset.drawn"), "the page as it was is not shown")
    # The old page is to the left of the line, which is where the slider is.
    left = "return [getComputedStyle(document.querySelector('.page .old')).clipPath, document.querySelector('.wipe-line').style.left]"
    browser.run("const w = document.getElementById('wipe'); w.value = 30; w.dispatchEvent(new Event('input'))")
    check(browser.run(left) == ["inset(0px 70% 0px 0px)", "30%"], f"the wipe is not where its slider is: {browser.run(left)}")
    browser.picture(shots, "compare-wipe")
    browser.click("[name='compare'][value='beside']")
    check(browser.until("return document.querySelector('.page.was .picture')?.dataset.drawn"), "the pages are not side by side")
    browser.picture(shots, "compare")
    summary = browser.run("return window.proof.changeSummary()")
    check("changed" in summary and f"- page {data['map']['pages'][page - 1]['label']}" in summary, f"the summary says: {summary}")
    browser.axe("changes")


def follow(browser, program, book, options, scratch, arguments, is_served):
    """Saves while the proof is open: it must show new pages at the same place, show an error, and clear it once
    the error is corrected. Returns the address of the server; None if the proof is opened from its folder."""
    path, text = edited(book, scratch, f"watched-{is_served}", lambda text: text)
    out = scratch / f"followed-{is_served}"
    served = [] if is_served else ["--no-server"]
    process = subprocess.Popen([program, "watch", path, "-o", out, *served, *options],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    how = "by the server" if is_served else "from the folder"
    try:
        address = re.search(r"http://\S+", process.stdout.readline())
        check(bool(address) == is_served, f"the proof is not opened {how}")
        place = address.group(0) if address else out
        count = len(book_of(out)["map"]["pages"])
        browser.open(place, f"#page={count}")
        times = []
        for number in range(5):
            version = browser.run("return window.proof.book.version")
            saved = add_words(f"mended{'x' * number}")(text)
            start = time.monotonic()
            path.write_text(saved, encoding="utf-8")
            seen = browser.until(f"if (window.proof.book.version <= arguments[0]) return false; {DRAWN}", 30, version)
            times.append(time.monotonic() - start)
            check(seen, "a save is not followed")
            time.sleep(0.3)
        times.sort()
        print(f"check_proof: {times[2]:.2f} s from a save to new pixels {how} (the middle of five, in {count} pages)")
        check(times[2] < arguments.most_seconds, f"a save is seen after {times[2]:.2f} s")
        check(count in browser.shown() or count - 1 in browser.shown(), "the place is lost after a save")
        # The pages that were not drawn again are as if they all were.
        fresh = scratch / f"fresh-{is_served}"
        subprocess.run([program, "proof", path, "-o", fresh, "-q", *options], check=True)
        for one in sorted((fresh / "pages").iterdir()) + sorted((fresh / "data").glob("words-*")) + sorted((fresh / "data").glob("shapes-*")):
            other = out / one.relative_to(fresh)
            check(other.exists() and other.read_bytes() == one.read_bytes(), f"{other.name} is not as a new proof has it")
        path.write_text(text.replace("</p>", "<b></p>", 1), encoding="utf-8")
        said = browser.until("return !document.getElementById('problem').hidden && document.getElementById('problem').textContent", 20)
        check(said and re.search(r":\d+:\d+", said), f"an error is not shown with its place: {said}")
        path.write_text(text, encoding="utf-8")
        check(browser.until("return document.getElementById('problem').hidden", 20), "a mended error stays")
        return address and place
    finally:
        # A page that is open misses its server.
        browser.driver.get("about:blank")
        process.terminate()
        process.wait()


def refuse(browser, program, scratch):
    """A book whose text tries to be markup, and whose link tries to be a script."""
    evil = "&lt;/script&gt;&lt;script&gt;window.harm = 1&lt;/script&gt;&lt;img src=x onerror='window.harm = 1'&gt;"
    path = scratch / "evil.xhtml"
    path.write_text(f"<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><head><title>{evil}</title></head>"
                    f"<body><h1>{evil}</h1><p>{evil} <a href='javascript:window.harm=1'>link</a></p></body></html>", encoding="utf-8")
    out = scratch / "evil"
    subprocess.run([program, "proof", path, "-o", out, "-q", "--page", "a5"], check=True)
    browser.open(out)
    browser.run("document.getElementById('toggle-search').click(); document.getElementById('query').value = 'script';"
                "document.getElementById('search-form').requestSubmit()")
    browser.until("return document.querySelectorAll('#results button').length")
    browser.run("document.querySelector('.link')?.click(); const d = document.getElementById('leave'); if (d.open) d.close('open')")
    time.sleep(0.2)
    check(not browser.run("return window.harm"), "text of the book became a program")
    check("</script>" in browser.run("return document.title"), "the title is not shown as text")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("book")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--most-seconds", type=float, default=20, help="until a page is shown, or a save is followed")
    arguments, options = parser.parse_known_args()
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="paginate-proof-") as name:
        scratch = pathlib.Path(name)
        folder = scratch / "proof"
        subprocess.run([arguments.program, "proof", arguments.book, "-o", folder, "-q", *options], check=True)
        browser = Browser(DRIVER)
        addresses = []
        try:
            use(browser, folder, arguments)
            if not arguments.book.lower().endswith(".epub"):
                compare(browser, arguments.program, arguments.book, options, folder, scratch, arguments.screenshots)
                for is_served in (False, True):
                    if is_served and not pathlib.Path(arguments.program).with_name("paginate-server").exists():
                        print("check_proof: no paginate-server: the proof is not served")
                        continue
                    addresses.append(follow(browser, arguments.program, arguments.book, options, scratch, arguments, is_served))
                refuse(browser, arguments.program, scratch)
            errors = browser.console()
            check(not errors, f"the console says: {errors[:3]}")
            requests = browser.requests([address for address in addresses if address])
            check(not requests, f"something was asked of the net: {requests[:3]}")
        finally:
            browser.driver.quit()
    print(f"check_proof: {pathlib.Path(arguments.book).name}: {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
