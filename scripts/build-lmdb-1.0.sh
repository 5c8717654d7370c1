#!/usr/bin/env bash
# Builds the library of LMDB 1.0 from the sources in the Python package lmdb 3.0.0, for the engine lmdb:1.0. Safe to run again.
# Usage: scripts/build-lmdb-1.0.sh [FILE]     (needs gcc, and pip or curl; FILE: where to put the library)
set -euo pipefail
package=lmdb-3.0.0
sha256=06dda0723545e14d56ac7dcd6f582d9922c2ed5e16f1c3f8d0e670a96ec2ee65
place=${XDG_CACHE_HOME:-$HOME/.cache}/storemark/liblmdb-1.0.so
library=${1:-$place}

command -v gcc >/dev/null || { echo "gcc is missing: install it, on Debian by apt-get install gcc libc6-dev" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Downloads by curl, which runs none of the package's code; if that fails, by pip, which may reach an index that curl cannot.
fetch() {
  local index page file requirement
  index=${PIP_INDEX_URL:-$(python3 -m pip config get global.index-url 2>/dev/null || echo https://pypi.org/simple)}
  page=$(curl -fsSL "${index%/}/lmdb/" 2>/dev/null || true)
  file=$(grep -oE "href=\"[^\"]*$package\.tar\.gz" <<<"$page" | head -n 1 | cut -d '"' -f 2 || true)
  case "$file" in
    http*) ;;
    /*) file=$(grep -oE '^[a-z]+://[^/]+' <<<"$index")$file ;;
    ?*) file=${index%/}/lmdb/$file ;;
  esac
  [ -n "$file" ] && curl -fsSL -o "$work/$package.tar.gz" "$file" 2>/dev/null && return
  requirement="lmdb==${package#lmdb-} --hash=sha256:$sha256"
  echo "$requirement" >"$work/requirements.txt"
  python3 -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --no-binary :all: \
    --dest "$work" --requirement "$work/requirements.txt" && return
  echo "$package.tar.gz cannot be fetched from $index: neither curl nor pip can reach it, or both are missing" >&2
  exit 1
}

fetch
echo "$sha256  $work/$package.tar.gz" | sha256sum --check --status ||
  { echo "$package.tar.gz has another SHA-256 than $sha256: nothing was built" >&2; exit 1; }
tar -xzf "$work/$package.tar.gz" -C "$work" "$package/lib1"
mkdir -p "$(dirname "$library")"
(cd "$work/$package/lib1" && gcc -O2 -fPIC -pthread -shared -o "$work/liblmdb.so" mdb.c midl.c)
mv "$work/liblmdb.so" "$library"

echo "Built: $library"
if [ "$library" = "$place" ]; then
  echo "The engine lmdb:1.0 finds it there: java -jar target/benchmarks.jar run --engines lmdb:1.0"
else
  echo "The engine lmdb:1.0 uses it where STOREMARK_LMDB_1_0=$library is in the environment."
fi
