#!/usr/bin/env python3
"""Long trials, whose figures are in Documentation/catalogue-cost.md. CI does not run them.

    PAGINATE=.build/release/paginate python3 Integrations/ray/tests/trial.py million FOLDER
    PAGINATE=.build/release/paginate python3 Integrations/ray/tests/trial.py speed FOLDER [--count N] [BOOK...]
    PAGINATE=.build/release/paginate python3 Integrations/ray/tests/trial.py catalogue FOLDER [--count N] [BOOK...]

`million`: a manifest of a million units that are not set (a program of this script answers for paginate): time to the
first unit, memory of the driver, --dry-run, and a table of a million rows.
`speed`: some hundred small books: a process for each book against one batch, a second run with the cache, and one
worker against two, with and without Ray. Each is done three times, in turns, and the fastest counts; on a busy machine,
compare processor seconds, which both kinds of figures come with.
`catalogue`: 2,000 small books (--count) from the paragraphs of some books (by default the three in ../shared/books),
three of them broken, and one of six million characters, in four editions: with paginate batch, with one Ray worker and
with two; again with the cache, and with one stylesheet changed. All tables must be the same.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.path.abspath(os.environ.get("PAGINATE", ROOT / ".build/debug/paginate"))
RAY = [sys.executable, "-m", "paginator_ray", "run"]

#: Answers for paginate, without setting anything.
STAND_IN = """#!{python}
import hashlib, json, os, sys, time
first = {first!r}
for line in sys.stdin:
    if not os.path.exists(first):
        open(first, "w").write(str(time.time()))
    unit = json.loads(line)
    for number, edition in enumerate(unit["editions"]):
        key = hashlib.sha256(f"{{unit['name']}} {{number}}".encode()).hexdigest()[:24]
        print(json.dumps({{"key": key, "book": unit["name"], "edition": edition, "build": "none", "status": "ok",
              "pages": 200, "lines": 7000, "findings": {{"overfull-line": 3}}, "mapDigest": key * 2}}))
    sys.stdout.flush()
"""


def measured(command):
    """Runs a command, and returns its seconds, its peak memory in megabytes and what it printed."""
    start = time.time()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    peak = 0
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            peak = max(peak, int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) // 1024)
        except (OSError, AttributeError):
            pass
        time.sleep(0.2)
    return time.time() - start, peak, process.stdout.read() + process.stderr.read()


def million(folder, count=1_000_000, left=20_000):
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / "manifest.jsonl"
    with open(manifest, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps({"book": f"books/{number % 1000}/{number:07}.epub", "editions": [{"page": "6x9"}]}) + "\n")
    print(f"a manifest of {manifest.stat().st_size >> 20} MB", flush=True)
    seconds, peak, text = measured([*RAY, manifest, "--out", folder / "none", "--dry-run"])
    print(f"dry run: {seconds:.0f} s, {peak} MB: {text.strip()}", flush=True)

    first = folder / "first"
    program = folder / "stand-in"
    program.write_text(STAND_IN.format(python=sys.executable, first=str(first)))
    program.chmod(0o755)
    # All but some of the units have results: the driver reads them, skips them, sets the rest and sorts all.
    parts = folder / "run/parts"
    parts.mkdir(parents=True)
    sys.path.insert(0, str(ROOT / "Integrations/ray"))
    from paginator_ray import read_manifest
    lines = []
    for unit in read_manifest(str(manifest)):
        if unit.number >= count - left:
            break
        key = hashlib.sha256(f"{unit.name} 0".encode()).hexdigest()[:24]
        row = {"key": key, "book": unit.name, "edition": unit.settings[0], "build": "none", "status": "ok", "pages": 200,
               "lines": 7000, "findings": {"overfull-line": 3}, "mapDigest": key * 2}
        lines.append(json.dumps({"unit": unit.digest, "rows": [row]}) + "\n")
        if len(lines) == 200:
            (parts / f"{unit.number // 200:06}-0.jsonl").write_text("".join(lines))
            lines = []
    options = ["--program", program, "--workers", "2"]
    start = time.time()
    process = subprocess.Popen(
        [str(word) for word in [*RAY, manifest, "--out", folder / "fresh", *options]], stderr=subprocess.DEVNULL)
    while not first.exists():
        time.sleep(0.05)
    time.sleep(0.2)
    print(f"first unit after {float(first.read_text()) - start:.1f} s", flush=True)
    process.kill()
    process.wait()
    seconds, peak, text = measured([*RAY, manifest, "--out", folder / "run", "--resume", *options])
    print(f"run with {count - left} results there: {seconds:.0f} s, {peak} MB: {text.strip()}", flush=True)
    with open(folder / "run/table.csv", encoding="utf-8") as table:
        keys = [line.split(",", 1)[0] for line in table][1:]
    print(f"rows: {len(keys)}, sorted and each once: {keys == sorted(set(keys)) and len(keys) == count}", flush=True)


def timed(command, status=(0, 1)):
    """Runs a command, and returns its seconds, its processor seconds with all that it started, and its messages."""
    before, start = os.times(), time.time()
    done = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = os.times()
    assert done.returncode in status, done.stderr
    return (
        time.time() - start,
        after.children_user + after.children_system - before.children_user - before.children_system, done.stderr)


def speed(folder, count, sources, rounds=3):
    folder.mkdir(parents=True, exist_ok=True)
    books = folder / "c"
    command = [sys.executable, ROOT / "Scripts/make_catalogue.py", books, "--count", str(count)]
    subprocess.run(command + [part for source in sources for part in ("--source", source)], check=True)
    units = [json.loads(line) for line in (books / "manifest.jsonl").read_text().splitlines()][4:]
    one = books / "one.jsonl"
    one.write_text("".join(json.dumps({**unit, "editions": [{"page": "6x9"}]}) + "\n" for unit in units))
    four = books / "four.jsonl"
    four.write_text("".join(json.dumps(unit) + "\n" for unit in units))
    best = {}

    def best_of(name, seconds, processor):
        old = best.get(name, (seconds, processor))
        best[name] = (min(old[0], seconds), min(old[1], processor))

    some = units[:60]
    for number in range(rounds):
        print(f"round {number + 1}, load {os.getloadavg()[0]:.1f}", flush=True)

        def out(name):
            return ["--out", folder / f"{name}-{number}-{time.time_ns()}"]

        parts = [timed([PROGRAM, books / unit["book"], "--page", "6x9", "--jobs", 1, "--map", folder / "map.json"]) for unit in some]
        best_of("a process a book", sum(p[0] for p in parts) / len(some), sum(p[1] for p in parts) / len(some))
        for name, manifest, options in (
                ("batch, one edition", one, ["--jobs", 1]), ("batch", four, ["--jobs", 1]), ("batch, two workers", four, ["--jobs", 2]),
                ("batch, filling the cache", four, ["--jobs", 1, "--cache", folder / f"cache-{number}"]),
                ("batch, all cached", four, ["--jobs", 1, "--cache", folder / f"cache-{number}"])):
            seconds, processor, _ = timed([PROGRAM, "batch", manifest, *out("batch"), "--quiet", *options])
            best_of(name, seconds / len(units), processor / len(units))
        for workers in (1, 2):
            _, processor, text = timed([*RAY, four, *out("ray"), "--program", PROGRAM, "--workers", workers])
            # Its own seconds, without those that Ray takes to start.
            best_of(f"Ray, workers: {workers}", float(re.search(r"([\d.]+) s\s*$", text).group(1)) / len(units), processor / len(units))
    print(f"{len(units)} books of 30 paragraphs; milliseconds a book, by the clock and of processors (of Ray: of the driver):")
    for name, (seconds, processor) in best.items():
        print(f"  {name:26} {seconds * 1000:8.2f} {processor * 1000:8.2f}")

    def ratio(first, second, index):
        return best[first][index] / best[second][index]

    two = ("batch", "batch, two workers")
    print(f"a batch is {ratio('a process a book', 'batch, one edition', 0):.1f} times as fast as a process a book "
          f"({ratio('a process a book', 'batch, one edition', 1):.1f} by processor seconds)")
    print(f"two workers are {ratio(*two, 0):.2f} times as fast as one; their processor seconds are {1 / ratio(*two, 1):.2f} times those of one")
    print(f"two workers of Ray are {ratio('Ray, workers: 1', 'Ray, workers: 2', 0):.2f} times as fast as one")
    print(f"Ray's overhead a book: {(best['Ray, workers: 1'][0] - best['batch'][0]) * 1000:.1f} ms")


def catalogue(folder, count, sources):
    folder.mkdir(parents=True, exist_ok=True)
    books = folder / "c"
    command = [sys.executable, ROOT / "Scripts/make_catalogue.py", books, "--count", str(count), "--large", "6000000"]
    subprocess.run(command + [part for source in sources for part in ("--source", source)], check=True)
    (books / "house.css").write_text("p { text-indent: 1em }")
    manifest = books / "manifest.jsonl"
    units = [json.loads(line) for line in manifest.read_text().splitlines()]
    for number, unit in enumerate(units):
        if number % 20 == 0:
            unit["editions"] = [{**edition, "style": "house.css"} for edition in unit["editions"]]
    manifest.write_text("".join(json.dumps(unit) + "\n" for unit in units))

    def report(name, command):
        before = os.times()
        seconds, peak, text = measured(command)
        after = os.times()
        processor = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"{name}: {seconds:.1f} s, {processor:.1f} processor seconds of the command, {peak} MB: {text.strip()}",
              flush=True)

    cache = ["--cache", folder / "cache"]
    report("batch, 1 worker", [PROGRAM, "batch", manifest, "--out", folder / "one", "--jobs", 1, *cache])
    report("batch, all cached", [PROGRAM, "batch", manifest, "--out", folder / "one-cached", "--jobs", 1, *cache])
    ray = [*RAY, manifest, "--program", PROGRAM]
    report("Ray, 1 worker", [*ray, "--out", folder / "ray-1", "--workers", 1])
    report("Ray, 2 workers", [*ray, "--out", folder / "ray-2", "--workers", 2])
    report("Ray, all cached", [*ray, "--out", folder / "ray-cached", "--workers", 2, *cache])
    tables = {(folder / name / "table.csv").read_bytes()
              for name in ("one", "one-cached", "ray-1", "ray-2", "ray-cached")}
    print(f"different tables: {len(tables)}", flush=True)
    lines = [json.loads(line) for line in (folder / "one/results.jsonl").read_text().splitlines()]
    broken = {row["book"]: row["error"]["class"] for row in lines if row["status"] == "failed"}
    longest = max(lines, key=lambda row: row.get("pages", 0))
    print(f"rows: {len(lines)}, failed: {broken}; {longest['book']} has {longest['pages']} pages", flush=True)
    (books / "house.css").write_text("p { text-indent: 2em }")
    report("Ray, one stylesheet changed", [*ray, "--out", folder / "ray-changed", "--workers", 2, *cache])
    rows = [row for part in (folder / "ray-changed/parts").iterdir() for line in part.read_text().splitlines()
            for row in json.loads(line)["rows"] if row["status"] == "ok" and not row.get("cached")]
    print(f"set again: {len(rows)} editions, all with the stylesheet: "
          f"{all(row['edition'].get('style') == 'house.css' for row in rows)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trial", choices=["million", "speed", "catalogue"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, help="how many units")
    parser.add_argument("books", nargs="*", default=sorted((ROOT.parent / "shared/books").glob("*.epub")))
    given = parser.parse_args()
    if given.trial == "million":
        million(given.folder, given.count or 1_000_000)
    elif given.trial == "speed":
        speed(given.folder, given.count or 400, [str(book) for book in given.books])
    else:
        catalogue(given.folder, given.count or 2000, [str(book) for book in given.books])


if __name__ == "__main__":
    main()
