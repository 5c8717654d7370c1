#!/usr/bin/env bash
# Measures engines against themselves (A/A), and against themselves slowed by a busy loop (A/B), and counts the verdicts.
# Usage: scripts/twins.sh RESULTS "PERCENTS" [OPTIONS OF run]     (from the project's folder, after mvn package)
#   RESULTS    the run's folder to be made
#   PERCENTS   how much slower each twin is: "0 0 0" for three that are equal, "0 0 5" for two and a slower one
# BASES are the engines, INCREMENTS how many of a fork's increments make up a cell; TIME and STEP are theirs.
# RATE=limit:1ms searches for the highest rate of reads instead, once for each twin.
set -euo pipefail
results=$1 percents=$2
shift 2
bases=${BASES:-lmdb tupl rocksdb je}
jar=target/benchmarks.jar
[ -f "$jar" ] || { echo "$jar is missing: run mvn -DskipTests package" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/twin/example" "$work/twin/META-INF/services" "$work/tmp"
cp target/test-classes/example/TwinEngine*.class "$work/twin/example"
echo example.TwinEngine >"$work/twin/META-INF/services/storemark.engine.Engine"
{
  echo 'about: engines and their twins'
  echo "settings: {time: ${TIME:-40ms}, warm-up: 1500ms, step: ${STEP:-1%}, repetitions: 5, cache: 64m}"
  echo 'groups:'
  entries=100000 # each base has another number, so that it takes turns with its twin alone
  for base in $bases; do
    twins='' name=a
    for percent in $percents; do
      twins="$twins 'twin:of.$base,name.$name,slower.$percent',"
      name=$(printf %s "$name" | tr a-y b-z)
    done
    if [ -n "${RATE:-}" ]; then
      echo "- {engines: [$twins], workloads: [read], threads: [1], rate: ['$RATE'], entries: $entries, repetitions: 1}"
    else
      echo "- {engines: [$twins], workloads: [read, scan, update, mix], threads: [1], entries: $entries}"
      echo "- {engines: [$twins], workloads: [insert], threads: [1], entries: $((entries * 8))}"
    fi
    entries=$((entries + 1000))
  done
} >"$work/twins.yaml"
java -Djava.io.tmpdir="$work/tmp" -cp "$jar:$work/twin" storemark.cli.Main run "$work/twins.yaml" \
  --dir "$work/data" --results "$results" --page-only "$@"
if [ -z "${RATE:-}" ]; then
  java -cp "$jar:target/test-classes" storemark.report.Twins "${INCREMENTS:-50}" "$results"
fi
