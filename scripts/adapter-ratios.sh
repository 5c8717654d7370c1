#!/usr/bin/env bash
# Compares each engine's adapter with a loop written by hand on its library, in processes that take turns.
# Usage: scripts/adapter-ratios.sh [OPTION...] [ENGINE...]     (from the project's folder; --help lists the options)
set -euo pipefail
[ -f pom.xml ] || { echo "pom.xml is not here: run from the project's folder" >&2; exit 2; }
classpath=target/test.classpath
mvn -B -q -ntp test-compile org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile="$classpath" -Dmdep.includeScope=test >&2
exec java -cp "target/test-classes:target/classes:$(cat "$classpath")" handwritten.AdapterRatios "$@"
