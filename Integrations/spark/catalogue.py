#!/usr/bin/env python3
"""Sets a catalogue with Spark: each partition of the manifest goes through one `paginate batch -`.

    spark-submit Integrations/spark/catalogue.py manifest.jsonl results/ [PARTITIONS]

Books have absolute paths, on a file system of every executor. `results/` gets one file of rows per partition;
`Integrations/slurm/merge.sh` makes the table of them. See Documentation/spark.md.
"""
import os
import sys

from pyspark.sql import SparkSession

COMMAND = os.environ.get("PAGINATE", "paginate") + " batch - --quiet --jobs 1"


def main(manifest: str, out: str, partitions: int) -> None:
    context = SparkSession.builder.appName("catalogue").getOrCreate().sparkContext
    # Few units a partition, so that a lost executor costs little, and many partitions, so that all end together.
    units = context.textFile(manifest).filter(lambda line: line.strip()).repartition(partitions)
    # The exit status is 1 if some editions failed; they are rows.
    units.pipe(COMMAND, env=dict(os.environ)).saveAsTextFile(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 64)
