// The engine in a worker, so that the page stays responsive. It also handles expensive requests about
// positions.
import type { LineRequest, SearchRequest } from "../wire.gen";
import { afterWait } from "./afterWait";
import { onProgress, progress } from "./progress";
import { compiled, startWasm } from "./wasm";

declare global {
  function tainSearch(request: string, onInfo: (info: string) => void): Promise<string>;
  function tainStop(): void;
  function tainMemory(megabytes: number): void;
  function tainEvaluate(request: string): string;
  function tainNet(variant: string, net: Uint8Array): string;
}

/**
 * The first message starts the worker, usually with the compiled program. Without one, the worker fetches it, and after
 * "compile" it also sends the program to the page.
 */
export type ToEngine =
  | { type: "start"; program?: WebAssembly.Module }
  | { type: "compile" }
  | { type: "search"; id: number; request: SearchRequest; sent: number; memory?: number }
  | { type: "evaluate"; id: number; request: LineRequest; memory?: number }
  | { type: "call"; id: number; method: string; text: string }
  | { type: "net"; variant: string; net: ArrayBuffer }
  | { type: "stop" };

export type FromEngine =
  | { type: "info"; id: number; info: string }
  | { type: "result"; id: number; result: string }
  | { type: "failed"; id: number; message: string };

/** What a worker sends after "compile", until the program is there. */
export type FromCompiler = { type: "part"; part: number } | { type: "program"; program: WebAssembly.Module };

let start: (program: Promise<WebAssembly.Module>) => void;
const started = new Promise<WebAssembly.Module>((resolve) => (start = resolve)).then((program) =>
  startWasm(Promise.resolve(program)),
);

function answer(message: FromEngine | FromCompiler): void {
  postMessage(message);
}

/** Compiles the program for the page, and reports the loaded part as a whole percentage. */
function compileForPage(): Promise<WebAssembly.Module> {
  let told = 0;
  onProgress(() => {
    const part = Math.floor((progress().part ?? 0) * 100) / 100;
    if (part === told) return;
    told = part;
    answer({ type: "part", part });
  });
  const program = compiled();
  program.then(
    (done) => answer({ type: "program", program: done }),
    () => {}, // the calls fail
  );
  return program;
}

self.onmessage = async (event: MessageEvent<ToEngine>) => {
  const message = event.data;
  if (message.type === "start") {
    start(message.program ? Promise.resolve(message.program) : compiled());
    return;
  }
  if (message.type === "compile") {
    start(compileForPage());
    return;
  }
  if (message.type === "stop") {
    await started;
    tainStop();
    return;
  }
  if (message.type === "net") {
    await started;
    // A net of another build is rejected; the engine then uses its weights.
    tainNet(message.variant, new Uint8Array(message.net));
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
    if (message.type === "evaluate") {
      answer({ type: "result", id, result: tainEvaluate(JSON.stringify(message.request)) });
      return;
    }
    const request = JSON.stringify(afterWait(message.request, Date.now() - message.sent));
    const result = await tainSearch(request, (info) => answer({ type: "info", id, info }));
    answer({ type: "result", id, result });
  } catch (problem) {
    answer({ type: "failed", id, message: problem instanceof Error ? problem.message : String(problem) });
  }
};
