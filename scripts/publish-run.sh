#!/usr/bin/env bash
# Copies what a report of a run is drawn from: its description, its machine and its table of results; and the charts that are named.
# Usage: scripts/publish-run.sh RUN FOLDER [CHART...]     (CHART: a file of RUN/charts, such as rate-read-t1.svg; eight at most)
set -euo pipefail
[ $# -ge 2 ] && [ $# -le 10 ] || { sed -n 3p "$0" | cut -c3- >&2; exit 2; }
run=$1 to=$2
shift 2
[ -f "$run/run.json" ] || { echo "$run is not the folder of a run: it has no run.json" >&2; exit 2; }
[ -f "$run/results.csv" ] || { echo "$run has no results.csv: make it with: report $run" >&2; exit 2; }
[ ! -e "$to" ] || { echo "$to exists: name a new folder, or delete it" >&2; exit 2; }
for chart in "$@"; do
  [ -f "$run/charts/$chart" ] || { echo "$run/charts has no $chart" >&2; exit 2; }
done
mkdir -p "$to"
cp "$run"/machine.json "$run/results.csv" "$to"
# A third of run.json is spaces, line breaks and reasons that are null: here each cell is one line.
sed -z 's/\n *//g; s/" : /":/g; s/,"reason":null//g; s/}, {"id"/},\n{"id"/g; s/$/\n/' "$run/run.json" > "$to/run.json"
for chart in "$@"; do mkdir -p "$to/charts"; cp "$run/charts/$chart" "$to/charts"; done
du -sh "$to"
