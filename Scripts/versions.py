#!/usr/bin/env python3
"""The version that the command and the Python packages share.

    Scripts/versions.py            # prints it; exit status 1 if they differ
    Scripts/versions.py 0.2.0      # writes it everywhere
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: Where it is written, the command first.
PLACES = {
    "Sources/paginate/PaginateCommand.swift": r'(static let program = ")([^"]+)(")',
    "Integrations/python/paginator/__init__.py": r'(^__version__ = ")([^"]+)(")',
    "Integrations/ray/paginator_ray/__init__.py": r'(^__version__ = ")([^"]+)(")',
    "Documentation/check.md": r"(PAGINATOR: v)([0-9.]+)( )",
    "Integrations/python/README.md": r"(pip install paginator-)([^-]+)(-)",
}


def found(root=ROOT):
    """The versions, by their places."""
    return {place: re.search(pattern, (root / place).read_text(encoding="utf-8"), re.M).group(2)
            for place, pattern in PLACES.items()}


def write(version, root=ROOT):
    """Writes a version everywhere."""
    for place, pattern in PLACES.items():
        path = root / place
        text = re.sub(pattern, rf"\g<1>{version}\g<3>", path.read_text(encoding="utf-8"), count=1, flags=re.M)
        path.write_text(text, encoding="utf-8")


def problems(version=None, root=ROOT):
    """The places with another version than this one, or than the command's."""
    versions = found(root)
    wanted = version or next(iter(versions.values()))
    return [f"{place} has the version {other}, not {wanted}" for place, other in versions.items() if other != wanted]


def main():
    if len(sys.argv) > 1:
        # PEP 440 and Semantic Versioning agree on this form.
        if not re.fullmatch(r"\d+\.\d+\.\d+", sys.argv[1]):
            sys.exit(f'versions: "{sys.argv[1]}" is not a version: write three numbers, as in 0.2.0')
        write(sys.argv[1])
    for problem in problems():
        sys.exit(f"versions: {problem}")
    print(next(iter(found().values())))


if __name__ == "__main__":
    main()
