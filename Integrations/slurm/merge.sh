#!/usr/bin/env bash
#SBATCH --job-name=catalogue-table
# Makes one folder of results from those of the shards: results.jsonl, table.csv (the same bytes as from one machine)
# and summary.json.
#   Integrations/slurm/merge.sh results/
# Exit status: 0 all editions were set; 1 some failed or moved.
set -euo pipefail
out=$1
mkdir -p "$out/all"
# Rows are single lines. The last line of a killed task may be incomplete: paginate leaves it out.
for folder in "$out"/[0-9]*/; do
  cat "$folder/results.jsonl"
  echo
done > "$out/all/results.jsonl"
# A batch without units writes the table of the results that are there.
"${PAGINATE:-paginate}" batch /dev/null --out "$out/all" --resume --quiet
! grep -q '"failed" : [1-9]\|"moved" : [1-9]' "$out/all/summary.json"
