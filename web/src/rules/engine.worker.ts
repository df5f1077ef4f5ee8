// The engine, in a worker of its own so that the page stays quick.
import type { SearchRequest } from "../wire.gen";
import { compiled, startWasm } from "./wasm";

declare global {
  function tainSearch(request: string, onInfo: (info: string) => void): Promise<string>;
  function tainStop(): void;
}

/** The program comes first, compiled; a worker that gets none loads it itself. */
export type ToEngine = { type: "start"; program?: WebAssembly.Module } | { type: "search"; id: number; request: SearchRequest } | { type: "stop" };

export type FromEngine =
  | { type: "info"; id: number; info: string }
  | { type: "result"; id: number; result: string }
  | { type: "failed"; id: number; message: string };

let start: (program: Promise<WebAssembly.Module>) => void;
const started = new Promise<WebAssembly.Module>((resolve) => (start = resolve)).then((program) => startWasm(Promise.resolve(program)));

function answer(message: FromEngine): void {
  postMessage(message);
}

onmessage = async (event: MessageEvent<ToEngine>) => {
  const message = event.data;
  if (message.type === "start") {
    start(message.program ? Promise.resolve(message.program) : compiled());
    return;
  }
  if (message.type === "stop") {
    await started;
    tainStop();
    return;
  }
  const { id, request } = message;
  try {
    await started;
    const result = await tainSearch(JSON.stringify(request), (info) => answer({ type: "info", id, info }));
    answer({ type: "result", id, result });
  } catch (problem) {
    answer({ type: "failed", id, message: problem instanceof Error ? problem.message : String(problem) });
  }
};
