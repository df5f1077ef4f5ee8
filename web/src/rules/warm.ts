// Prepares the first start of the Go program in the page. Browsers compile a function when it is first called, and
// share the result between threads, so a worker that runs the start first takes most of that work off the page.
import type { FromEngine, ToEngine } from "./engine.worker";

/** The longest wait for the worker, in milliseconds. */
const most = 4000;

/** Starts the program in a worker, and asks it for the moves of a position. */
export async function warmUp(program: WebAssembly.Module): Promise<void> {
  const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
  const send = (message: ToEngine) => worker.postMessage(message);
  await new Promise<unknown>((resolve) => {
    worker.onmessage = (_: MessageEvent<FromEngine>) => resolve(null);
    worker.onerror = resolve;
    setTimeout(resolve, most);
    send({ type: "start", program });
    send({ type: "call", id: 0, method: "line", text: JSON.stringify({ variant: "triboard" }) });
  });
  worker.terminate();
}
