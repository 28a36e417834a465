#!/usr/bin/env python3
"""Checks the types of the Python packages with `mypy --strict`: both have a `py.typed`, so that programs rely on them.

    python3 Integrations/check_types.py

Needs mypy in this Python; the Ray package needs ray and pyarrow, too. What is missing is said, and no error.
"""
import importlib.util
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The folder "ray" beside this file is not the module.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve() != HERE]
PACKAGES = {HERE / "python/paginator": (), HERE / "ray/paginator_ray": ("ray", "pyarrow")}


def main() -> int:
    status = 0
    for package, wanted in PACKAGES.items():
        missing = [name for name in ("mypy", *wanted) if importlib.util.find_spec(name) is None]
        if missing:
            print(f"check_types: {package.name} was not checked: there is no {' and no '.join(missing)} in {sys.executable}")
            continue
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(package)], check=False)
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
