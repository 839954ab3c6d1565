// Drives the client of @a2a-js/sdk 0.3: every event that the SDK yields is handed on, nothing is folded here.
import { ClientFactory } from "@a2a-js/sdk/client";

import { worker } from "../../../conformance/a2a_conformance/kits/a2a-worker-kit.mjs";

const factory = new ClientFactory();

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
  { name: "@a2a-js/sdk", version: "0.3.14", dialects: ["0.3"], bindings: ["jsonrpc"], observes: "events" },
  {
    async *send(request) {
      const sdk = await clientOf(request);
      const { text, parts, taskId, contextId, mode, blocking, history } = request;
      const content = (parts?.length ? parts : [{ text }]).map((part) => ({ kind: "text", text: part.text ?? "" }));
      const message = { kind: "message", messageId: crypto.randomUUID(), role: "user", parts: content, taskId, contextId };
      const params = { message, configuration: { blocking: blocking !== false, historyLength: history } };
      if (mode === "unary") yield* surfaced(one(sdk.sendMessage(params)));
      else yield* surfaced(sdk.sendMessageStream(params, { signal: request.signal }));
    },
    async *get(request) {
      const sdk = await clientOf(request);
      yield* surfaced(one(sdk.getTask({ id: request.taskId })));
    },
    async *cancel(request) {
      const sdk = await clientOf(request);
      yield* surfaced(one(sdk.cancelTask({ id: request.taskId })));
    },
    async *resubscribe(request) {
      const sdk = await clientOf(request);
      yield* surfaced(sdk.resubscribeTask({ id: request.taskId }, { signal: request.signal }));
    },
  },
);

async function* one(promise) {
  yield await promise;
}

function eventOf(it) {
  const ids = { task: it.taskId, context: it.contextId };
  if (it.kind === "message") return { event: "message", context: it.contextId, parts: partsOf(it.parts) };
  if (it.kind === "status-update") return { event: "status", ...ids, state: it.status.state, parts: partsOf(it.status.message?.parts) };
  if (it.kind === "task") return { event: "task", task: it.id, context: it.contextId, state: it.status.state, parts: partsOf(it.status.message?.parts) };
  const { artifactId, parts } = it.artifact;
  return { event: "artifact", ...ids, artifact: artifactId, append: it.append ?? false, last: it.lastChunk ?? false, parts: partsOf(parts) };
}

function partsOf(parts) {
  return (parts ?? []).map((part) => {
    if (part.kind === "text") return { text: part.text };
    if (part.kind === "data") return { data: part.data };
    const { name, mimeType: type, bytes, uri } = part.file;
    return { file: uri ? { name, type, url: uri } : { name, type, base64: bytes } };
  });
}

function told(problem, kind) {
  const cause = problem?.cause;
  const more = problem?.errorResponse?.error?.message ?? cause?.code ?? cause?.message;
  const error = { message: `${problem?.name}: ${problem?.message}${more ? ` (${more})` : ""}` };
  const code = [problem, cause].map((it) => it?.errorResponse?.error?.code).find(Number.isInteger);
  const named = /\b(?:status|HTTP error)[^0-9]{0,80}(\d{3})\b/i.exec(problem?.message)?.[1];
  const status = code >= 100 && code <= 599 ? code : Number(named ?? NaN);
  if (kind) error.kind = kind;
  else if (status >= 100) Object.assign(error, { kind: [401, 403].includes(status) ? "auth" : "http", httpStatus: status });
  else if (Number.isInteger(code)) Object.assign(error, { kind: "protocol", code });
  else if (cause?.code || problem instanceof TypeError) error.kind = "transport";
  else error.kind = "protocol";
  problem.a2aError = error;
  return problem;
}
