#!/usr/bin/env bash
# What dividing a suite among nodes would save: a table made of the real division and of the durations of a run that was measured.
# Usage: scripts/simulate-schedule.sh RUN SUITE [OPTIONS OF run...]      (RUN: a run's folder with results.csv, such as charts/all-engines)
# A cell takes 2.5 s to start and close, a warm-up, the time of its increments and of settling; each shard loads the datasets of its cells
# (2.5 s, and 300,000 records per second) and measures the reference (10 s). Engines that RUN has not measured take no time.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n 3p "$0" | cut -c 3- >&2; exit 2; }
table=$1/results.csv
[ -f "$table" ] || { echo "$table does not exist: name the folder of a measured run" >&2; exit 3; }
shift
jar=${STOREMARK_JAR:-target/benchmarks.jar}

plan() { java -jar "$jar" run "${@:2}" --shard "1/$1" --plan-only; }
groups=$(plan 1 "$@" | awk 'NR > 1 && $2 > most { most = $2 } END { print most + 0 }')

# Prints the seconds of each shard of $1, in the order in which a scheduler starts them.
shards() {
  plan "$@" | awk -v one="$([ "$1" -eq 1 ] && echo 1)" '
    function key(cell) { sub(/-r[0-9]+-[0-9a-f]+$/, "", cell); return cell }
    FNR == NR { # the table: a quoted field may hold commas
      while (match($0, /"[^"]*"/)) $0 = substr($0, 1, RSTART - 1) "x" substr($0, RSTART + RLENGTH)
      n = split($0, field, ",")
      if (FNR == 1) { for (at = 1; at <= n; at++) column[field[at]] = at; next }
      cell = field[column["cell"]]
      if (!(cell in took)) {
        # Of cells that differ in other parameters than these, such as the number of records, the order tells which is which.
        if (cell ~ /-r1-/) measured[key(cell), ++variants[key(cell)]] = cell
        writes[cell] = field[column["workload"]] ~ /^(insert|remove)$/
        makes[cell] = field[column["workload"]] == "insert"
        dataset[cell] = field[column["engine"]] " " field[column["parameter.entries"]]
        records[cell] = field[column["parameter.entries"]]
        took[cell] = 2.5
      }
      seconds = field[column["operations"]] / field[column["wallRate"]]
      took[cell] += seconds + field[column["settleNanos"]] / 1e9
      if (!writes[cell] && !(cell in warm)) { warm[cell] = 1; took[cell] += seconds }
      next
    }
    FNR > 1 {
      hash = substr($4, length($4) - 7)
      if (!((key($4), hash) in number)) number[key($4), hash] = ++seen[key($4)]
      if (!((key($4), number[key($4), hash]) in measured)) next
      cell = measured[key($4), number[key($4), hash]]
      total[$1] += took[cell]
      if (!makes[cell] && !(($1, dataset[cell]) in loaded)) {
        loaded[$1, dataset[cell]] = 1
        total[$1] += 2.5 + records[cell] / 300000
      }
    }
    END { for (shard in total) print total[shard] + (one ? 0 : 10) }' "$table" - | sort -rn
}

# The end of the last of the shards on stdin, each started as soon as one of $1 nodes is free.
last() {
  awk -v nodes="$1" '
    { first = 1; for (at = 2; at <= nodes; at++) if (busy[at] < busy[first]) first = at; busy[first] += $1 }
    END { for (at in busy) if (busy[at] > most) most = busy[at]; printf "%.0f", most }'
}

serial=$(shards 1 "$@" | last 1)
row() {
  awk -v nodes="$1" -v shards="$2" -v time="$3" -v serial="$serial" 'BEGIN {
    printf "| %d | %d | %d min %d s | %.1f | %.0f%% |\n", nodes, shards, time / 60, time % 60, serial / time, 100 * serial / time / nodes }'
}
echo "| nodes | shards | time | speed-up | efficiency |"
echo "|---|---|---|---|---|"
for nodes in 1 2 4 8 16 64; do
  count=$((nodes < groups ? nodes : groups))
  row "$nodes" "$count" "$(shards "$count" "$@" | last "$nodes")"
done
