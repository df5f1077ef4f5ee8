import { readFileSync } from "node:fs";

/** Starts the browser program, which adds its functions to globalThis. */
export async function start(support, program) {
  await import(support);
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
  void go.run(instance);
}
