"""A browser that opens proofs, for check_proof.py. Needs selenium; axe-core-python adds the rules of axe."""
import importlib.util
import json
import pathlib
import re
import time
import unicodedata

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

problems = []

# Whether all pages in view have their pictures.
DRAWN = """const all = [...document.querySelectorAll('.spread .picture')];
  return all.length > 0 && all.every(p => ['canvas', 'image'].includes(p.dataset.drawn))"""


def check(holds, what):
    if not holds:
        problems.append(what)
        print(f"check_proof: {what}")


def read_script(path):
    """The JSON in a script of a proof: a text between two backquotes."""
    return json.loads(path.read_text(encoding="utf-8").split("`")[1])


def book_of(folder):
    return read_script(folder / "data/book.js")


def utf16(text):
    data = text.encode("utf-16-le", "surrogatepass")
    return [data[index:index + 2] for index in range(0, len(data), 2)]


def plain(units):
    return b"".join(units).decode("utf-16-le", "replace")


class Words:
    """The words of a proof, read from its data: for each line its baseline, its size, and its words as
    [x, width, text, whether it goes on in the next line] and spaces as [x, width]."""

    def __init__(self, folder):
        self.pages = {}
        size = book_of(folder)["part"]
        for path in folder.glob("data/words-*.js"):
            part = int(path.stem.split("-")[1])
            texts = read_script(path.with_name(f"text-{part}.js"))
            for index, lines in enumerate(read_script(path)):
                self.pages[part * size + index + 1] = [
                    self.line(line, after, utf16(texts[index]))
                    for line, after in zip(lines, [*lines[1:], [None]])]

    @staticmethod
    def line(line, after, text):
        start, items = line[0], []
        for x, width, length in zip(*[iter(line[3:])] * 3):
            end = start + abs(length)
            items.append([x, width, plain(text[start:end])] if length > 0 else [x, width])
            start = end
        # Without a space or a hyphen of its own between the lines.
        if start == after[0] and len(items[-1]) == 3 and items[-1][2][-1].isalpha():
            items[-1].append(1)
        return [line[1], line[2], items]

    def divided(self):
        """A word that is divided at a line end, and its page."""
        for number in sorted(self.pages):
            lines = self.pages[number]
            for line, after in zip(lines, lines[1:]):
                last = line[2][-1]
                if len(last) == 4 and len(after[2][0]) >= 3:
                    return number, last[2] + after[2][0][2].strip(".,;:!?”’\"")
        return None

    def typed(self):
        """A word with a typographic apostrophe or an accent, as it is typed without them, and its page."""
        for number in sorted(self.pages):
            for line in self.pages[number]:
                for item in line[2]:
                    word = item[2] if len(item) == 3 else ""
                    plain = unicodedata.normalize("NFD", word.replace("\u2019", "'"))
                    plain = "".join(char for char in plain if not unicodedata.combining(char))
                    if plain != word and re.fullmatch(r"[A-Za-z']{5,}", plain) and plain[0] != "'":
                        return number, plain.strip("'")
        return None

    def compound(self):
        """A word that ends a line with its own hyphen, with the next one, and its page."""
        for number in sorted(self.pages):
            for line, after in zip(self.pages[number], self.pages[number][1:]):
                last, first = line[2][-1], after[2][0]
                if len(last) == 3 and re.fullmatch(r"[a-z]{3,}-", last[2]) and len(first) == 3 and first[2].isalpha():
                    return number, last[2] + first[2]
        return None

    def over_pages(self):
        """The last word of a page with the first one of the next: a text that goes on over a page end."""
        def plain(items):
            return [item[2] for line in items for item in line[2] if len(item) == 3]
        for number in sorted(self.pages):
            lines, after = self.pages[number], self.pages.get(number + 1)
            if not lines or not after or len(lines[-1][2][-1]) == 4:
                continue
            words = [item for item in lines[-1][2] if len(item) > 2]
            first = [item for item in after[0][2] if len(item) > 2]
            if words and first and words[-1][2].isalpha() and first[0][2].isalpha() and plain(lines[-1:]):
                return number, f"{words[-1][2]} {first[0][2]}"
        return None


class Browser:
    def __init__(self, driver_path, dark=False):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(driver_path))

    def open(self, folder, fragment=""):
        """Opens a proof by its folder, or by the address of its server."""
        self.driver.get("about:blank")
        start = time.monotonic()
        place = folder if isinstance(folder, str) else (folder / "index.html").absolute().as_uri()
        self.driver.get(f"{place}{fragment}")
        self.until(DRAWN, 20)
        return time.monotonic() - start

    def narrow(self, width=360, height=740):
        """A telephone."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 2, "mobile": True})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def wide(self):
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def prefer(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def touch(self, kind, *points):
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, script, seconds=5, *arguments):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.02)
        return None

    def click(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def key(self, *keys):
        self.driver.find_element(By.TAG_NAME, "body").send_keys(*keys)

    def choose(self, name, value):
        self.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];"
                 "s.dispatchEvent(new Event('change'))", name, value)

    def go(self, page):
        self.run("location.hash = `#page=${arguments[0]}`", page)
        return self.ends_at(page)

    def shown(self):
        return self.run("return [...document.querySelectorAll('#stage [data-page]')].map(p => +p.dataset.page)")

    def ends_at(self, page):
        self.until(f"return [...document.querySelectorAll('#stage [data-page]')].some(p => p.dataset.page == '{page}')")
        return page in self.shown()

    def width(self):
        return self.run("return document.querySelector('.page:not(.none)').getBoundingClientRect().width")

    def said(self):
        return self.run("return document.getElementById('said').textContent")

    def picture(self, shots, name):
        if shots:
            self.driver.save_screenshot(str(shots / f"{name}.png"))

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self, served):
        """Requested addresses that are neither files nor data URLs, nor of the proofs' own servers."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                # Browsers ask for an icon by themselves.
                own = any(url.startswith(address[:-len("index.html")]) or url == re.match("http://[^/]+", address)[0] + "/favicon.ico"
                          for address in served)
                if not own and not re.match(r"(file|data|about|chrome|blob):", url):
                    found.append(url)
        return found

    def memory(self, kind="Rss"):
        """The memory of the largest page process, in megabytes: resident, or proportional (`Pss`)."""
        most = 0
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if b"--type=renderer" not in (path / "cmdline").read_bytes():
                    continue
                status = (path / "smaps_rollup").read_text()
            except OSError:
                continue
            if self.driver.service.process.pid in ancestors(path.name):
                most = max(most, int(re.search(rf"^{kind}:\s+(\d+)", status, re.M).group(1)) // 1024)
        return most

    def axe(self, where):
        """Runs the rules of axe-core, if it is installed, on the page as it is."""
        spec = importlib.util.find_spec("axe_core_python")
        if not spec:
            print("check_proof: no axe (pip install axe-core-python): its rules are not run")
            return
        source = pathlib.Path(spec.origin).parent / "axe.min.js"
        self.run(source.read_text(encoding="utf-8"))
        result = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then(r => done(r), e => done({violations: [{id: `${e}`, nodes: []}]}))")
        for violation in result["violations"]:
            targets = [str(node["target"]) for node in violation["nodes"]][:3]
            check(False, f"axe, {where}: {violation['id']}: {violation.get('help', '')} {targets}")


def ancestors(pid):
    found = []
    while pid not in ("0", "1"):
        try:
            stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            break
        pid = stat.rsplit(")", 1)[1].split()[1]
        found.append(int(pid))
    return found
