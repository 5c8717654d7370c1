#!/usr/bin/env bash
# Measures a suite on N nodes by Slurm: one exclusive task a shard, and a last job that merges them.
# Usage: scripts/slurm/submit.sh SUITE|FILE --nodes N [--shards M] [--site FILE] [OPTIONS OF run...]
#        scripts/slurm/submit.sh --resume FOLDER        (measures what is missing in a folder that was submitted, and merges again)
# --shards M: more shards than nodes, each of which loads its datasets again (default: one for each node).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
usage() { sed -n 3,5p "$0" | cut -c 3- >&2; exit 2; }
fail() { echo "$1" >&2; exit "${2:-3}"; }

site=$here/site.conf nodes= shards= suite= folder= options=()
while [ $# -gt 0 ]; do
  case $1 in
    --nodes | --shards | --site | --resume)
      [ $# -ge 2 ] || usage
      case $1 in --nodes) nodes=$2 ;; --shards) shards=$2 ;; --site) site=$2 ;; --resume) folder=$2 ;; esac
      shift ;;
    --dir | --results | --shard | --dir=* | --results=* | --shard=*)
      fail "${1%%=*} is set by this script: see SCRATCH and SHARED in $site" 2 ;;
    *) if [ -z "$suite" ] && [ -z "$folder" ] && [ "${1#-}" = "$1" ]; then suite=$1; else options+=("$1"); fi ;;
  esac
  shift
done
command -v sbatch >/dev/null || fail "sbatch is not installed here: submit from a machine of the cluster"

if [ -n "$folder" ]; then
  [ -z "$suite$nodes$shards" ] && [ ${#options[@]} -eq 0 ] || usage
  [ -f "$folder/submitted.conf" ] || fail "$folder was not made by $0: it has no submitted.conf"
  folder=$(cd "$folder" && pwd)
else
  [[ -n $suite && $nodes =~ ^[1-9][0-9]*$ && ${shards:=$nodes} =~ ^[1-9][0-9]*$ ]] || usage
  [ -f "$site" ] || fail "--site: $site is no file" 2
  # shellcheck source=site.conf
  . "$site"
  for name in PARTITION ACCOUNT CONSTRAINT TIME_LIMIT SBATCH_OPTIONS SCRATCH SHARED JAVA JAVA_OPTIONS; do
    override=STOREMARK_$name
    declare "$name=${!override-${!name-}}"
  done
  jar=${STOREMARK_JAR:-$here/../../target/benchmarks.jar}
  [ -f "$jar" ] || fail "$jar is not there: build it (mvn -DskipTests package), or name one by STOREMARK_JAR"
  # All values are checked before anything is queued; a wrong one ends here with the harness's own message.
  # shellcheck disable=SC2086
  "$JAVA" $JAVA_OPTIONS -jar "$jar" run "$suite" "${options[@]}" --shard "1/$shards" --plan-only >/dev/null

  name=$(basename "$suite" | sed -E 's/\.ya?ml$//')
  mkdir -p "$SHARED"
  folder=$(mktemp -d "$(cd "$SHARED" && pwd)/$(date -u +%Y%m%d-%H%M%S)-$name-XXXX")
  chmod 755 "$folder"
  mkdir "$folder/shards" "$folder/logs"
  cp "$jar" "$folder/benchmarks.jar" # a build in between would be another harness
  cp "$here/shard.sh" "$here/merge.sh" "$folder"
  if [ -f "$suite" ]; then
    cp "$suite" "$folder/$name.yaml"
    suite=$folder/$name.yaml
  fi
  run=(run "$suite" "${options[@]}")
  declare -p PARTITION ACCOUNT CONSTRAINT TIME_LIMIT SBATCH_OPTIONS SCRATCH JAVA JAVA_OPTIONS nodes shards run |
    sed 's/^declare -[a-z-]* //' >"$folder/submitted.conf"
fi

. "$folder/submitted.conf"
common=(--parsable --job-name "storemark-$(basename "$folder")")
[ -z "$PARTITION" ] || common+=(--partition "$PARTITION")
[ -z "$ACCOUNT" ] || common+=(--account "$ACCOUNT")
where=()
[ -z "$CONSTRAINT" ] || where+=(--constraint "$CONSTRAINT")
# shellcheck disable=SC2206
common+=($SBATCH_OPTIONS)

array=$(sbatch "${common[@]}" "${where[@]}" --array "1-$shards%$nodes" --nodes 1 --exclusive --requeue --open-mode append \
  --signal B:USR1@120 --time "$TIME_LIMIT" --output "$folder/logs/shard-%a.log" "$folder/shard.sh" "$folder")
array=${array%%;*}
merge=$(sbatch "${common[@]}" --dependency "afterany:$array" --time 1:00:00 --open-mode append \
  --output "$folder/logs/merge.log" "$folder/merge.sh" "$folder")
echo "Submitted: job $array measures $shards shards on up to $nodes nodes, job ${merge%%;*} merges them."
echo "Folder: $folder"
