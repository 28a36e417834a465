#!/usr/bin/env python3
"""Makes ten changes to a book, one at a time. For each one that moves a page, `paginate check` must report
the cause and the first page that differs. The expected answers are computed here from the two page maps.
With the cache of the unchanged book, `check` must report the same.

check_causes.py PROGRAM BOOK.epub
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

PROGRAM, BOOK = sys.argv[1], pathlib.Path(sys.argv[2])
BASE = {"page": "6x9", "style": "style.css", "extra": []}


def run(*arguments, cwd):
    return subprocess.run([PROGRAM, *arguments], cwd=cwd, capture_output=True, text=True)


def options(setup):
    return ["--page", setup["page"], "--style", setup["style"], *setup["extra"]]


def page_map(folder, setup):
    result = run("book.folder", "--map", "map.json", "-q", *options(setup), cwd=folder)
    assert result.returncode == 0, result.stderr
    return json.loads((folder / "map.json").read_text())


def first_moved(old, new):
    """The first page, counted from 1, that begins or ends with different text; None if there is none."""
    digests = [{i["name"]: i["digest"] for i in m["inputs"] if i["kind"] == "document"} for m in (old, new)]
    lengths = [{d["href"]: d["length"] for d in m["documents"]} for m in (old, new)]

    def start(m, index):
        page = m["pages"][index]
        if page.get("blank"):
            return (page["document"], page["label"], "blank")
        edited = digests[0].get(page["document"]) != digests[1].get(page["document"])
        growth = lengths[1].get(page["document"], 0) - lengths[0].get(page["document"], 0)
        offset = page["start"]["offset"]
        return (page["document"], page["label"], page["text"] if edited else offset, None if not edited else abs(growth) > 10 ** 6)

    count = min(len(old["pages"]), len(new["pages"]))
    same = [start(old, i) == start(new, i) for i in range(count)]
    for i in range(count):
        ends = len(old["pages"]) == len(new["pages"])
        if i + 1 < count:
            a, b = old["pages"][i + 1], new["pages"][i + 1]
            where = [p.get("start", {}).get("offset") for p in (a, b)]
            # Words edited at the beginning of the next page belong to that page.
            ends = a["document"] == b["document"] and (
                same[i + 1] or where[0] == where[1] and a["label"] == b["label"])
        if not same[i] or not ends:
            return i + 1
    return None if len(old["pages"]) == len(new["pages"]) else count + 1


def edit(path, pattern, replacement, count=1):
    text = path.read_text(encoding="utf-8")
    changed = re.sub(pattern, replacement, text, count=count, flags=re.S)
    assert changed != text, (path, pattern)
    path.write_text(changed, encoding="utf-8")


def chapter(folder, number=3):
    chapters = sorted((folder / "book.folder").rglob("chapter-*.xhtml"), key=lambda p: [int(x) for x in re.findall(r"\d+", p.stem)])
    return chapters[number]


def changes(folder):
    """For each change: its name, the input group that is its cause, and a function that makes it and may
    return the setup to use."""
    root = folder / "book.folder"
    package = next(root.rglob("*.opf"))

    def word():
        edit(chapter(folder), r"(<p>\w+ \w+)", r"\1 uncommonly perspicuous and altogether indefatigable")

    def paragraph():
        edit(chapter(folder, 5), r"<p>[^<]{200,}</p>", "")

    def stylesheet():
        path = next(root.rglob("core.css"))
        path.write_text(path.read_text() + "\np { margin-bottom: 2pt }\n")

    def leading():
        edit(folder / "style.css", r"large: 11pt/14pt", "large: 11pt/14.5pt")

    def optical():
        return {**BASE, "extra": ["--font", "EB Garamond 08"]}

    def hyphenation():
        edit(folder / "style.css", r"$", "\nbody { hyphens: manual !important }\n")

    def image():
        edit(next(root.rglob("titlepage.svg")), r'viewBox="0 0 (\d+) (\d+)"', r'viewBox="0 0 \1 900"')

    def height():
        return {**BASE, "page": "432x634pt"}

    def language():
        for path in root.rglob("*.xhtml"):
            path.write_text(re.sub(r'xml:lang="en-(GB|US)"', 'xml:lang="de"', path.read_text(encoding="utf-8")), encoding="utf-8")

    def option():
        return {**BASE, "extra": ["--reader-size", "xLarge"]}

    return [
        ("a word added", "document", word), ("a paragraph removed", "document", paragraph),
        ("a stylesheet's margin", "stylesheet", stylesheet), ("the preset's leading", "preset", leading),
        ("another optical size", "option", optical), ("hyphenation off", "preset", hyphenation),
        ("an image's size", "image", image), ("the page's height", "option", height),
        ("the language", "document", language), ("the reader's size", "option", option),
    ]


def without_cache(result):
    return {key: value for key, value in result.items() if not key.startswith(("cache", "chapters"))}


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        clean = pathlib.Path(name) / "clean"
        (clean / "book.folder").mkdir(parents=True)
        zipfile.ZipFile(BOOK).extractall(clean / "book.folder")
        style = subprocess.run([PROGRAM, "styles", "novel"], capture_output=True, text=True).stdout
        (clean / "style.css").write_text(style)
        old = page_map(clean, BASE)
        updated = run("check", "book.folder", "--baseline", "b.json", "--update", "--cache", "cache",
                      *options(BASE), cwd=clean)
        assert updated.returncode == 0, updated.stderr
        for index, (title, group, _) in enumerate(changes(clean)):
            folder = pathlib.Path(name) / str(index)
            shutil.copytree(clean, folder)
            setup = changes(folder)[index][2]() or BASE
            new = page_map(folder, setup)
            expected = first_moved(old, new)
            arguments = ["check", "book.folder", "--baseline", "b.json", "--format", "json",
                         "--baseline-source", str(clean), *options(setup)]
            check = run(*arguments, cwd=folder)
            result = json.loads(check.stdout)["results"][0]
            cached = json.loads(run(*arguments, "--cache", "cache", cwd=folder).stdout)["results"][0]
            problems = []
            if without_cache(cached) != without_cache(result):
                problems.append("other with the cache")
            if check.returncode != (0 if expected is None else 1):
                problems.append(f"exit {check.returncode}")
            if expected is not None:
                cause = result.get("cause", {})
                if cause.get("groups") != [group]:
                    problems.append(f"cause {cause.get('groups')}, not {group}")
                if result.get("firstDifference") != expected:
                    problems.append(f"first page {result.get('firstDifference')}, not {expected}")
            wrong += bool(problems)
            kept = f"{cached.get('cachedChapters', 'no')} of {cached.get('chapters', 'its')} chapters kept"
            print(f"{'WRONG' if problems else 'right'}  {title}: {len(old['pages'])} -> {len(new['pages'])} pages, first {expected}, {kept}"
                  + (": " + "; ".join(problems) if problems else ""))
    sys.exit(1 if wrong else 0)


main()
