"""Sets a catalogue of books with `paginate batch` on a Ray cluster.

The workers use the protocol of `paginate batch -`: each input line is a unit in JSON (a book with its editions),
and each output line is the result of one edition (`Schemas/batch-unit.schema.json`,
`Schemas/batch-result.schema.json`).
"""
from .child import BatchChild, ChildEnded
from .cost import Estimate, estimate
from .driver import Summary, run
from .manifest import Unit, read_manifest
from .worker import Settings

#: The version of the package and of the command that it is for; `Scripts/versions.py` writes it.
__version__ = "0.1.0"

__all__ = [
    "BatchChild", "ChildEnded", "Estimate", "Settings", "Summary", "Unit", "__version__", "estimate", "read_manifest",
    "run"]
