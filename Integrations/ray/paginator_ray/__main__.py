"""The command `paginator-ray`."""
from __future__ import annotations

import argparse
import sys

from . import __version__
from .cost import estimate
from .driver import run
from .manifest import ManifestError
from .worker import Settings


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. Exit status: 0 all editions were set; 1 some failed or moved; 64 a bad manifest or folder;
    69 no cluster or worker; 74 the results cannot be written."""
    parser = argparse.ArgumentParser(prog="paginator-ray", description="Sets a catalogue of books on a Ray cluster.")
    parser.add_argument("--version", action="version", version=f"paginator-ray {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="set the books of a manifest")
    command.add_argument("manifest", help="JSON lines or CSV: a path, or a URI such as s3://bucket/manifest.jsonl")
    command.add_argument("--out", help="the folder of results, or its URI")
    command.add_argument("--cache", help="a folder of every node, or its URI, in which rows are kept by their keys")
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
            return _estimate(given.manifest, given.workers or 1)
        if not given.out:
            command.error("--out is missing: the folder of results, or its URI")
        summary = run(
            given.manifest, given.out,
            Settings(given.program, given.timeout, given.memory, given.cache, given.workers),
            resume=given.resume, retry_failed=given.retry_failed, address=given.address)
    except (ManifestError, FileExistsError, FileNotFoundError) as error:
        return _report(error, 64)
    except (RuntimeError, ConnectionError) as error:
        return _report(error, 69)
    except OSError as error:
        return _report(error, 74)
    print(
        f"{summary.units} books done, {summary.skipped} there already: {summary.good} editions set, "
        f"{summary.moved} moved, {summary.failed} failed, {summary.seconds:.1f} s", file=sys.stderr)
    return 1 if summary.failed or summary.moved else 0


def _report(error: Exception, status: int) -> int:
    print(f"paginator-ray: error: {error}", file=sys.stderr)
    return status


def _estimate(manifest: str, workers: int) -> int:
    cost = estimate(manifest)
    missing = f", {cost.missing} books are not there" if cost.missing else ""
    print(
        f"{cost.units} books in {cost.editions} editions, {cost.size / 1e6:.0f} MB to set{missing}: "
        f"about {_time(cost.seconds)} of one processor, {_time(cost.seconds / workers)} with {workers}")
    return 0


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 600 else f"{seconds / 3600:.1f} h"


if __name__ == "__main__":
    sys.exit(main())
