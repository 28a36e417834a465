"""The command `paginator-ray`."""
from __future__ import annotations

import argparse
import sys

from .driver import Settings, run
from .manifest import ManifestError, read_manifest
from .storage import Place

#: Processor seconds per edition and per megabyte of EPUB, for the estimate of --dry-run. Measured on 1,600
#: editions of small books and on War and Peace.
SECONDS_AN_EDITION = 0.005
SECONDS_A_MEGABYTE = 0.7


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. Exit status: 0 all editions were set; 1 some failed or moved; 64 a bad manifest or folder."""
    parser = argparse.ArgumentParser(prog="paginator-ray", description="Sets a catalogue of books on a Ray cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="set the books of a manifest")
    command.add_argument("manifest", help="JSON lines or CSV: a path, or a URI such as s3://bucket/manifest.jsonl")
    command.add_argument("--out", required=True, help="the folder of results, or its URI")
    command.add_argument("--cache", help="a folder of every node in which rows are kept by their keys")
    command.add_argument("--address", help="the cluster: auto, or HOST:PORT (default: this machine alone)")
    command.add_argument("--program", default="paginate", help="the paginate command, on every node")
    command.add_argument("--workers", type=int, help="how many books at a time (default: one for each processor)")
    command.add_argument("--timeout", type=int, default=0, help="seconds that a book may take")
    command.add_argument("--memory", type=int, default=0, help="megabytes that a worker may take")
    command.add_argument("--resume", action="store_true", help="go on with the results that are there")
    command.add_argument("--retry-failed", action="store_true", help="the same, and do again what failed")
    command.add_argument("--dry-run", action="store_true", help="count the books and estimate the cost")
    given = parser.parse_args(arguments)
    try:
        if given.dry_run:
            return _estimate(given.manifest)
        summary = run(
            given.manifest, given.out,
            Settings(given.program, given.timeout, given.memory, given.cache, given.workers),
            resume=given.resume, retry_failed=given.retry_failed, address=given.address)
    except (ManifestError, FileExistsError, FileNotFoundError) as error:
        print(f"paginator-ray: error: {error}", file=sys.stderr)
        return 64
    print(
        f"{summary.units} books done, {summary.skipped} there already: {summary.good} editions set, "
        f"{summary.moved} moved, {summary.failed} failed, {summary.seconds:.1f} s", file=sys.stderr)
    return 1 if summary.failed or summary.moved else 0


def _estimate(manifest: str) -> int:
    units = editions = size = 0
    for unit in read_manifest(manifest):
        units += 1
        editions += len(unit.editions)
        size += Place(unit.book).size() * len(unit.editions)
    seconds = editions * SECONDS_AN_EDITION + size / 1e6 * SECONDS_A_MEGABYTE
    cost = f"{seconds:.0f} processor seconds" if seconds < 600 else f"{seconds / 3600:.1f} processor hours"
    print(f"{units} books in {editions} editions, {size / 1e6:.0f} MB to set: about {cost}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
