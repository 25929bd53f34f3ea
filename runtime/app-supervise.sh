#!/bin/sh
# Keeps the app of a pod running for the agent: `app restart`, `app stop` and `app start` steer it through /run/app.
dir="$APP_RUN"
mkdir -p "$dir"
: >"$dir/wanted"
trap 'kill "$child" 2>/dev/null; exit 0' TERM INT
while :; do
  if [ -e "$dir/wanted" ]; then
    "$@" >>"$dir/app.log" 2>&1 &
    child=$!
    echo "$child" >"$dir/pid"
    wait "$child"
    echo "[app ended with status $?]" >>"$dir/app.log"
    rm -f "$dir/pid"
    # An app that never got ready has nobody to start it again: say what it printed, and end.
    if [ ! -e "$dir/ready" ]; then tail -n 20 "$dir/app.log"; exit 1; fi
    # A restart leaves `wanted` in place; an app that ended by itself waits to be started again.
    if [ -e "$dir/restart" ]; then rm -f "$dir/restart"; else rm -f "$dir/wanted"; fi
  fi
  sleep 0.2
done
