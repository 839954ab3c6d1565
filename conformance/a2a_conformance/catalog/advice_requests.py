"""Advice for what a client sends: how to write it so that the requirement holds."""

from typing import Final

ADVICE: Final[dict[str, str]] = {
    # messages
    "send-client-config-names": "Have one model of the configuration for each dialect; do not send the members of"
    " both.",
    "send-client-terminal-newtask": "Drop the stored task id at a terminal state, keep the context id, and name the"
    " old task in `referenceTaskIds`.",
    "send-retry-same-msgid": "Make the message id where the message is made, not where it is sent.",
    "msg-id-required": "Give each message a fresh UUID.",
    "msg-role-direction": "Set the role to that of the user, in the spelling of the dialect: ROLE_USER in 1.0, user"
    " in 0.3.",
    "msg-parts-nonempty": "Refuse to send a message without parts; an empty prompt is an error of the caller.",
    "msg-client-ids-match": "Store task id and context id as a pair, and send the pair of one answer.",
    "state-input-continue": "Send the answer with the task id and the context id of the question, as a new message.",
    "hist-client-explicit-zero": "Do not write `if history_length:`; test for None, so that 0 is sent.",
    "ctx-no-client-made": "Leave the context id out of the first message; then use the one that came back.",
    "ctx-opaque": "Keep the context id as text; do not parse, trim, or change its case.",
    "task-no-client-new-id": "Leave the task id out of a message that opens a task.",
    "task-id-exists": "Send only task ids that an answer of this agent contained.",
    "send-inline-push-no-taskid": "A webhook configuration that goes with a send has no `taskId`: the task has no"
    " id yet.",
    "list-filter-fields": "Take the names of filters from the proto: `contextId`, `status`, `statusTimestampAfter`.",
    "list-client-token-loop": "Ask for pages until `nextPageToken` is empty; send each token as you got it.",
    "ref-task-ids": "Keep the ids of finished tasks of a context and list those that the message speaks of.",
    "get-id-placement": "Send the bare id, without a `tasks/` prefix: `id` in params of GetTask.",
    "get-client-polling": "Poll with a growing pause, and stop at terminal and interrupted states.",
    "idempotent-gets": "Retry GetTask and the card freely; a send only under the rules for sends.",
    # streams and tasks
    "stream-cap-check": "Read `capabilities.streaming`; when it is absent or false, call SendMessage.",
    "multi-client-no-implicit-cancel": "Offer a cancel that sends CancelTask; do not promise that closing a stream"
    " stops work.",
    "multi-reconnect": "After a break subscribe to the task; when that is refused, call GetTask.",
    "sub-client-terminal-fallback": "When subscribing is refused, call GetTask once: the task is probably finished.",
    "sub-no-last-event-id": "Resume by SubscribeToTask; do not build on ids of SSE events.",
    "v03-resubscribe": "Call tasks/resubscribe, and fetch the task with tasks/get for what was missed.",
    # versions and service parameters
    "ver-send": "Set `A2A-Version` in the one place where requests are built, so that polls and subscriptions have"
    " it, too.",
    "ver-format": "Send `1.0`: two numbers and a dot.",
    "ver-no-patch": "Cut the version of the card to major and minor before you send it.",
    "ver-matches-interface": "Carry the chosen interface through the client; take URL, version and grammar from it"
    " together.",
    "ver-no-silent-downgrade": "Fall back to 0.3 only when the caller allowed it, and say so.",
    "ver-tooling": "Let the library choose by the card; let the caller pin a version.",
    "svc-prefix": "Spell the headers as the specification does; do not make up `a2a-` names.",
    "svc-http-header": "Put service parameters into headers, never into the body.",
    "svc-multi-comma": "Join several values with commas in one header.",
    "svc-name-case": "Compare header names without case; leave values as they are.",
    "ext-request": "List the URIs of extensions in `A2A-Extensions`, on each call that uses them.",
    "ext-client-declares-required": "Compare the required extensions of the card with yours before the first call;"
    " lacking one, raise instead of calling.",
    "ext-data-points": "Put extension data under its URI into `metadata`.",
    "v03-extensions-header": "In 0.3 the header is `X-A2A-Extensions`.",
    # cards
    "card-well-known": "Append `.well-known/agent-card.json` to the origin's root; 0.2 agents have `agent.json` as"
    " a second try.",
    "card-select-first": "Go through the interfaces in their order and take the first whose binding and version you"
    " speak.",
    "card-select-order": "Do not sort interfaces by your own taste; the agent has sorted them.",
    "card-select-url": "Post to the URL of that interface as it is written, not to the address of the card.",
    "card-client-choice": "Let the caller name a binding; then take the first interface with it.",
    "card-fallback": "When the first interface cannot be reached, try the next before you give up. A task's later"
    " calls stay on the interface that opened it.",
    "card-unknown-binding": "Skip what you do not know; the binding is free text, not an enum.",
    "card-tenant-echo": "Copy `tenant` of the chosen interface into the params of each call.",
    "card-tenant-omit": "Leave `tenant` out when the interface has none.",
    "card-tenant-opaque": "Send the tenant as it is; no trimming, no lower case.",
    "card-cap-honour": "Ask the card before each optional operation and raise an error that names the capability.",
    "card-client-cache": "Keep the card as long as `Cache-Control` says, then ask again.",
    "card-client-conditional": "Send `If-None-Match` with the stored ETag and keep the card on 304.",
    "card-client-default-ttl": "Choose some minutes, and fetch anew after a call failed in a way that a new card"
    " may mend.",
    "v03-select-parse": "Read `url` with `preferredTransport` (JSONRPC when absent), then `additionalInterfaces`.",
    "v03-select-preferred": "If you speak `preferredTransport`, post to `url`.",
    "v03-select-fallback": "Otherwise take the first of `additionalInterfaces` that you speak.",
    "v03-select-url": "Post to the URL that stands beside the transport you chose.",
    "v03-client-card": "Fetch and parse the card before the first call.",
    "v03-client-core": "Offer message/send and tasks/get.",
    "v03-client-auth": "Let callers set a header, at least.",
    # security
    "sec-discover": "Read the schemes of the card and tell the caller which credentials are wanted.",
    "sec-oob": "Take credentials from configuration; never put them into messages.",
    "sec-every-request": "Authenticate in the one place where requests are built; streams and polls are requests,"
    " too.",
    "sec-location": "Put an API key where `in` and `name` of its scheme say.",
    "sec-and-or": "Take the first requirement of which you have all schemes.",
    "sec-client-no-leak": "Bind credentials to the origin of the agent, and drop them when a redirect leaves it.",
    "sec-file-url-ssrf": "Hand links to the caller; fetch only on request, and no private addresses.",
    "sec-secrets": "Send credentials in headers and keep them out of logs.",
    "auth-req-client-watch": "When the stream ended at auth-required, poll GetTask or subscribe until the task goes"
    " on.",
    # JSON and envelope
    "json-camel": "Write members by alias; test that no `_` stands in a key.",
    "json-enum": "Write enums by the names of the dialect: TASK_STATE_WORKING in 1.0, working in 0.3.",
    "json-ts-utc": "Convert to UTC before you format.",
    "json-ts-z": "Write `Z`, not `+00:00`; most date libraries need a hint.",
    "json-ts-ms": "Format with three digits of the second where your clock has them.",
    "json-ts-parse": "Read fractions of any length; cut to what your clock can hold.",
    "json-required": "Write required members even when they are empty.",
    "json-array-min": "Leave an optional empty list out; never send a required one empty.",
    "json-presence": "Tell unset from zero in your model.",
    "json-metadata-keys": "Type metadata as an object.",
    "json-part-oneof": "Build parts by constructors, one for each kind of content.",
    "jr-content-type": "Send `Content-Type: application/json`.",
    "jr-envelope": "Write `jsonrpc`, `id`, `method` and `params` in one function; no call without an id.",
    "jr-method-names": "Keep one table of method names for each dialect: SendMessage in 1.0, message/send in 0.3.",
    "jr-single-endpoint": "Post every call to the URL of the interface; append nothing, keep its slash or its lack"
    " of one.",
    "v03-content-type": "Send and expect `application/json`.",
    "v03-method-pattern": "Use names such as message/stream and tasks/get.",
    "v03-kind": "Write `kind` on messages, parts and everything nested.",
    "v03-jsonrpc-id": "Use a counter or a UUID as the id.",
    # noted only
    "unscripted-call": "Look at the call: a client in its right mind may make it, but few agents expect it.",
    "unused-entry": "Look at what the scenario expected next, and whether your client stopped too early.",
}  # fmt: skip
