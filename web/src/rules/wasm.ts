// Loads the Go program once, and starts it in this page or worker.
import { t } from "../text/text";
import { reportProgress } from "./progress";

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare global {
  // Set by wasm_exec.js, which belongs to the Go compiler the WASM was made with.
  var Go: new () => GoProgram;
}

/** Filled in by the build: how long the program is when it is unpacked. */
declare const __RULES_SIZE__: number;

const file = "/tain.wasm";
const support = "/wasm_exec.js";
/** Where this browser notes which program it has had. */
const sizeKey = "tain.wasm";

let compiling: Promise<WebAssembly.Module> | undefined;

/** The Go program, fetched and compiled once for the page and its workers. */
export function compiled(): Promise<WebAssembly.Module> {
  compiling ??= compile();
  compiling.catch(() => {
    compiling = undefined;
  });
  return compiling;
}

/** The longest that the rules wait for a page to be drawn: one that nobody sees may never be. */
const maxWait = 500;

/** Lets the page draw what it has: fetching and compiling takes all there is of the line and the processor. */
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
  // What comes from the browser's own cache is compiled from there, where the compiled program is cached too: there is
  // nothing to count.
  if (!size || remembered() === String(size)) return WebAssembly.compileStreaming(response);
  const module = await WebAssembly.compileStreaming(countBytes(response, size));
  try {
    localStorage.setItem(sizeKey, String(size));
  } catch {
    // Then it is counted again next time.
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

/** The same answer, which tells how much of it has come. */
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

/** Starts the Go program; its functions are then on globalThis. */
export async function startWasm(program: Promise<WebAssembly.Module>): Promise<void> {
  const [module] = await Promise.all([program, import(/* @vite-ignore */ support)]);
  const go = new Go();
  void go.run(await WebAssembly.instantiate(module, go.importObject));
}
