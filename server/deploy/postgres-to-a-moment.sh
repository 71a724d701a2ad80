#!/bin/sh
# Makes the files of a PostgreSQL that, once started, goes back to a moment: OPERATE.md, "PostgreSQL to a moment".
# As postgres: postgres-to-a-moment.sh /mnt/postgres-backups/base-<newest before it> <new folder> '2026-11-30 14:05:00+00'
set -eu
base=$1 data=$2 moment=$3
log=$(dirname "$base")/wal
[ ! -e "$data" ] || { echo "$data is there already: move it away." >&2; exit 1; }
cp -a "$base" "$data"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<END
restore_command = 'cp "$log/%f" "%p" || cp "$log/%f.partial" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
touch "$data/recovery.signal"
