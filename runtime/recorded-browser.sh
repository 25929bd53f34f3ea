#!/bin/sh
# Stands in for a browser inside the pod of an agent: starts the real one so that a recorder beside the pod can read the
# commands of whoever drives it along, and watch it. Starting it costs a few processes of the shell's, no Node.
real='@REAL@'
pipes=/run/browser
driver=none
port=0
does=
for word; do
  case $word in
    --type=* | --version | --product-version | --help) exec "$real" "$@" ;;
    --remote-debugging-pipe*) driver=pipe ;;
    --remote-debugging-port=*) driver=port port=${word#*=} ;;
    --screenshot*) does=screenshot ;;
    --dump-dom | --print-to-pdf*) does=read ;;
  esac
done

# A place that no living browser has.
slot=0
while [ -p "$pipes/$slot" ]; do
  lock=/tmp/.browser-$slot
  (set -C && echo $$ >"$lock") 2>/dev/null && break
  read -r pid <"$lock" && kill -0 "$pid" 2>/dev/null || { echo $$ >"$lock" && break; }
  slot=$((slot + 1))
done
pipe=$pipes/$slot
# Nobody records (any more): the browser goes on all the same.
[ -p "$pipe" ] || exec "$real" "$@"

[ "$driver" = none ] || [ "$port" != 0 ] || port=$((47100 + slot))
printf '# %s %s %s\0' "$driver" "$port" "$does" >"$pipe"
case $driver in
  none) exec "$real" "--bugsweep-recorded=$slot" "$@" ;;
  port) exec "$real" "$@" "--bugsweep-recorded=$slot" "--remote-debugging-port=$port" ;;
esac
commands=/tmp/.browser-$slot.commands
rm -f "$commands"
mkfifo "$commands"
# Goes on when nobody reads along any more. The answers of the browser are nothing to it.
tee -p "$pipe" <&3 >"$commands" 4>&- 2>/dev/null &
copier=$!
"$real" "$@" "--bugsweep-recorded=$slot" "--remote-debugging-port=$port" 3<"$commands" &
browser=$!
trap 'kill -TERM "$browser"' TERM INT HUP
# A driver waits until nobody holds its end of the pipe any more: the copier goes with the browser.
while wait "$browser"; code=$?; kill -0 "$browser" 2>/dev/null; do :; done
kill "$copier" 2>/dev/null
exit "$code"
