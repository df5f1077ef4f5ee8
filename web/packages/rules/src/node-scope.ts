// Emulates a browser worker's global scope in Node.
import { parentPort } from "node:worker_threads";

Object.defineProperties(globalThis, {
  self: { value: globalThis },
  postMessage: { value: (message: unknown) => parentPort?.postMessage(message) },
  onmessage: {
    set: (receive: (event: { data: unknown }) => void) => void parentPort?.on("message", (data) => receive({ data })),
  },
});
