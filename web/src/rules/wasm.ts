// Loads the Go program once, and starts it in the page or worker.
import { t } from "../text/text";
import { reportProgress } from "./progress";

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare global {
  // Defined by wasm_exec.js of the Go version that built the program.
  var Go: new () => GoProgram;
}

/** Filled in by the build: the size of the uncompressed program. */
declare const __RULES_SIZE__: number;

const file = "/tain.wasm";
const support = "/wasm_exec.js";
/** The storage key that records which program this browser has loaded. */
const sizeKey = "tain.wasm";

let compiling: Promise<WebAssembly.Module> | undefined;
/** Resolves when a worker that compiled the program for this page has run it once; see warm.ts. */
let warm: Promise<unknown> = Promise.resolve();

/** Returns the Go program, fetched and compiled once for the page and its workers. */
export function compiled(): Promise<WebAssembly.Module> {
  compiling ??= compile();
  compiling.catch(() => {
    compiling = undefined;
  });
  return compiling;
}

/** The maximum wait, in milliseconds, for the first paint: a hidden page may never be painted. */
const maxWait = 500;

/** Waits for the first paint, because fetching and compiling saturate the connection and the processor. */
async function drawn(): Promise<void> {
  if (typeof document === "undefined" || document.hidden) return;
  const frames = new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  await Promise.race([frames, new Promise((resolve) => setTimeout(resolve, maxWait))]);
}

async function compile(): Promise<WebAssembly.Module> {
  await drawn();
  const size = typeof __RULES_SIZE__ === "number" ? __RULES_SIZE__ : 0;
  // A response from the browser's cache is compiled directly, to use its cached machine code. There is no
  // progress to show.
  if (!size || remembered() === String(size)) return WebAssembly.compileStreaming(await request());
  const module = (await compileInWorker()) ?? (await WebAssembly.compileStreaming(countBytes(await request(), size)));
  try {
    localStorage.setItem(sizeKey, String(size));
  } catch {
    // Without storage, progress is shown again next time.
  }
  return module;
}

async function request(): Promise<Response> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(t("page.rules.not-loaded", { status: String(response.status) }));
  return response;
}

/** Compiles the program in a worker, so that the page responds meanwhile. Returns null in a worker, and on failure. */
async function compileInWorker(): Promise<WebAssembly.Module | null> {
  if (typeof document === "undefined") return null;
  try {
    const { warmUp } = await import("./warm");
    const { program, started } = warmUp();
    warm = started;
    return await program;
  } catch {
    return null;
  }
}

/** Ends the current task, so that the browser can respond to input and draw. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

function remembered(): string | null {
  try {
    return localStorage.getItem(sizeKey);
  } catch {
    return null;
  }
}

/** Wraps a response to report how many bytes have arrived. */
function countBytes(response: Response, size: number): Response {
  if (!response.body) return response;
  let come = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      come += piece.length;
      reportProgress({ part: Math.min(1, come / size) });
      out.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": "application/wasm" } });
}

/** Starts the Go program, which sets its functions on globalThis. */
export async function startWasm(program: Promise<WebAssembly.Module>): Promise<void> {
  const [module] = await Promise.all([program, import(/* @vite-ignore */ support)]);
  await warm;
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await pause();
  void go.run(instance);
  await pause();
}
