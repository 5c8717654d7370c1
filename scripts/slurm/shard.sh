#!/usr/bin/env bash
# One task of submit.sh's job array: measures a shard, or resumes it. Its argument is the folder that submit.sh made.
set -uo pipefail
folder=$1
. "$folder/submitted.conf"
number=$SLURM_ARRAY_TASK_ID
job=${SLURM_ARRAY_JOB_ID}_$number
result=$folder/shards/$number
most_restarts=5
# The same path after a requeue, by which the run knows its stores again; of this user and this task alone.
scratch=$SCRATCH/storemark-$(id -u)-$(basename "$folder")-$number
mkdir -p "$SCRATCH" && mkdir -p -m 700 "$scratch" && [ -O "$scratch" ] || { echo "$scratch cannot be used"; exit 3; }
# JMH's lock is a file of the temporary folder, so each task has its own; sockets in it allow no more than 108 characters.
temporary=$(mktemp -d "${TMPDIR:-/tmp}/sm-XXXXXX") || exit 3
echo "--- shard $number/$shards, start ${SLURM_RESTART_COUNT:-0}, $(date -u +%FT%TZ)"

requeue() {
  [ "${SLURM_RESTART_COUNT:-0}" -lt "$most_restarts" ] || { echo "$1; already restarted $most_restarts times: giving up"; return; }
  echo "$1: queued again"
  rm -rf "$scratch" "$temporary" # the next start may be on another node
  scontrol requeue "$job"
  sleep 300 # Slurm ends this task
}

if [ -f "$result/run.json" ]; then
  arguments=(run --resume "$result")
else
  rm -rf "$result" # what a task was killed in before the run had begun
  arguments=("${run[@]}" --shard "$number/$shards" --results "$result")
fi
# shellcheck disable=SC2086
"$JAVA" $JAVA_OPTIONS -Djava.io.tmpdir="$temporary" -jar "$folder/benchmarks.jar" "${arguments[@]}" --page-only --dir "$scratch" &
java=$!
stopped=
trap 'stopped=1; kill -TERM $java' USR1 # ahead of the time limit; a task that is cancelled gets another signal, and ends
wait $java
code=$?
if [ -n "$stopped" ]; then
  wait $java
  requeue "the time limit was near"
elif [ $code -gt 128 ] && [ $code -ne 143 ]; then
  requeue "the process was killed by signal $((code - 128))"
fi
rm -rf "$scratch" "$temporary"
exit $code
