"""Sets a catalogue of books with `paginate batch` on a Ray cluster.

The protocol between driver and worker is that of `paginate batch -`: a line of JSON for a unit (a book with
its editions) goes in, a line for every edition comes out (`Schemas/batch-unit.schema.json`,
`Schemas/batch-result.schema.json`).
"""
from .child import BatchChild, ChildEnded
from .driver import Settings, Summary, run
from .manifest import Unit, read_manifest

__all__ = ["BatchChild", "ChildEnded", "Settings", "Summary", "Unit", "read_manifest", "run"]
