#!/usr/bin/env bash
# Compares adapters with C loops on the same library, in processes that take turns: what the binding and the harness cost.
# Usage: scripts/c-ratios.sh [OPTION...] [ENGINE...]     (after mvn package; needs gcc and unzip, for sqlite Debian's libsqlite3-dev)
# Engines: lmdb and its profile ffm, rocksdb, sqlite. LMDB's and RocksDB's libraries are those in the jar; SQLite's is the system's.
set -euo pipefail
jar=target/benchmarks.jar
[ -f "$jar" ] || { echo "$jar is missing: run mvn -DskipTests package" >&2; exit 2; }
here=$(dirname "$0")/c-loops
out=$PWD/target/c-loops
machine=$(uname -m)
mkdir -p "$out"
unzip -qoj "$jar" "org/lmdbjava/native/$machine-linux-gnu.so" "librocksdbjni-linux*.so" -d "$out"
rocks=$out/librocksdbjni-linux64.so
[ "$machine" = x86_64 ] || rocks=$out/librocksdbjni-linux-$machine.so
build() { gcc -O2 -Wall -Wextra -o "$out/$1" "$here/$1.c" "$2" -Wl,-rpath,"$out"; }
build lmdb "$out/$machine-linux-gnu.so"
build rocksdb "$rocks"
build sqlite -lsqlite3 || echo "sqlite is left out: install libsqlite3-dev" >&2
exec java -cp "$jar" storemark.handwritten.AdapterRatios --c-loops "$out" --workloads read,scan,walk,update "$@"
