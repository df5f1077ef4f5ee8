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
let first = false;

/** Reports whether this browser has just loaded the program for the first time. */
export function firstLoad(): boolean {
  return first;
}

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
  const response = await fetch(file);
  if (!response.ok) throw new Error(t("page.rules.not-loaded", { status: String(response.status) }));
  const size = typeof __RULES_SIZE__ === "number" ? __RULES_SIZE__ : 0;
  // A response from the browser's cache is compiled directly, to use its cached machine code. There is no
  // progress to show.
  if (!size || remembered() === String(size)) return WebAssembly.compileStreaming(response);
  const module = await WebAssembly.compileStreaming(countBytes(response, size));
  first = true;
  try {
    localStorage.setItem(sizeKey, String(size));
  } catch {
    // Without storage, progress is shown again next time.
  }
  return module;
}

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
  const go = new Go();
  void go.run(await WebAssembly.instantiate(module, go.importObject));
}
