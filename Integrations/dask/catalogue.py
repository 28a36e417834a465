#!/usr/bin/env python3
"""Sets a catalogue with Dask: each group of units goes through one `paginate batch -`.

    Integrations/dask/catalogue.py manifest.jsonl results/ [SCHEDULER]

Books have absolute paths, on a file system of every worker. `results/1/results.jsonl` gets the rows as they come;
`Integrations/slurm/merge.sh` makes the table of them. See Documentation/dask.md.
"""
import itertools
import os
import subprocess
import sys

from dask.distributed import Client, Future, as_completed

#: Units of a task: enough that starting the process costs little.
GROUP = 20

#: Tasks under way: the manifest is not read into memory as a whole.
WINDOW = 200

#: How often a task is tried again that raised an error. One whose worker died is tried again in any case.
RETRIES = 2


def rows(lines: list[str], program: str) -> str:
    """Sets some units and returns a line for every edition."""
    done = subprocess.run(
        [program, "batch", "-", "--quiet", "--jobs", "1"], input="".join(lines), capture_output=True, text=True,
        check=False)
    # The exit status is 1 if some editions failed; they are rows. After any other, rows are missing.
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{program} batch ended with status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def main(manifest: str, out: str, scheduler: str | None) -> None:
    program = os.environ.get("PAGINATE", "paginate")
    os.makedirs(os.path.join(out, "1"), exist_ok=True)
    with Client(scheduler) as client, open(manifest, encoding="utf-8") as file, \
            open(os.path.join(out, "1", "results.jsonl"), "w", encoding="utf-8") as results:
        groups = iter(lambda: list(itertools.islice(file, GROUP)), [])

        def submit(group: list[str]) -> Future:
            # Not pure: equal lines are two tasks.
            return client.submit(rows, group, program, retries=RETRIES, pure=False)

        started = [submit(group) for group in itertools.islice(groups, WINDOW)]
        futures = as_completed(started)
        for future in futures:
            results.write(future.result())
            for group in itertools.islice(groups, 1):
                futures.add(submit(group))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
