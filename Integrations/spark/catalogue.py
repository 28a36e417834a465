#!/usr/bin/env python3
"""Sets a catalogue with Spark: each partition of the manifest goes through one `paginate batch -`.

    spark-submit Integrations/spark/catalogue.py manifest.jsonl results/ [PARTITIONS]

Books have absolute paths, on a file system of every executor. `results/` gets one file of rows per partition;
`Integrations/slurm/merge.sh` makes the table of them. See Documentation/spark.md.
"""
import os
import shlex
import sys

from pyspark.sql import SparkSession

#: The exit status is 1 if some editions failed; they are rows. After any other, rows are missing.
COMMAND = "sh -c " + shlex.quote(
    shlex.quote(os.environ.get("PAGINATE", "paginate")) + " batch - --quiet --jobs 1; s=$?; [ $s -eq 1 ] || exit $s")


def main(manifest: str, out: str, partitions: int) -> None:
    context = SparkSession.builder.appName("catalogue").getOrCreate().sparkContext
    # Few units a partition, so that a lost executor costs little, and many partitions, so that all end together.
    units = context.textFile(manifest).filter(lambda line: line.strip()).repartition(partitions)
    units.pipe(COMMAND, env=dict(os.environ), checkCode=True).saveAsTextFile(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 64)
