// Starts the Go program in this page or worker.

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

declare global {
  // Set by wasm_exec.js, which belongs to the Go compiler the WASM was made with.
  var Go: new () => GoProgram;
}

/** Starts the Go program; its functions are then on globalThis. */
export async function startWasm(): Promise<void> {
  const support = "/wasm_exec.js";
  const [response] = await Promise.all([fetch("/tain.wasm"), import(/* @vite-ignore */ support)]);
  if (!response.ok) throw new Error(`The rules could not be loaded (${response.status}). Reload the page to try again.`);
  const program = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(response, program.importObject);
  void program.run(instance);
}
