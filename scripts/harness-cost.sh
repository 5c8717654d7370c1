#!/usr/bin/env bash
# Runs HarnessCostBenchmark in turns and prints what the harness adds to a read, and what LMDB loses by going through it.
# Usage: scripts/harness-cost.sh [TURNS]     (from the project's folder, after mvn package)
set -euo pipefail
turns=${1:-15}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jar=target/benchmarks.jar
[ -f "$jar" ] || { echo "$jar is missing: run mvn -DskipTests package" >&2; exit 2; }
measure() { # name, JMH arguments: appends the score in ns/op to a file of this name
  local name=$1; shift
  java -jar "$jar" "$@" -wi 1 -i 4 -r 500ms -jvmArgsAppend "-Dstoremark.dir=$work/data" -rf csv -rff "$work/result.csv" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
  sed -n 2p "$work/result.csv" | awk -F, '{print $5}' >>"$work/$name"
}
# Many short forks in alternating order: within a minute the machine's speed drifts by more than the difference measured.
for turn in $(seq "$turns"); do
  pair='hand lmdb'
  [ $((turn % 2)) -eq 0 ] || pair='lmdb hand'
  for name in empty null $pair; do
    case $name in
      empty) measure empty 'HarnessCostBenchmark.empty$' ;;
      hand) measure hand 'HarnessCostBenchmark.handWrittenLmdb$' ;;
      *) measure "$name" 'HarnessCostBenchmark.read$' -p "engine=$name" -p entries=200k -p step=100% ;;
    esac
  done
done
paste "$work/empty" "$work/null" "$work/hand" "$work/lmdb" | awk '
  { printf "turn %d: empty %.2f, null read %.2f, hand-written LMDB %.1f, LMDB through the harness %.1f ns (ratio of rates %.3f)\n",
      NR, $1, $2, $3, $4, $3 / $4; cost[NR] = $2 - $1; ratio[NR] = $3 / $4 }
  function median(list, count,   at, other, swap) {
    for (at = 1; at <= count; at++) for (other = at + 1; other <= count; other++)
      if (list[other] < list[at]) { swap = list[at]; list[at] = list[other]; list[other] = swap }
    return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
  }
  END { printf "median: the harness adds %.2f ns to a read; LMDB keeps %.3f of its hand-written rate\n",
      median(cost, NR), median(ratio, NR) }'
