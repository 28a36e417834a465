#!/usr/bin/env python3
"""Sets a small catalogue with Spark on this machine: the table is that of one machine.

    PAGINATE=.build/release/paginate python3 Integrations/spark/test_catalogue.py

Without Spark (`pip install pyspark`, and a Java 17 or later), it is skipped.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from small_catalogue import PROGRAM, ROOT, CatalogueCase  # noqa: E402

HAS_SPARK = subprocess.run([sys.executable, "-c", "import pyspark"], capture_output=True).returncode == 0


@unittest.skipUnless(HAS_SPARK, "pyspark is not installed")
@unittest.skipUnless(shutil.which("java") or os.environ.get("JAVA_HOME"), "there is no Java")
class Catalogue(CatalogueCase):
    def setUp(self):
        super().setUp()
        self.make_absolute()

    def run_script(self):
        submit = [sys.executable, "-c", "import pyspark.find_spark_home as f; print(f._find_spark_home())"]
        home = subprocess.run(submit, check=True, capture_output=True, text=True).stdout.strip()
        return subprocess.run(
            [
                f"{home}/bin/spark-submit", "--master", "local[2]", ROOT / "Integrations/spark/catalogue.py",
                self.manifest, self.path / "rows", "4"],
            env={**os.environ, "PAGINATE": PROGRAM, "PYSPARK_PYTHON": sys.executable}, capture_output=True, text=True)

    def test_same_table(self):
        done = self.run_script()
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        parts = sorted((self.path / "rows").glob("part-*"))
        self.assertEqual(len(parts), 4)
        (self.path / "results/1").mkdir(parents=True)
        (self.path / "results/1/results.jsonl").write_bytes(b"".join(part.read_bytes() for part in parts))
        self.merge("results")
        table = self.table("results/all")
        self.assertEqual(table, self.one_machine())
        self.assertEqual(table.count("\n"), 1 + 24 * 4)

    def test_bad_unit(self):
        """What is wrong with the manifest ends the job: rows are missing, and nothing is published."""
        self.manifest.write_text('{"bok": 1}\n')
        self.assertNotEqual(self.run_script().returncode, 0)
        self.assertFalse((self.path / "rows/_SUCCESS").exists())


if __name__ == "__main__":
    unittest.main()
