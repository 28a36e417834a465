#!/usr/bin/env python3
"""Breaks rules on purpose, one at a time, and reports which of them a test notices.

    Scripts/mutants.py [--only 3,7] [--first GoldenTests,LineTests] [--skip Books,Fuzz] [--scratch DIR] [--built]
    Scripts/mutants.py --check        # only whether every rule still has its place in the code

Works on a copy of the repository. All mutants are built into one program; the environment variable
PAGINATOR_MUTANT chooses one for a run of the tests. The suites of --first run before all others, which run only if
the first notice nothing. A mutant that no test notices is printed as "survived", and
the exit status is 1 if there are more than one in twenty.
"""
import argparse
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = "Sources/Paginator"
# What is broken, the file, the code as it is, and the code in which `mutant(#)` breaks it.
MUTANTS = [
    ("a line costs nothing by itself", "Breaking/TotalFitBreaker.swift",
     "var cost = pass.parameters.linePenalty + fit.badness",
     "var cost = (mutant(#) ? 0 : pass.parameters.linePenalty) + fit.badness"),
    ("one hyphenated line too many", "Breaking/TotalFitBreaker.swift",
     "Int(node.hyphens) >= limit {", "Int(node.hyphens) >= (mutant(#) ? limit + 1 : limit) {"),
    ("neighbouring lines of unlike spacing cost nothing", "Breaking/TotalFitBreaker.swift",
     "if abs(fit.fitness - Int(node.fitness)) > 1 {", "if !mutant(#), abs(fit.fitness - Int(node.fitness)) > 1 {"),
    ("greedy lines end a break early", "Breaking/GreedyBreaker.swift",
     "<= measure + LineWidths.rounding", "<= measure + (mutant(#) ? -2048 : LineWidths.rounding)"),
    ("short last lines are not avoided", "Breaking/CandidateBuilder.swift",
     "if division.leastLastLine > 0 {", "if !mutant(#), division.leastLastLine > 0 {"),
    ("short words are hyphenated", "Breaking/Hyphenator.swift",
     "guard index - start >= limits.word else", "guard index - start >= limits.word || mutant(#) else"),
    ("words are cut on any line", "Breaking/TotalFitBreaker.swift",
     "= candidate.isEmergency ? search.lastNormal", "= !mutant(#) && candidate.isEmergency ? search.lastNormal"),
    ("forced last lines are justified", "Breaking/LinePlan.swift",
     "return alignLast ?? (align == .justify ? .start : align)",
     "return alignLast ?? (align == .justify && !mutant(#) ? .start : align)"),
    ("a note may begin with one line", "Layout/NoteArea.swift",
     "return Self.height(of: lines, 0, min(lines.count, Self.leastLines))",
     "return Self.height(of: lines, 0, min(lines.count, mutant(#) ? 1 : Self.leastLines))"),
    ("negative margins do not collapse", "Layout/BlockGeometry+Gaps.swift",
     "return most + least\n", "return mutant(#) ? most : most + least\n"),
    ("columns of short words are narrowed too", "Layout/TableLayout+Widths.swift",
     "if width * count > rest {", "if width * count > rest || mutant(#) {"),
    ("short pages cost nothing", "Layout/PageCosts.swift",
     "return min(squared * squared", "return mutant(#) ? 0 : min(squared * squared"),
    ("orphans are ignored", "Layout/Flow+Breaks.swift",
     "line >= min(orphans, count) && count - line >= widows",
     "(mutant(#) || line >= min(orphans, count)) && count - line >= widows"),
    ("widows are one fewer", "Layout/Flow+Breaks.swift",
     "&& count - line >= widows\n", "&& count - line >= (mutant(#) ? widows - 1 : widows)\n"),
    ("the first of two equal rules wins", "Styling/StyleResolver.swift",
     "found.sort { ($0.level, $0.specificity, $0.order) < ($1.level, $1.specificity, $1.order) }",
     "let sign: Int32 = mutant(#) ? -1 : 1\n"
     "      found.sort { ($0.level, $0.specificity, sign * $0.order) < ($1.level, $1.specificity, sign * $1.order) }"),
    ("important declarations keep the order of origins", "Styling/Cascade.swift",
     "for (_, block) in ordered {", "for (_, block) in mutant(#) ? Array(important.enumerated()) : ordered {"),
    ("a child selector matches no grandparent but any parent", "Styling/SelectorMatcher.swift",
     "return parent(of: node).map { matches(next, $0) } ?? false\n    case .descendant:",
     "return parent(of: node).map { matches(next, $0) || mutant(#) } ?? false\n    case .descendant:"),
    ("the body does not begin with page 1", "Paging/Templates/Numbering.swift",
     "value: number - (ownStart ?? frontCount ?? 0),",
     "value: mutant(#) ? number : number - (ownStart ?? frontCount ?? 0),"),
    ("every page is the first", "Paging/Templates/Numbering.swift",
     "isFirst: placement.isFirst && page == 0,", "isFirst: mutant(#) ? page == 0 : placement.isFirst && page == 0,"),
    ("a running head is the page's last string", "Paging/Templates/Furniture.swift",
     "if first[name] == nil { first[name] = value }", "if first[name] == nil || mutant(#) { first[name] = value }"),
]
# Suites that take little time and look at the rooms of the mutants.
FIRST = ("GoldenTests,BreakingTests,TotalFitTests,PageBreakTests,PagePlanTests,FormattingTests,TableTests,CascadeLayerTests,"
         "StylingTests,PageFrameTests,LayoutTests")
SWITCH = """internal import Foundation

private let chosen = Int(ProcessInfo.processInfo.environment["PAGINATOR_MUTANT"] ?? "") ?? 0

func mutant(_ number: Int) -> Bool { chosen == number }
"""


def check():
    """Whether every mutant has its place in the code as it is now."""
    lost = []
    for name, file, old, _ in MUTANTS:
        with open(f"{ROOT}/{SOURCES}/{file}", encoding="utf-8") as source:
            if source.read().count(old) != 1:
                lost.append(f"mutants: \"{name}\" is not once in {file}: {old}")
    sys.exit("\n".join(lost) or 0)


def mutate(copy):
    for number, (name, file, old, new) in enumerate(MUTANTS, 1):
        path = f"{copy}/{SOURCES}/{file}"
        with open(path, encoding="utf-8") as source:
            text = source.read()
        # A mutant before this one may have changed the same line: only its own part must be there.
        if text.count(old) != 1:
            sys.exit(f"mutants: {file} has {text.count(old)} times: {old}")
        with open(path, "w", encoding="utf-8") as source:
            source.write(text.replace(old, new.replace("#", str(number))))
    with open(f"{copy}/{SOURCES}/Geometry/Mutant.swift", "w", encoding="utf-8") as source:
        source.write(SWITCH)


def run(copy, number, choices):
    """The names of the tests that notice a mutant; 0 for none. A choice is tried if the ones before notice nothing."""
    for choice in choices:
        if failed := run_tests(copy, number, choice):
            return failed
    return []


def run_tests(copy, number, choice):
    command = ["swift", "test", "--package-path", copy, "--skip-build", *choice]
    done = subprocess.run(
        command, env={**os.environ, "PAGINATOR_MUTANT": str(number)}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    failed = re.findall(r'Test "([^"]*)"(?: with \d+ test cases)? failed', done.stdout)
    return failed or (["the run ended early"] if done.returncode else [])


def build(copy, scratch):
    """Copies the repository, puts the mutants into it, and builds the tests."""
    os.makedirs(copy, exist_ok=True)
    files = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
    packed = subprocess.run(
        ["tar", "-C", ROOT, "--null", "--files-from=-", "-c"], input=files, check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-C", copy, "-x"], input=packed.stdout, check=True)
    shared = f"{scratch}/shared"
    if os.path.isdir(f"{ROOT}/../shared") and not os.path.exists(shared):
        os.symlink(os.path.realpath(f"{ROOT}/../shared"), shared)
    mutate(copy)
    subprocess.run(["swift", "build", "--build-tests", "--package-path", copy], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only")
    parser.add_argument("--skip", default="")
    parser.add_argument("--first", default=FIRST)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--built", action="store_true", help="use the program that an earlier run built")
    parser.add_argument("--scratch", default="/tmp/paginator-mutants")
    options = parser.parse_args()
    if options.check:
        check()
    copy = f"{options.scratch}/main"
    if not options.built:
        build(copy, options.scratch)
    chosen = [int(number) for number in options.only.split(",")] if options.only else range(len(MUTANTS) + 1)
    choices = [
        [f"--filter={name}" for name in options.first.split(",") if name],
        [f"--skip={name}" for name in options.skip.split(",") if name]]
    survived = 0
    for number in chosen:
        name = MUTANTS[number - 1][0] if number else "nothing is broken"
        start = time.time()
        failed = run(copy, number, choices)
        # Without a mutant no test may fail.
        survived += bool(failed) if number == 0 else not failed
        print(
            f"mutant {number} ({name}): {'; '.join(failed[:3]) if failed else 'survived' if number else 'passed'}"
            f" [{len(failed)} tests, {time.time() - start:.0f} s]", flush=True)
    sys.exit(survived * 20 > len(MUTANTS))


if __name__ == "__main__":
    main()
