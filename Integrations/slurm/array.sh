#!/usr/bin/env bash
#SBATCH --job-name=catalogue
#SBATCH --array=1-16
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=512M
#SBATCH --requeue
#SBATCH --open-mode=append
# Sets one shard of a manifest; each task of the array has its own folder of results.
#   job=$(sbatch --parsable Integrations/slurm/array.sh manifest.jsonl results/)
#   sbatch --dependency=afterany:$job Integrations/slurm/merge.sh results/
# A task that is started again, by Slurm or by hand, goes on with its results and sets failed editions again.
set -euo pipefail
manifest=$1
out=$2
shard=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))/$SLURM_ARRAY_TASK_COUNT
status=0
"${PAGINATE:-paginate}" batch "$manifest" --shard "$shard" --out "$out/$SLURM_ARRAY_TASK_ID" --retry-failed \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" ${PAGINATE_CACHE:+--cache "$PAGINATE_CACHE"} || status=$?
# 1: some editions failed or moved. They are rows, and the task has done its work.
[ "$status" -le 1 ] || exit "$status"
