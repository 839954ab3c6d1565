// An agent on @a2a-js/sdk 0.3 that does what the text of a message says.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { UserBuilder, agentCardHandler, jsonRpcHandler } from "@a2a-js/sdk/server/express";
import express from "express";

const port = Number(process.argv[2]);
const written = (text) => ({ kind: "text", text });

class Teller {
  constructor(bus, taskId, contextId) {
    Object.assign(this, { bus, ids: { taskId, contextId } });
  }
  message(text) {
    return { kind: "message", ...this.ids, messageId: randomUUID(), role: "agent", parts: [written(text)] };
  }
  state(state, text) {
    const message = text === undefined ? {} : { message: this.message(text) };
    return { state, ...message, timestamp: new Date().toISOString() };
  }
  status(state, text, final = false) {
    this.bus.publish({ kind: "status-update", ...this.ids, status: this.state(state, text), final });
  }
  artifact(artifactId, parts, append, lastChunk) {
    this.bus.publish({ kind: "artifact-update", ...this.ids, artifact: { artifactId, parts }, append, lastChunk });
  }
}

const does = {
  async artifacts(teller) {
    ["FAKE-001 ", "08:00, ", "FAKE-002 20:00"].forEach((text, number) =>
      teller.artifact("flights", [written(text)], number > 0, number === 2),
    );
    const fares = { kind: "data", data: { "FAKE-001": { economy: 310 } } };
    const map = { kind: "file", file: { uri: "https://example.com/map.png", mimeType: "image/png" } };
    teller.artifact("fares", [fares, map], false, true);
    teller.status("completed", "Two flights.", true);
  },
  async interleaved(teller) {
    teller.artifact("weather", [written("1 May: ")], false, false);
    teller.artifact("flights", [written("FAKE-001")], false, false);
    teller.artifact("weather", [written("sunny")], true, true);
    teller.artifact("flights", [written(" 08:00")], true, true);
    teller.status("completed", undefined, true);
  },
  async failed(teller) {
    teller.status("failed", "The timetable is gone.", true);
  },
  async rejected(teller) {
    teller.status("rejected", "Not to the moon.", true);
  },
  async question(teller) {
    teller.status("input-required", "Which day?", true);
  },
  async canceled(teller, canceled) {
    teller.artifact("flights", [written("So far: ")], false, false);
    while (!canceled.has(teller.ids.taskId)) await pause(20);
    teller.status("canceled", "Given up.", true);
  },
  async subscribed(teller) {
    teller.artifact("report", [written("One ")], false, false);
    await pause(1000);
    teller.artifact("report", [written("two")], true, true);
    teller.status("completed", undefined, true);
  },
  async crash() {
    throw new Error("boom");
  },
};

class Agent {
  canceled = new Set();
  execute = async (context, bus) => {
    const wish = context.userMessage.parts[0].text;
    const teller = new Teller(bus, context.taskId, context.contextId);
    if (wish === "message") {
      bus.publish({ ...teller.message("Nothing to do."), taskId: undefined });
    } else {
      if (!context.task) {
        const ids = { kind: "task", id: context.taskId, contextId: context.contextId };
        bus.publish({ ...ids, status: teller.state("submitted"), history: [context.userMessage] });
      }
      teller.status("working", "Looking.");
      await does[wish](teller, this.canceled);
    }
    bus.finished();
  };
  cancelTask = async (taskId) => void this.canceled.add(taskId);
}

const card = {
  name: "Flights",
  description: "Finds flights.",
  version: "1.0.0",
  protocolVersion: "0.3.0",
  url: `http://127.0.0.1:${port}/`,
  preferredTransport: "JSONRPC",
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Agent());
const app = express();
app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
app.use(jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
app.listen(port, "127.0.0.1");
