// The engine, in a worker of its own so that the page stays quick. It also
// answers questions about positions that would take the page too long.
import type { SearchRequest } from "../wire.gen";
import { startWasm } from "./wasm";

declare global {
  function tainSearch(request: string, onInfo: (info: string) => void): Promise<string>;
  function tainStop(): void;
  function tainMemory(megabytes: number): void;
}

export type ToEngine =
  | { type: "search"; id: number; request: SearchRequest; memory?: number }
  | { type: "call"; id: number; method: string; text: string }
  | { type: "stop" };

export type FromEngine =
  | { type: "info"; id: number; info: string }
  | { type: "result"; id: number; result: string }
  | { type: "failed"; id: number; message: string };

const started = startWasm();

function answer(message: FromEngine): void {
  postMessage(message);
}

onmessage = async (event: MessageEvent<ToEngine>) => {
  const message = event.data;
  if (message.type === "stop") {
    await started;
    tainStop();
    return;
  }
  const { id } = message;
  try {
    await started;
    if (message.type === "call") {
      answer({ type: "result", id, result: tainCall(message.method, message.text) });
      return;
    }
    if (message.memory) tainMemory(message.memory);
    const result = await tainSearch(JSON.stringify(message.request), (info) => answer({ type: "info", id, info }));
    answer({ type: "result", id, result });
  } catch (problem) {
    answer({ type: "failed", id, message: problem instanceof Error ? problem.message : String(problem) });
  }
};
