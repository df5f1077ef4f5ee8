// Replaces src/rules/wasm.ts in the package's workers, which always receive the program with the first
// message.
import "../../../public/wasm_exec.js";

export function compiled(): Promise<WebAssembly.Module> {
  return Promise.reject(new Error("the worker was started without the program"));
}

/** Starts the Go program, which sets its functions on globalThis. */
export async function startWasm(program: Promise<WebAssembly.Module>): Promise<void> {
  const go = new Go();
  void go.run(await WebAssembly.instantiate(await program, go.importObject));
}
