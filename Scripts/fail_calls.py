#!/usr/bin/env python3
"""Makes every call that writes an output fail, one at a time, and checks the files that are left.

    Scripts/fail_calls.py PROGRAM [--allocations 60]

Each scenario is run once for every open, write, rename, fsync, chmod, mkdir and similar call in its folder;
that call fails with "no space left" or "input/output error". Afterwards, every output must be the complete
old or new one, and no other file may be left. A run that fails must print the reason and exit with status 1,
65, 73 or 74; a run that succeeds must leave the new output. A failed allocation may end the program with any
other status, but the outputs must still be the old or the new ones.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ERRORS = [28, 5]  # ENOSPC, EIO
STATUSES = {1, 65, 73, 74}


def document(words):
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>T</title></head><body>'
        f'<h1>One</h1><p>{" ".join(["type"] * words)} <span id="p1"/></p></body></html>'
    )


def write_book(folder, words):
    with open(f"{folder}/book.xhtml", "w", encoding="utf-8") as file:
        file.write(document(words))
    with zipfile.ZipFile(f"{folder}/book.epub", "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr(
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
            '<rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/>'
            "</rootfiles></container>")
        archive.writestr(
            "p.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">'
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title>'
            '<dc:language>en</dc:language><dc:identifier id="i">x</dc:identifier></metadata><manifest>'
            '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
            '<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest>'
            '<spine><itemref idref="c"/></spine></package>')
        archive.writestr("c.xhtml", document(words))
        archive.writestr(
            "nav.xhtml",
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
            "<head><title>T</title></head><body><nav epub:type='toc'><ol><li><a href='c.xhtml'>One</a>"
            "</li></ol></nav></body></html>")
    with open(f"{folder}/manifest.jsonl", "w", encoding="utf-8") as file:
        file.write('{"book": "book.xhtml", "editions": [{"page": "4x5"}, {"page": "5x8"}]}\n')


# Name, command, outputs, and whether the outputs may be partly new and partly old: a row or a cell that
# failed is missing, and the next run makes it.
PAGE = ["--page", "4x5"]
SCENARIOS = [
    ("pages", ["book.xhtml", *PAGE, "-o", "out"], ["out"], False),
    ("live text", ["book.xhtml", *PAGE, "-o", "out", "--text", "live"], ["out"], False),
    ("files", ["book.xhtml", *PAGE, "--map", "m.json", "--pdf", "b.pdf", "--findings", "f.sarif",
               "--positions", "p.json"], ["m.json", "b.pdf", "f.sarif", "p.json"], False),
    ("page list", ["book.epub", *PAGE, "--page-list", "new.epub"], ["new.epub"], False),
    ("proof", ["proof", "book.xhtml", *PAGE, "-o", "proof"], ["proof"], False),
    ("baseline", ["check", "book.xhtml", *PAGE, "--update", "--baseline", "base.json"], ["base.json"],
     False),
    ("cache", ["check", "book.xhtml", *PAGE, "--update", "--baseline", "base.json", "--cache", "cache"],
     ["base.json"], False),
    ("reports", ["check", "book.xhtml", *PAGE, "--update", "--baseline", "base.json", "--format",
                 "junit=j.xml", "--format", "json=r.json"], ["base.json", "j.xml", "r.json"], False),
    ("matrix", ["matrix", "book.xhtml", "--page", "4x5,5x8", "--maps", "cells"],
     ["cells"], True),
    ("batch", ["batch", "manifest.jsonl", "--out", "results", "--jobs", "1", "--resume",
               "--retry-failed"], ["results/table.csv"], True),
]


def state(folder, names):
    """Digests of outputs; None for one that does not exist."""
    def digest(path):
        if os.path.isdir(path):
            parts = [
                os.path.relpath(os.path.join(place, name), path) + digest(os.path.join(place, name))
                for place, _, files in os.walk(path) for name in files
            ]
            return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    return {n: digest(f"{folder}/{n}") if os.path.exists(f"{folder}/{n}") else None for n in names}


class Trial:
    """One scenario in a separate folder, with or without old outputs."""

    def __init__(self, program, shim, scenario, has_old, scratch):
        self.name, self.command, self.outputs, self.may_be_partial = scenario
        self.program, self.shim, self.scratch = program, shim, scratch
        self.work = f"{scratch}/work"
        self.before, self.after = f"{scratch}/before", f"{scratch}/after"
        for folder in (self.before, self.after):
            shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(self.before)
        write_book(self.before, 100)
        if has_old:
            self.clean(self.before)
        write_book(self.before, 160)
        self.old = state(self.before, self.outputs)
        shutil.copytree(self.before, self.after, symlinks=True)
        self.clean(self.after)
        self.new = state(self.after, self.outputs)
        self.names = set(os.listdir(self.before)) | set(os.listdir(self.after))

    def clean(self, folder):
        run = subprocess.run([self.program, *self.command], cwd=folder, capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(f"{self.name}: {run.stderr}")

    def run(self, call=0, allocation=0, error=28):
        """Runs with one failure. Returns the problems found, and the numbers of calls and allocations."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.before, self.work, symlinks=True)
        counter, log = f"{self.scratch}/counter", f"{self.scratch}/log"
        with open(counter, "wb") as file:
            file.write(bytes(16))
        if os.path.exists(log):
            os.remove(log)
        environment = {
            **os.environ, "LD_PRELOAD": self.shim, "FAIL_COUNTER": counter, "FAIL_ROOT": self.work,
            "FAIL_CALL": str(call), "FAIL_ALLOCATION": str(allocation), "FAIL_ERRNO": str(error),
            "FAIL_LOG": log,
        }
        run = subprocess.run(
            [self.program, *self.command], cwd=self.work, env=environment, capture_output=True,
            text=True, errors="replace", timeout=60)
        with open(counter, "rb") as file:
            counts = [int.from_bytes(file.read(8), "little") for _ in range(2)]
        what = ""
        if os.path.exists(log):
            with open(log, encoding="utf-8") as file:
                what = file.read().replace(self.work, "")
        return self.problems(run, call, what), counts

    def reports(self, name):
        """Whether an output is a complete report; it may report that something else failed."""
        if self.name != "reports" or name == "base.json":
            return False
        with open(f"{self.work}/{name}", encoding="utf-8") as file:
            text = file.read()
        try:
            json.loads(text) if name.endswith(".json") else xml.etree.ElementTree.fromstring(text)
        except (ValueError, xml.etree.ElementTree.ParseError):
            return False
        return True

    def problems(self, run, call, what):
        found = []
        is_new = True
        for name, now in state(self.work, self.outputs).items():
            is_known = now in (self.old[name], self.new[name])
            if not is_known and not self.may_be_partial and not self.reports(name):
                found.append(f"{name} is neither the old nor the new")
            is_new = is_new and now == self.new[name]
        if self.may_be_partial:
            self.clean(self.work)
            if state(self.work, self.outputs) != self.new:
                found.append("the next run did not make what was missing")
        if not call:
            # A program that crashed leaves temporary files; the next run removes those of dead processes.
            self.clean(self.work)
        for name in sorted(set(os.listdir(self.work)) - self.names):
            found.append(f"{name} lies there")
        if call:
            if run.returncode not in STATUSES | {0}:
                found.append(f"exit status {run.returncode}: {run.stderr[-300:]}")
            if run.returncode and not re.search(r"cannot|No space|Input/output", run.stderr + run.stdout):
                found.append(f"no reason given: {run.stderr!r}")
        if run.returncode == 0 and not is_new and not self.may_be_partial:
            found.append("ended well without the new output")
        return [f"{self.name}: {what or 'an allocation'}: {problem}" for problem in found]


def compile_shim(folder):
    shim = f"{folder}/fail_calls.so"
    subprocess.run(
        ["clang", "-shared", "-fPIC", "-O1", "-o", shim, f"{HERE}/fail_calls.c", "-ldl"], check=True)
    return shim


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--allocations", type=int, default=60)
    parser.add_argument("--only", help="the name of one scenario")
    options = parser.parse_args()
    scratch = tempfile.mkdtemp(prefix="paginate-fail-")
    shim = compile_shim(scratch)
    problems, runs = [], 0
    for scenario in SCENARIOS:
        if options.only not in (None, scenario[0]):
            continue
        for has_old in (False, True):
            trial = Trial(os.path.abspath(options.program), shim, scenario, has_old, scratch)
            _, (calls, _) = trial.run()
            for call in range(1, calls + 1):
                found, _ = trial.run(call=call, error=ERRORS[call % 2])
                problems += found
                runs += 1
            print(f"fail_calls: {scenario[0]}{', again' if has_old else ''}: {calls} calls", flush=True)
        if options.allocations:
            _, (_, allocations) = trial.run(allocation=1 << 60)
            for index in range(options.allocations):
                found, _ = trial.run(allocation=1 + index * allocations // options.allocations)
                problems += found
                runs += 1
    shutil.rmtree(scratch)
    for problem in problems:
        print("fail_calls:", problem)
    print(f"fail_calls: {runs} runs with a failure, {len(problems)} problems")
    sys.exit(1 if problems or not runs else 0)


if __name__ == "__main__":
    main()
