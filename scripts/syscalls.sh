#!/usr/bin/env bash
# Counts the system calls of a put: 1,000 updates by themselves of 8 + 100 bytes in a settled store of 3,000, of all threads of the process.
# Usage: scripts/syscalls.sh [ENGINE...]     (from the project's folder, after mvn package; needs strace; prints a table in Markdown)
set -euo pipefail
jar=target/benchmarks.jar
[ -f "$jar" ] || { echo "$jar is missing: run mvn -DskipTests package" >&2; exit 2; }
command -v strace > /dev/null || { echo "strace is missing: apt-get install strace" >&2; exit 2; }
[ $# -gt 0 ] || set -- bdb chronicle-map files-flat files-nested h2 je kyoto-treedb leveldb leveldb-java leveldb-system lmdb mapdb mvstore \
  rocksdb sqlite tupl wiredtiger xodus
out=$PWD/target/syscalls
mkdir -p "$out"
javac -cp "$jar" -d "$out" scripts/syscalls/Puts.java
flags=(--add-opens=java.base/{java.lang,java.lang.reflect,java.nio,sun.nio.ch}=ALL-UNNAMED --enable-native-access=ALL-UNNAMED
  --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED)
traced=write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,msync,sync_file_range,stat,statx,newfstatat,access
count() { # of each call between the two marks, per put; a call that another thread's interrupts has two lines, and counts once
  awk '/"syscalls-end"/ { exit }
    on && match($2, /^(write|writev|pwrite64|pwritev|pwritev2|fsync|fdatasync|msync|sync_file_range)\(/) { calls[substr($2, 1, RLENGTH - 1)]++ }
    /"syscalls-begin"/ { on = 1 }
    END { for (name in calls) printf (calls[name] < 10 ? "%s %.3f\n" : "%s %.2f\n"), name, calls[name] / 1000 }' "$1" | sort | paste -sd, | sed 's/,/, /g'
}
echo '| engine | none | process | power |'
echo '|---|---|---|---|'
for engine in "$@"; do
  row="| $engine |"
  for level in none process power; do
    if strace -f -qq --seccomp-bpf -e trace=$traced -o "$out/trace" \
      java "${flags[@]}" -cp "$out:$jar" Puts "$engine" "$level" > "$out/output" 2>&1; then
      calls=$(count "$out/trace")
      row+=" ${calls:-no call} |"
    else
      row+=" $(grep -om1 'Un[a-z]*: .*' "$out/output" || echo "failed: see $out/output") |"
    fi
  done
  echo "$row"
done
