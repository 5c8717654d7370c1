#!/usr/bin/env bash
# Makes a block device from a file, for people with no spare disk, and removes it with the file.
# Usage: scripts/loop-device.sh create SIZE | list | remove [DEVICE] | mount SIZE FOLDER | unmount FOLDER
# As root; SIZE as 2g; remove without DEVICE: all of them. mount makes an ext4 with a journal on a new device, to be a data directory.
# The files are in a folder storemark-loop of our own below STOREMARK_LOOP_DIR (/var/tmp); nothing else is ever deleted.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

usage() { sed -n 3p "$0" | cut -c 3- >&2; exit 2; }
fail() { echo "$1" >&2; exit 3; }

parent=${STOREMARK_LOOP_DIR:-/var/tmp} # not /tmp, which is in memory on some systems
[ -d "$parent" ] || fail "STOREMARK_LOOP_DIR: $parent is not a folder: make it, or name another one"
folder=$(realpath -m -- "$parent/storemark-loop") # as the kernel names it: relative, by a link or with slashes, it is the same
readonly folder

# Whether this is the name of a file that we made: mktemp writes the letters.
ours() { [[ $1 == "$folder"/device-??????.img && ${1#"$folder"/} != */* ]]; }

# Prints device, size and file of each device whose file is ours.
devices() {
  local loop device file
  for loop in /sys/block/loop*/loop; do
    file=$(cat "$loop/backing_file" 2>/dev/null) || continue
    device=${loop%/loop}
    if ours "${file% (deleted)}"; then
      echo "/dev/${device##*/} $(stat -c %s -- "$file" 2>/dev/null || echo gone) $file"
    fi
  done
}

# One at a time, and in no folder that somebody else has put in this place.
lock() {
  [ -d "$folder" ] && [ ! -L "$parent/storemark-loop" ] && [ -O "$folder" ] ||
    fail "$folder is not a directory owned by this user: check who made it, or set STOREMARK_LOOP_DIR to another directory"
  exec 9<"$folder"
  flock 9
}

create() {
  local file device said
  [[ $1 =~ ^[0-9]+[kKmMgG]$ ]] || fail "'$1' is not a size such as 512m or 2g"
  [ -e "$folder" ] || mkdir -m 700 -- "$folder"
  lock
  file=$(mktemp "$folder/device-XXXXXX.img")
  # Whole blocks, so that the device never finds its disk full: a store takes that for an error of the device.
  if ! said=$(fallocate --length "${1}iB" "$file" 2>&1); then
    tidy
    fail "no room for $1 below $folder: $said (STOREMARK_LOOP_DIR names another place)"
  fi
  # Blocks of 4 KiB and O_DIRECT to the file, where it can be had: else the file's pages are a second cache below the device.
  if ! device=$(losetup --find --show --direct-io=on --sector-size 4096 "$file" 2>/dev/null 9<&- ||
    losetup --find --show "$file" 9<&-); then
    tidy
    fail "no loop device can be made here: run as root, outside of a container or in a privileged one"
  fi
  if [ "$(cat "/sys/block/${device##*/}/loop/dio" 2>/dev/null)" != 1 ]; then
    echo "warn: $device is buffered, as its file cannot be opened with O_DIRECT on $(stat -f -c %T "$folder"): the page cache of" \
      "that file is a second cache below the device, which O_DIRECT does not pass and --memory does not limit. Compare nothing" \
      "that was measured on it; STOREMARK_LOOP_DIR names another place" >&2
  fi
  echo "$device"
}

# Prints who uses a device, a clause; nothing when nobody does. Looks at partitions too, in all mount namespaces, and for openers.
users() {
  local sys=/sys/block/${1##*/} each number name numbers=' ' descriptors
  for each in "$sys" "$sys"/*/partition; do
    each=${each%/partition}
    [ -r "$each/dev" ] || continue
    number=$(cat "$each/dev")
    name=/dev/${each##*/}
    numbers+="$(printf '%x:%x' "${number%:*}" "${number#*:}") "
    [ -z "$(ls "$each/holders")" ] || { echo "$name is held by $(ls "$each/holders" | head -n 1)"; return; }
    # A process that ends meanwhile makes cat fail, which is no answer.
    if { cat /proc/[0-9]*/mountinfo 2>/dev/null || true; } | awk -v n="$number" '$3 == n { found = 1 } END { exit !found }'; then
      echo "$name is mounted"
      return
    fi
    ! grep -q "^$name " /proc/mounts /proc/swaps || { echo "$name is mounted or swapped to"; return; }
    ! grep -qsx -F "$name" /sys/block/loop*/loop/backing_file || { echo "$name is behind another loop device"; return; }
  done
  descriptors=$(find /proc/[0-9]*/fd -mindepth 1 -print0 2>/dev/null | xargs -0 -r stat -L -c '%F|%t:%T %n' 2>/dev/null || true)
  while IFS='|' read -r each name; do
    if [[ $each == 'block special file' && $numbers == *" ${name%% *} "* ]]; then
      name=${name#*/proc/}
      echo "process ${name%%/*} ($(cat "/proc/${name%%/*}/comm" 2>/dev/null)) has it open"
      return
    fi
  done <<<"$descriptors"
}

# Detaches a device. If it is still in use, the kernel reports success at once and detaches it when the last user is gone.
detach() {
  local used attached=/sys/block/${1##*/}/loop/backing_file
  for _ in 1 2 3 4 5 6 7 8 9 10; do # whoever looks at a device when a writer has closed it, such as udev, needs a moment
    used=$(LC_ALL=C users "$1")
    [ -n "$used" ] || break
    sleep 0.1
  done
  [ -z "$used" ] || fail "$1 is in use ($used): end that first; it is not removed"
  losetup --detach "$1" || fail "$1 cannot be detached, and is not removed"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$attached" ] || return 0
    sleep 0.1
  done
  fail "$1 is in use; the kernel detaches it when its last user closes it. Its file is kept: run remove again then"
}

remove() {
  local wanted=$1 any='' device size file
  if [ -e "$folder" ]; then
    lock
    while read -r device size file; do
      [ -z "$device" ] || [[ -n $wanted && $wanted != "$device" ]] && continue
      detach "$device"
      rm -f -- "${file% (deleted)}"
      any=1
      echo "removed $device ($size bytes)"
    done <<<"$(devices)"
  fi
  [ -n "$any" ] || [ -z "$wanted" ] || fail "$wanted is no device that this script made: see $0 list"
  [ ! -e "$folder" ] || tidy
}

# An inode for each block, as a plain file takes one of each. All is written now, so that the kernel does not while a run measures;
# nothing is discarded, which would give up the blocks of the file.
mount_ext4() {
  local device said
  [ -d "$2" ] || fail "$2 is not a folder: make it, or name another one"
  command -v mkfs.ext4 >/dev/null || fail "mkfs.ext4 is not installed: apt-get install e2fsprogs"
  device=$(create "$1")
  if ! said=$(mkfs.ext4 -q -F -b 4096 -i 4096 -E lazy_itable_init=0,lazy_journal_init=0,nodiscard "$device" 2>&1) ||
    ! said=$(mount "$device" "$2" 2>&1); then
    remove "$device" >/dev/null
    fail "no ext4 can be mounted at $2: $said"
  fi
  echo "$device is an ext4 at $2"
}

unmount() {
  local device
  device=$(findmnt --noheadings --output SOURCE --mountpoint "$1") || fail "$1 is not a mount: see $0 list"
  [[ $'\n'$(devices) == *$'\n'"$device "* ]] || fail "$1 is on $device, which is no device that this script made: see $0 list"
  umount -- "$1" || fail "$1 is in use: end that first; it is not removed"
  remove "$device"
}

# Deletes files of ours that no device has any more, and the folder when nothing is left in it. Called under the lock.
tidy() {
  local file used
  used=$(devices)
  for file in "$folder"/device-??????.img; do
    if [ -f "$file" ] && [[ $'\n'"$used"$'\n' != *" $file"$'\n'* ]]; then
      rm -f -- "$file"
    fi
  done
  rmdir --ignore-fail-on-non-empty -- "$folder"
}

case "${1:-}" in
  create) [ $# -eq 2 ] || usage; create "$2" ;;
  list) [ $# -eq 1 ] || usage; devices ;;
  mount) [ $# -eq 3 ] || usage; mount_ext4 "$2" "$3" ;;
  unmount) [ $# -eq 2 ] || usage; unmount "$2" ;;
  remove) [ $# -le 2 ] || usage; remove "${2:-}" ;;
  *) usage ;;
esac
