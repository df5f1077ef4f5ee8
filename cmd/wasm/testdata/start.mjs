import { readFileSync } from "node:fs";

/** Starts the program for the browser; its functions are then on globalThis. */
export async function start(support, program) {
  await import(support);
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
  void go.run(instance);
}
