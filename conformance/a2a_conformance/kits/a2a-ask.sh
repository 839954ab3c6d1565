#!/bin/sh
# The client that is tested: called once for each thing that the suite asks, with URL and text.
# Replace the last line by your command, delete `demo: true` in a2a-target.yaml and the demo client here.
# The wire and the exit code are judged. To have the answer judged too, print it and nothing else, and set
# `answer: stdout` in a2a-target.yaml instead of `observes: ended`.
set -u
base_url=$1
text=$2

# ---- demo client: A2A 1.0 over JSON-RPC with curl and sed ------------------------------------------------------------
demo_client() {
  card=$(curl -sS -f --max-time 20 "$A2A_CARD_URL") || return 1
  url=$(printf '%s' "$card" | sed -n 's/.*"supportedInterfaces":\[{[^]]*"url": *"\([^"]*\)".*/\1/p')
  tenant=$(printf '%s' "$card" | sed -n 's/.*"supportedInterfaces":\[{[^]]*"tenant": *\("[^"]*"\).*/"tenant": \1,/p')
  method=SendMessage accept=application/json
  case $card in
    *'"streaming":true'* | *'"streaming": true'*) method=SendStreamingMessage accept=text/event-stream ;;
  esac
  quoted=$(printf '%s' "$text" | sed 's/\\/\\\\/g; s/"/\\"/g' | awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }')
  id=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  message='{"messageId": "'$id'", "role": "ROLE_USER", "parts": [{"text": "'$quoted'"}]}'
  body='{"jsonrpc": "2.0", "id": 1, "method": "'$method'", "params": {'$tenant' "message": '$message'}}'
  folder=$(mktemp -d) && mkfifo "$folder/reply" || return 1
  curl -sS -f -N --max-time 60 -X POST "$url" -d "$body" -H 'Content-Type: application/json' \
    -H "Accept: $accept" -H 'A2A-Version: 1.0' >"$folder/reply" &
  until_settled <"$folder/reply"
  settled=$?
  kill $! 2>/dev/null # the stream may stay open for ever
  rm -r "$folder"
  return $settled
}

until_settled() { # prints what comes until the task is over or waits for its caller; fails if it never does
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line"
    case $line in
      *TASK_STATE_COMPLETED* | *TASK_STATE_FAILED* | *TASK_STATE_CANCELED* | *TASK_STATE_REJECTED*) return 0 ;;
      *TASK_STATE_*_REQUIRED* | *'"result":{"message"'* | *'"result": {"message"'*) return 0 ;;
    esac
  done
  return 1
}

demo_client
