#!/usr/bin/env bash
# Makes the static site of the committed runs: their reports, the page that answers, and the durability table.
# Usage: scripts/publish-site.sh DIR     (to commit a run of your own, see scripts/publish-run.sh)
set -euo pipefail
[ $# -eq 1 ] || { sed -n 3p "$0" | cut -c3- >&2; exit 2; }
out=$(realpath -m "$1")
cd "$(dirname "$(readlink -f "$0")")/.."
runs=(charts/*/run.json)
exec scripts/storemark publish "${runs[@]%/run.json}" --durability docs/durability.json --out "$out"
