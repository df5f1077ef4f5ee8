// Starts workers and loads the program in Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Thread } from "./port";
import type { Host } from "./rules";

const programs = new Map<string, Promise<WebAssembly.Module>>();

async function readProgram(file: string): Promise<WebAssembly.Module> {
  if (!/^https?:/.test(file))
    return WebAssembly.compile(await readFile(file.startsWith("file:") ? new URL(file) : file));
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: HTTP status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The Node host. An idle worker does not keep the process alive. */
export const node: Host = {
  thread(): Thread {
    const worker = new Worker(new URL("./worker-node.js", import.meta.url));
    return {
      post: (message) => worker.postMessage(message),
      listen: (receive, fail) => {
        worker.on("message", receive);
        worker.on("error", fail);
        worker.on("exit", (code) => fail(new Error(`the worker exited with code ${code}`)));
      },
      keep: (busy) => (busy ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    };
  },
  program(wasm) {
    const file = String(wasm ?? new URL("./tain.wasm", import.meta.url));
    const found = programs.get(file) ?? readProgram(file);
    programs.set(file, found);
    found.catch(() => programs.delete(file));
    return found;
  },
};
