#!/usr/bin/env bash
# Copies what others need of a run: its description, every cell's figures, the table, the report and the charts as SVG.
# Usage: scripts/publish-run.sh RUN FOLDER [CHART...]     (CHART: also as PNG, such as rate-read-t1)
set -euo pipefail
[ $# -ge 2 ] || { sed -n 3p "$0" | cut -c3- >&2; exit 2; }
run=$1 to=$2
shift 2
[ -f "$run/run.json" ] || { echo "$run is not the folder of a run: it has no run.json" >&2; exit 2; }
[ -f "$run/report.html" ] || { echo "$run has no report: make it with: report $run" >&2; exit 2; }
[ ! -e "$to" ] || { echo "$to exists: name a new folder, or delete it" >&2; exit 2; }
mkdir -p "$to/cells" "$to/charts"
cp "$run"/{run,machine,plan}.json "$run"/results.csv "$run"/report.html "$to"
cp "$run"/cells/*.json "$to/cells"
cp "$run"/charts/*.svg "$to/charts"
for chart in "$@"; do cp "$run/charts/$chart.png" "$to/charts"; done
du -sh "$to"
