#!/usr/bin/env bash
# Installs the operating system's libraries that four engines need and no jar may bundle. Safe to run again.
# Usage: scripts/install-native-engines.sh [--with-test-tools]     (Debian and its kin; as root, or with sudo)
set -euo pipefail
packages=(libkyotocabinet16v5 libdb5.3 libleveldb1d libwiredtiger0) # kyoto-treedb, bdb, leveldb-system, wiredtiger
# What the tests put on devices that must be refused, what builds LMDB 1.0, what records a device to cut its power, and Slurm.
[ "${1:-}" != --with-test-tools ] ||
  packages+=(mount e2fsprogs xfsprogs fdisk gdisk lvm2 gcc libc6-dev curl ca-certificates qemu-system-common slurmctld slurmd munge)

if ! command -v apt-get >/dev/null; then
  echo "No apt-get here. For the engine kyoto-treedb install Kyoto Cabinet 1.2 (libkyotocabinet), for bdb Berkeley DB 5.3 (libdb-5.3),"
  echo "for leveldb-system LevelDB 1.23 (libleveldb), for wiredtiger WiredTiger 3.2 (libwiredtiger)."
  exit 0
fi

# Where 64-bit time was brought in, packages were renamed: libdb5.3 is libdb5.3t64 there.
missing=()
for package in "${packages[@]}"; do
  states=$(dpkg-query -W -f '${db:Status-Status} ' "$package" "${package}t64" 2>/dev/null || true)
  [[ " $states" == *" installed "* ]] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "Installed already: ${packages[*]}"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null && sudo -n true 2>/dev/null || {
    echo "Neither root nor sudo without a password: run apt-get install ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo -n)
fi

"${as_root[@]}" apt-get update -qq
for package in "${missing[@]}"; do
  apt-cache show "$package" >/dev/null 2>&1 || package="${package}t64"
  apt-cache show "$package" >/dev/null 2>&1 || { echo "Not in this system's archive: ${package%t64}" >&2; continue; }
  said=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$package" 2>&1) || { echo "$said" >&2; exit 1; }
  echo "Installed: $package $(dpkg-query -W -f '${Version}' "$package")"
done
