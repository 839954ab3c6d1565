"""Advice for what a client makes of answers: how to write it so that the requirement holds."""

from typing import Final

ADVICE: Final[dict[str, str]] = {
    # what a result is
    "send-client-either": "Return a sum type of Task and Message. Never look for a task id in a Message.",
    "send-nonblocking-followup": "Keep the task id of the answer and poll GetTask, or subscribe, until the task is"
    " terminal or interrupted. Do not return the working task as the result.",
    "stream-msg-client-done": "On a Message, end the loop and return it; do not wait for the close, do not call"
    " GetTask.",
    "stream-client-final-snapshot": "Replace the task by the snapshot, as you would with the answer of GetTask. Do"
    " not raise because a second Task came.",
    "stream-early-eof": "Keep the last state. When the body ends and the state is neither terminal nor interrupted,"
    " raise an error of its own, or subscribe or call GetTask until it is. Do it in the code that sees the end of"
    " the body, not in each caller.",
    "stream-end-is-close": "Decide by the state, and let the close confirm it. Do not wait for a flag.",
    "stream-client-close-on-terminal": "Leave the loop at the terminal state and close the response yourself.",
    "stream-client-order": "One queue from the parser to the caller. Do not start a task for each event.",
    "stream-errors-midway": "An error object in the middle of a stream ends the call with that error. Do not parse"
    " it as an event, and do not drop it.",
    "multi-task-independent": "In the clean-up of a lost stream close sockets only; CancelTask belongs to the"
    " caller.",
    "sub-client-replace": "Set your accumulated task to the Task that opens the subscription, then apply the"
    " updates.",
    "sub-missed-status": "Take state and artifacts from the Task; do not build on having seen each status message.",
    "v03-client-final": "Treat `final: true` as the regular end. An end of the body without it is a break.",
    "v03-client-errors": "Map all codes from -32001 to -32007 to errors of your own, and let unknown codes through.",
    # states
    "state-terminal-set": "Keep the four terminal states in one set and ask only that set, everywhere.",
    "state-interrupted-set": "Return at input-required and auth-required with the question and the task id, so that"
    " the caller can answer.",
    "state-unknown-value": "Map an unknown state to a value of its own. It is neither working for ever nor"
    " completed.",
    "state-failed-reports": "Return failed, rejected and canceled as such, with the agent's message; an artifact"
    " that came before does not turn them into a success.",
    "auth-req-client-act": "Hand the pause to the caller with its message and keep the task id. Do not report a"
    " failure.",
    "cancel-client-reads-state": "Return the state of the Task that the cancel brought; it may well be completed.",
    # artifacts
    "art-append": "Keep artifacts in a map by id. With `append: true` extend the parts of that entry.",
    "art-append-default": "A missing `append` is false: put the artifact into the map in place of what is there.",
    "art-append-unknown": "Decide once: take it as a new artifact, or report it. Do not lose it in silence.",
    "art-append-granularity": "Join texts only where you show them; keep the parts as they came.",
    "art-append-metadata": "Keep name and description of the first chunk until a later one brings its own.",
    "art-last-chunk": "Mark that artifact as complete and read on; only the state ends the task.",
    "art-interleave": "Look each chunk's artifact up by its id. There is no current artifact.",
    "art-part-kinds": "Hand on every part with its name and media type; a text of your own for what you cannot show"
    " is better than dropping it.",
    "answer-text": "Build the answer from artifacts, or from the Message, alone: no progress texts, nothing of the"
    " request, no separator that nobody sent inside an artifact.",
    # history and messages
    "hist-client-no-rely": "Take results from artifacts and status. Use history for display.",
    "hist-messages-not-reliable": "Do not wait for a status message as a signal; look at state and artifacts.",
    # errors
    "err-client-by-reason": "Switch over `error.code`, hand code, message and data to the caller; look at the HTTP"
    " status only when there is no body.",
    "err-client-errorinfo-any-pos": "Go through all details until one has the `@type` of an ErrorInfo.",
    "err-client-unknown-code": "Have a general error for codes that you do not know, with code and message in it.",
    "err-client-retry-after": "Obey `Retry-After`; never repeat invalid params, unknown tasks, or refusals.",
    "ver-client-on-unsupported": "Choose the next version that the card lists, or raise. Do not send the same call"
    " again.",
    "sec-client-401": "Fetch new credentials once; refused again, raise.",
    # reading
    "ver-ignore-patch": "Compare major and minor only.",
    "card-unknown-fields": "Let the parser of cards ignore unknown members.",
    "card-legacy-shape": "Look for `supportedInterfaces` first, else for `url` and `preferredTransport`. If you do"
    " not speak 0.3, say so in the error.",
    "mig-client-dual": "Read new names first, then the old ones; write only those of the chosen interface.",
    "json-unknown-ignore": "Let your parser ignore unknown members; a generated strict model is the usual culprit.",
    "json-defaults": "Give each optional member its default in the model, not at each use.",
    "json-null": "Treat `null` as absent before validation, but keep it as the value of a data part.",
    "json-base64": "Decode with a reader that takes both alphabets, with or without padding.",
    "json-data-any": "Type the value of a data part as any JSON value, not as an object.",
    "json-utf8": "Decode incrementally; do not decode each network read on its own.",
    "json-required-reject": "Reject what lacks a required member with an error that names the member.",
    "sse-framing": "Use a parser that follows the WHATWG text, and test it with CR, CRLF, several `data` lines and"
    " fields without a blank. Cut at line ends only, not at network reads.",
    "sse-keepalive": "Drop lines that begin with a colon before anything counts or decodes them; let them reset an"
    " idle timer.",
    "sse-large": "Do not set a line limit below some megabytes; the defaults of stream readers are often 64 KiB.",
    # our own
    "client-ends": "Give each wait an end: a deadline, the close of the body, or the state of the task; and turn"
    " every exception of the transport into an outcome.",
    "outcome": "Compute the outcome in one place, from the last state, the direct Message, or the error.",
    "scenario-pin": "Read the `about` of the scenario: it says which result is right and why.",
    "extra-send": "Retry only what was never answered, with the same message id; never because the answer was empty.",
    # listeners
    "listener-every-update": "Call the listener in the loop that reads, once for each status and artifact update.",
    "listener-order": "Call the listener from one place and wait for it; do not hand updates to a pool.",
    "listener-accumulated-task": "Apply the update to the task first, then call the listener with the task.",
    "listener-stop-final": "Remember the stop and leave the loop; later events change nothing.",
    "listener-stop-no-cancel": "Close the stream and send nothing.",
    "listener-stop-artifacts": "Return what has been gathered so far, an empty text when there is nothing.",
    "listener-stop-response": "Return the given response as it is; no response is an empty text.",
    "listener-stop-wins": "Ask the listener before you look at the state of the update.",
    "listener-not-message": "Call the listener for status and artifact updates only.",
    "listener-remote-lives": "Neither cancel nor send again after a stop.",
}  # fmt: skip
