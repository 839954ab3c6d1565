// An agent on @a2a-js/sdk 1.3 that does what the text of a message says. Serves 1.0, and 0.3 by the SDK's compatibility layer.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Role, TaskState } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { UserBuilder, agentCardHandler, jsonRpcHandler } from "@a2a-js/sdk/server/express";
import express from "express";

const port = Number(process.argv[2]);
const part = (content) => ({ content, metadata: undefined, filename: "", mediaType: "" });
const written = (text) => part({ $case: "text", value: text });

class Teller {
  constructor(bus, taskId, contextId) {
    Object.assign(this, { bus, ids: { taskId, contextId } });
  }
  message(text) {
    const none = { metadata: undefined, extensions: [], referenceTaskIds: [] };
    return { ...this.ids, ...none, messageId: randomUUID(), role: Role.ROLE_AGENT, parts: [written(text)] };
  }
  state(name, text) {
    const message = text === undefined ? undefined : this.message(text);
    return { state: TaskState[`TASK_STATE_${name}`], message, timestamp: new Date().toISOString() };
  }
  status(name, text) {
    this.bus.publish(AgentEvent.statusUpdate({ ...this.ids, status: this.state(name, text), metadata: undefined }));
  }
  artifact(artifactId, parts, append, lastChunk) {
    const artifact = { artifactId, name: "", description: "", parts, metadata: undefined, extensions: [] };
    this.bus.publish(AgentEvent.artifactUpdate({ ...this.ids, artifact, append, lastChunk, metadata: undefined }));
  }
}

const does = {
  async artifacts(teller) {
    ["FAKE-001 ", "08:00, ", "FAKE-002 20:00"].forEach((text, number) =>
      teller.artifact("flights", [written(text)], number > 0, number === 2),
    );
    const fares = part({ $case: "data", value: { "FAKE-001": { economy: 310 } } });
    teller.artifact("fares", [fares, part({ $case: "url", value: "https://example.com/map.png" })], false, true);
    teller.status("COMPLETED", "Two flights.");
  },
  async interleaved(teller) {
    teller.artifact("weather", [written("1 May: ")], false, false);
    teller.artifact("flights", [written("FAKE-001")], false, false);
    teller.artifact("weather", [written("sunny")], true, true);
    teller.artifact("flights", [written(" 08:00")], true, true);
    teller.status("COMPLETED");
  },
  async failed(teller) {
    teller.status("FAILED", "The timetable is gone.");
  },
  async rejected(teller) {
    teller.status("REJECTED", "Not to the moon.");
  },
  async question(teller) {
    teller.status("INPUT_REQUIRED", "Which day?");
  },
  async canceled(teller, canceled) {
    teller.artifact("flights", [written("So far: ")], false, false);
    while (!canceled.has(teller.ids.taskId)) await pause(20);
    teller.status("CANCELED", "Given up.");
  },
  async subscribed(teller) {
    teller.artifact("report", [written("One ")], false, false);
    await pause(1000);
    teller.artifact("report", [written("two")], true, true);
    teller.status("COMPLETED");
  },
  async crash() {
    throw new Error("boom");
  },
};

class Agent {
  canceled = new Set();
  execute = async (context, bus) => {
    const wish = context.userMessage.parts[0].content.value;
    const teller = new Teller(bus, context.taskId, context.contextId);
    if (wish === "message") {
      bus.publish(AgentEvent.message({ ...teller.message("Nothing to do."), taskId: "" }));
    } else {
      const none = { artifacts: [], history: [context.userMessage], metadata: undefined };
      const ids = { id: context.taskId, contextId: context.contextId };
      bus.publish(AgentEvent.task(context.task ?? { ...ids, ...none, status: teller.state("SUBMITTED") }));
      teller.status("WORKING", "Looking.");
      await does[wish](teller, this.canceled);
    }
    bus.finished();
  };
  cancelTask = async (taskId) => void this.canceled.add(taskId);
}

const interfaces = ["1.0", "0.3"].map((protocolVersion) => ({
  url: `http://127.0.0.1:${port}/`,
  protocolBinding: "JSONRPC",
  tenant: "",
  protocolVersion,
}));
const card = {
  name: "Flights",
  description: "Finds flights.",
  version: "1.0.0",
  supportedInterfaces: interfaces,
  provider: undefined,
  capabilities: { streaming: true, pushNotifications: false, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
  signatures: [],
};
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Agent());
const app = express();
app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
app.use(jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } }));
app.listen(port, "127.0.0.1");
