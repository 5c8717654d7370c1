#!/usr/bin/env bash
# Disturbs a short run at known moments, and counts which turns were marked: those that were disturbed should be, the others not.
# Usage: scripts/disturb.sh RESULTS [OPTIONS OF run]     (from the project's folder, after mvn package)
#   RESULTS    the run's folder to be made
# Three take turns, HOG seconds each, QUIET seconds apart: a process that fills 600 MiB of memory again and again, one that does so in the
# kernel, and a busy loop. WORKLOADS are those measured (default: read,update); --workloads would add to them.
set -euo pipefail
results=$1
shift
hog=${HOG:-3} quiet=${QUIET:-10}
jar=target/benchmarks.jar
[ -f "$jar" ] || { echo "$jar is missing: run mvn -DskipTests package" >&2; exit 2; }
folder=$(mktemp -d)
run=
# A shell starts a job in the background with SIGINT ignored, so Ctrl-C does not end it.
trap 'if [ -n "$run" ] && kill "$run" 2>/dev/null; then wait "$run" || true; fi; rm -rf "$folder"' EXIT
java -Djava.io.tmpdir="$folder" -jar "$jar" run quick --engines lmdb,rocksdb --workloads "${WORKLOADS:-read,update}" --threads 1 --step 10k --time 200ms \
  --repetitions 2 --retry 0 --dir "$folder/data" --results "$results" --page-only "$@" >"$folder/said" 2>&1 &
run=$!
: >"$folder/planted"
sleep "$quiet"
while kill -0 "$run" 2>/dev/null; do
  for kind in memory kernel cpu; do
    case $kind in
      memory) work='while :; do head -c 600M /dev/zero | tail -c 600M >/dev/null; done' ;;
      kernel) work='exec dd if=/dev/zero of=/dev/null bs=512M status=none' ;;
      cpu) work='while :; do :; done' ;;
    esac
    from=$(date +%s.%N)
    timeout "$hog" sh -c "$work" || true
    echo "$kind $from $(date +%s.%N)" >>"$folder/planted"
    kill -0 "$run" 2>/dev/null || break
    sleep "$quiet"
  done
done
ended=0
wait "$run" || ended=$?
run=
[ "$ended" = 0 ] || { cat "$folder/said" >&2; exit 1; }
java -cp "$jar:target/test-classes" storemark.report.Planted "$results" "$folder/planted"
