// Compiles the Go program in a worker when a browser loads it for the first time, and runs it there once. Browsers
// compile a function when it is first called, and share the result between threads, so the page then starts the program
// without compiling.
import type { FromCompiler, FromEngine, ToEngine } from "./engine.worker";
import type { LineRequest, PictureRequest } from "../wire.gen";
import { reportProgress } from "./progress";

/** The longest wait for the first run, in milliseconds. */
const most = 4000;
/** What pages ask for first. */
const first: [method: string, request: LineRequest | PictureRequest][] = [
  ["openLine", { variant: "triboard" }],
  ["draw", { variant: "triboard", chosen: "b1", coords: true }],
];

/** Returns the program, and a promise that resolves when the worker has run it. */
export function warmUp(): { program: Promise<WebAssembly.Module>; started: Promise<unknown> } {
  const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
  const send = (message: ToEngine) => worker.postMessage(message);
  let ran: (value?: unknown) => void;
  const started = new Promise((resolve) => (ran = resolve));
  void started.then(() => worker.terminate());
  const program = new Promise<WebAssembly.Module>((resolve, reject) => {
    const fail = () => {
      reject(new Error());
      ran();
    };
    worker.onmessage = ({ data }: MessageEvent<FromEngine | FromCompiler>) => {
      if (data.type === "part") reportProgress({ part: data.part });
      else if (data.type === "program") {
        setTimeout(ran, most);
        resolve(data.program);
      } else if (data.id === first.length - 1) fail(); // after "program", only ends the worker
    };
    worker.onerror = fail;
  });
  send({ type: "compile" });
  for (const [id, [method, request]] of first.entries())
    send({ type: "call", id, method, text: JSON.stringify(request) });
  return { program, started };
}
