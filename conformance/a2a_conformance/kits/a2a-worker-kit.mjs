// Worker side of the a2a-conformance line protocol (version 1). No dependencies; Node 18 or newer, Deno, Bun.
//
//   worker({ name: "my client", dialects: ["1.0"], observes: "answer" }, { async send({ baseUrl, text }) { … } });
//
// Handlers are named after the drive steps: send, answer (falls back to send), cancel, get, resubscribe, abort,
// fetchCard. Each gets { text, cardUrl, baseUrl, taskId, contextId, parts, mode, headers, credentials, signal, listener,
// client, … }; `client` is an object of yours that lives as long as the run. It returns an outcome, or (observes:
// "events") is an async generator of events. What it logs goes to stderr. docs/worker.md shows every line.
import { Console } from "node:console";
import process from "node:process";

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
globalThis.console = new Console(process.stderr, process.stderr);

const say = (line) => write(JSON.stringify(line) + "\n");
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const NAMES = { taskId: "task", contextId: "context", task_id: "task", context_id: "context", httpStatus: "http_status" };

function normal(value) {
  const out = {};
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined || item === null) continue;
    out[NAMES[name] ?? name] = name === "error" ? normal(item) : item;
  }
  return out;
}

function errorOf(problem) {
  if (problem?.a2aError) return normal(problem.a2aError);
  const cause = problem?.cause?.code ?? problem?.cause?.message;
  return { message: `${problem?.name ?? "Error"}: ${problem?.message ?? problem}${cause ? ` (${cause})` : ""}` };
}

export function worker(hello, handlers) {
  const running = new Map();
  const clients = new Map();

  async function event(step, value) {
    say({ type: "event", run: step.line.run, step: step.line.step, ...normal(value) });
    if (!step.line.interactive) return null;
    const reply = await new Promise((resolve) => (step.reply = resolve));
    step.reply = undefined;
    return reply.type === "stop" ? reply.return : null;
  }

  function end(step, kind, members) {
    say({ type: kind, run: step.line.run, step: step.line.step, ...members });
  }

  async function work(step) {
    const { line } = step;
    const handler = handlers[camel(line.verb)] ?? (line.verb === "answer" ? handlers.send : undefined);
    if (line.verb === "abort" && !handler) {
      for (const other of running.values()) if (other.line.run === line.run && other !== step) other.abort.abort();
      return end(step, "ended", { ended: "clean" });
    }
    if (!handler) throw new Error(`there is no handler ${camel(line.verb)}`);
    if (!clients.has(line.run)) clients.set(line.run, {});
    const request = { signal: step.abort.signal, client: clients.get(line.run) };
    for (const [name, value] of Object.entries(line)) request[camel(name)] = value ?? undefined;
    request.listener = line.listener ? (value) => event(step, value) : undefined;
    const value = await handler.call(handlers, request);
    if (value && !value[Symbol.asyncIterator] && !value[Symbol.iterator] && !value.event) {
      return end(step, "outcome", normal(value));
    }
    if (typeof value === "string") return end(step, "outcome", { outcome: "unknown", answer: value });
    return end(step, "ended", { ended: await tellAll(step, value?.event ? [value] : (value ?? [])) });
  }

  // Also ends when the step is aborted in the middle of an iteration that does not heed its signal.
  async function tellAll(step, values) {
    const iterator = values[Symbol.asyncIterator]?.() ?? values[Symbol.iterator]();
    const left = new Promise((resolve) => step.abort.signal.addEventListener("abort", () => resolve(null)));
    for (;;) {
      const next = step.abort.signal.aborted ? null : await Promise.race([left, iterator.next()]);
      if (next?.done) return "clean";
      if (next !== null && (await event(step, await next.value)) === null) continue;
      Promise.resolve(iterator.return?.()).catch(() => {});
      return "stopped";
    }
  }

  async function start(line) {
    const step = { line, abort: new AbortController() };
    const key = `${line.run} ${line.step}`;
    running.set(key, step);
    try {
      await work(step);
    } catch (problem) {
      if (step.abort.signal.aborted) {
        end(step, "ended", { ended: "stopped" });
      } else {
        console.error(problem);
        const told = ["answer", "aggregate"].includes(hello.observes);
        const error = errorOf(problem);
        end(step, told ? "outcome" : "ended", told ? { outcome: "error", error } : { ended: "error", error });
      }
    } finally {
      running.delete(key);
      if (line.last) await release(line.run);
    }
  }

  async function release(run) {
    await handlers.release?.(clients.get(run) ?? {});
    clients.delete(run);
    say({ type: "released", run });
  }

  // A stop that answers no event comes from a caller that leaves.
  function answered(step, line) {
    if (step?.reply) step.reply(line);
    else if (line.type === "stop") step?.abort.abort();
  }

  say({ type: "hello", protocol: 1, ...hello });
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n"); // on newline only: U+2028 and its like may stand inside a line
    rest = lines.pop();
    lines.forEach(take);
  });
  process.stdin.on("end", () => process.exit(0));

  function take(text) {
    const line = JSON.parse(text);
    if (line.type === "run") start(line);
    else if (line.type === "go" || line.type === "stop") answered(running.get(`${line.run} ${line.step}`), line);
    else if (line.type === "release") release(line.run);
    else if (line.type === "bye") process.exit(0);
  }
}
