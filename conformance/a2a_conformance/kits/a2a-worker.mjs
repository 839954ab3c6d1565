// The client that is tested. Replace the body of `send` by yours, delete `demo: true` and everything below the line.
import { worker } from "./a2a-worker-kit.mjs";

worker(
  {
    name: "demo client (not yours yet)",
    version: "0",
    dialects: ["1.0"], // "0.3", "1.0" or both
    bindings: ["jsonrpc"],
    observes: "answer", // what your caller gets: "answer", "aggregate" (artifacts by id), "events" (yield each)
    features: ["parallel"], // add what you implement below: "cancel", "get", "resubscribe", "abort", "listener" …
    demo: true,
  },
  {
    async send({ cardUrl, baseUrl, text, taskId, contextId, signal }) {
      return demoClient({ cardUrl, text, taskId, contextId, signal }); // ← your client instead
    },
  },
);

// ---- demo client: A2A 1.0 over JSON-RPC, stream and unary ---------------------------------------------------------
async function demoClient({ cardUrl, text, taskId, contextId, signal }) {
  const card = await (await fetch(cardUrl, { signal })).json();
  const { url, tenant } = card.supportedInterfaces.find((it) => it.protocolBinding === "JSONRPC");
  const method = card.capabilities?.streaming ? "SendStreamingMessage" : "SendMessage";
  const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], taskId, contextId };
  const headers = { "Content-Type": "application/json", Accept: "text/event-stream", "A2A-Version": "1.0" };
  if (method === "SendMessage") headers.Accept = "application/json";
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { tenant, message } });
  const response = await fetch(url, { method: "POST", headers, body, signal });
  if (!response.ok) return { outcome: "error", error: { kind: "http", httpStatus: response.status } };
  const artifacts = new Map();
  const told = { outcome: "incomplete" };
  for await (const { error, result } of replies(response)) {
    if (error) return { outcome: "error", error: { kind: "protocol", code: error.code, message: error.message } };
    if (result.message && told.taskId) continue;
    if (result.message) return { outcome: "message", answer: textOf(result.message.parts) };
    const { task, statusUpdate, artifactUpdate: update } = result;
    for (const it of task?.artifacts ?? []) artifacts.set(it.artifactId, textOf(it.parts));
    if (update) {
      const { artifactId, parts } = update.artifact;
      artifacts.set(artifactId, (update.append ? (artifacts.get(artifactId) ?? "") : "") + textOf(parts));
    }
    const { status } = task ?? statusUpdate ?? {};
    told.taskId = task?.id ?? told.taskId ?? (statusUpdate ?? update)?.taskId;
    told.contextId = (task ?? statusUpdate ?? update).contextId ?? told.contextId;
    const state = status?.state?.replace("TASK_STATE_", "").toLowerCase();
    if (!SETTLED.includes(state)) continue;
    told.outcome = state;
    if (state.endsWith("_required")) told.question = textOf(status.message?.parts);
    break; // the task is over, or waits for its caller
  }
  return { ...told, answer: [...artifacts.values()].join("\n") };
}

const SETTLED = ["completed", "failed", "canceled", "rejected", "input_required", "auth_required"];
const textOf = (parts) => (parts ?? []).map((part) => part.text ?? "").join("");

async function* replies(response) {
  if (!response.headers.get("content-type").startsWith("text/event-stream")) return yield await response.json();
  let buffer = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    buffer = (buffer + chunk).replace(/\r\n|\r(?!$)/g, "\n"); // a CR at the very end may be half of a CRLF
    const events = buffer.split("\n\n");
    buffer = events.pop();
    for (const event of events) yield* dataOf(event);
  }
  if (buffer.endsWith("\n\r")) yield* dataOf(buffer);
}

function* dataOf(event) {
  const lines = event.split("\n").filter((line) => line.startsWith("data:"));
  if (lines.length) yield JSON.parse(lines.map((line) => line.slice(5)).join("\n"));
}
