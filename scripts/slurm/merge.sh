#!/usr/bin/env bash
# The last job of submit.sh: merges the shards. Its argument is the folder that submit.sh made.
set -uo pipefail
folder=$1
. "$folder/submitted.conf"
merged=$folder/merged
for ((try = 2; ; try++)); do
  [ -e "$merged" ] || break
  merged=$folder/merged-$try
done
runs=("$folder"/shards/*/run.json)
[ -f "${runs[0]}" ] || { echo "no shard has begun: see $folder/logs"; exit 3; }
# shellcheck disable=SC2086
"$JAVA" $JAVA_OPTIONS -jar "$folder/benchmarks.jar" merge "${runs[@]%/run.json}" --out "$merged"
code=$?
[ $code -ne 1 ] || echo "To measure what is missing: scripts/slurm/submit.sh --resume $folder"
exit $code
