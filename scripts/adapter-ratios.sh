#!/usr/bin/env bash
# Compares each engine's adapter with a loop written by hand on its library, in processes that take turns.
# Usage: scripts/adapter-ratios.sh [OPTION...] [ENGINE...]     (from the project's folder, after mvn package; --help lists the options)
set -euo pipefail
jar=target/benchmarks.jar
[ -f "$jar" ] || { echo "$jar is missing: run mvn -DskipTests package" >&2; exit 2; }
exec java -cp "$jar" storemark.handwritten.AdapterRatios "$@"
