// Drives the client of @a2a-js/sdk 1.x: every event that the SDK yields is handed on, nothing is folded here.
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";

import { worker } from "../../../conformance/a2a_conformance/kits/a2a-worker-kit.mjs";

const STATES = ["unspecified", "submitted", "working", "completed", "failed", "canceled", "input_required", "rejected", "auth_required"];
const legacyCompat = { enabled: true };
const factory = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ legacyCompat })],
    cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
  }),
);

async function clientOf({ client: run, cardUrl }) {
  run.sdk ??= await factory.createFromUrl(cardUrl, "").catch((problem) => {
    throw told(problem, /transport/i.test(problem?.message ?? "") ? "refused" : undefined);
  });
  return run.sdk;
}

async function* surfaced(events) {
  try {
    for await (const event of await events) yield eventOf(event);
  } catch (problem) {
    throw told(problem);
  }
}

worker(
  { name: "@a2a-js/sdk", version: "1.3.0", dialects: ["1.0", "0.3"], bindings: ["jsonrpc"], observes: "events" },
  {
    async *send(request) {
      const sdk = await clientOf(request);
      const { text, parts, taskId, contextId, mode, blocking, history } = request;
      const content = (parts?.length ? parts : [{ text }]).map((part) => ({ content: { $case: "text", value: part.text ?? "" }, metadata: undefined, filename: "", mediaType: "" }));
      const message = { messageId: crypto.randomUUID(), role: 1, parts: content, taskId: taskId ?? "", contextId: contextId ?? "", extensions: [], metadata: undefined, referenceTaskIds: [] };
      const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, historyLength: history, returnImmediately: blocking === false };
      const params = { tenant: "", message, configuration, metadata: undefined };
      if (mode === "unary") yield* surfaced(one(sdk.sendMessage(params)));
      else yield* surfaced(sdk.sendMessageStream(params, { signal: request.signal }));
    },
    async *get(request) {
      const sdk = await clientOf(request);
      yield* surfaced(one(sdk.getTask({ tenant: "", id: request.taskId, historyLength: undefined })));
    },
    async *cancel(request) {
      const sdk = await clientOf(request);
      yield* surfaced(one(sdk.cancelTask({ tenant: "", id: request.taskId, metadata: undefined })));
    },
    async *resubscribe(request) {
      const sdk = await clientOf(request);
      yield* surfaced(sdk.resubscribeTask({ tenant: "", id: request.taskId }, { signal: request.signal }));
    },
  },
);

async function* one(promise) {
  yield await promise;
}

function eventOf(event) {
  const { $case, value } = event.payload ?? {};
  if ($case === undefined) return event.artifacts || event.status ? taskOf(event) : messageOf(event);
  if ($case === "task") return taskOf(value);
  if ($case === "message") return messageOf(value);
  const ids = { task: value.taskId, context: value.contextId };
  if ($case === "statusUpdate") return { event: "status", ...ids, state: stateOf(value.status), parts: partsOf(value.status?.message?.parts) };
  const { artifactId, parts } = value.artifact;
  return { event: "artifact", ...ids, artifact: artifactId, append: value.append, last: value.lastChunk, parts: partsOf(parts) };
}

const stateOf = (status) => STATES[status?.state] ?? String(status?.state);
const messageOf = (it) => ({ event: "message", context: it.contextId || undefined, parts: partsOf(it.parts) });

function taskOf(it) {
  return { event: "task", task: it.id, context: it.contextId, state: stateOf(it.status), parts: partsOf(it.status?.message?.parts) };
}

function partsOf(parts) {
  return (parts ?? []).map(({ content, filename, mediaType }) => {
    if (content?.$case === "text") return { text: content.value };
    if (content?.$case === "data") return { data: content.value };
    const file = { name: filename || undefined, type: mediaType || undefined };
    if (content?.$case === "url") return { file: { ...file, url: content.value } };
    return { file: { ...file, base64: Buffer.from(content?.value ?? []).toString("base64") } };
  });
}

function told(problem, kind) {
  const cause = problem?.cause;
  const more = problem?.errorResponse?.error?.message ?? cause?.code ?? cause?.message;
  const error = { message: `${problem?.name}: ${problem?.message}${more ? ` (${more})` : ""}` };
  const code = [problem, cause].map((it) => it?.envelopeCode ?? it?.errorResponse?.error?.code).find(Number.isInteger);
  const named = /\b(?:status|HTTP error)[^0-9]{0,80}(\d{3})\b/i.exec(problem?.message)?.[1];
  const status = problem?.statusCode ?? (code >= 100 && code <= 599 ? code : Number(named ?? NaN));
  if (kind) error.kind = kind;
  else if (status >= 100) Object.assign(error, { kind: [401, 403].includes(status) ? "auth" : "http", httpStatus: status });
  else if (Number.isInteger(code)) Object.assign(error, { kind: "protocol", code });
  else if (problem?.name === "TimeoutError") error.kind = "timeout";
  else if (cause?.code || problem instanceof TypeError) error.kind = "transport";
  else error.kind = "protocol";
  problem.a2aError = error;
  return problem;
}
