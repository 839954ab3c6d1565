// Stands in for the reader's own client: A2A 1.0 over JSON-RPC, streams only.
export class MyClient {
  constructor(baseUrl) {
    this.cardUrl = new URL(".well-known/agent-card.json", baseUrl.replace(/\/?$/, "/"));
  }

  async ask(text, { taskId, contextId } = {}) {
    const card = await (await fetch(this.cardUrl)).json();
    const { url } = card.supportedInterfaces.find((it) => it.protocolBinding === "JSONRPC");
    const streams = card.capabilities.streaming;
    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], taskId, contextId };
    const method = streams ? "SendStreamingMessage" : "SendMessage";
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: streams ? "text/event-stream" : "application/json",
        "A2A-Version": "1.0",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { message } }),
    });
    const artifacts = new Map();
    const reply = { state: "incomplete" };
    for (const { error, result } of events(await response.text())) {
      if (error) throw Object.assign(new Error(error.message), { a2aError: { kind: "protocol", code: error.code } });
      const { task, statusUpdate, artifactUpdate, message: said } = result;
      if (said) return { state: "message", text: textOf(said.parts), contextId: said.contextId };
      const about = task ?? statusUpdate ?? artifactUpdate;
      reply.taskId = task?.id ?? about.taskId;
      reply.contextId = about.contextId;
      for (const it of task?.artifacts ?? []) artifacts.set(it.artifactId, textOf(it.parts));
      if (artifactUpdate) {
        const { artifactId, parts } = artifactUpdate.artifact;
        artifacts.set(artifactId, (artifactUpdate.append ? artifacts.get(artifactId) : "") + textOf(parts));
      }
      const state = (task ?? statusUpdate)?.status.state.replace("TASK_STATE_", "").toLowerCase();
      if (state && state !== "submitted" && state !== "working") reply.state = state;
    }
    return { ...reply, text: [...artifacts.values()].join("\n") };
  }
}

const textOf = (parts) => parts.map((part) => part.text ?? "").join("");

function events(body) {
  if (body.startsWith("{")) return [JSON.parse(body)];
  const all = body.replace(/\r\n?/g, "\n").split("\n\n");
  const datas = all.map((event) => event.split("\n").filter((line) => line.startsWith("data:")));
  return datas.filter((lines) => lines.length).map((lines) => JSON.parse(lines.map((it) => it.slice(5)).join("\n")));
}
