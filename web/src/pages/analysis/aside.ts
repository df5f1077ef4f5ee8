// Questions to the rules that would hold the page up, asked in a worker: it
// ends when nobody has asked for a while.
import { Engine } from "../../rules/engine";
import type { PGNGame } from "../../wire.gen";

let worker: Engine | undefined;
let asked = 0;
let ending: number | undefined;

async function ask<Answer>(method: string, request: unknown): Promise<Answer> {
  worker ??= new Engine();
  clearTimeout(ending);
  asked++;
  try {
    return await worker.call<Answer>(method, request);
  } finally {
    if (--asked === 0) {
      ending = window.setTimeout(() => {
        worker?.close();
        worker = undefined;
      }, 30_000);
    }
  }
}

/** The games of a text, as rules.readPgn has them. */
export async function readPgnAside(text: string): Promise<PGNGame[]> {
  return (await ask<{ games: PGNGame[] }>("readPgn", { text })).games;
}

/** A game as a text, as rules.writePgn has it. */
export async function writePgnAside(game: PGNGame): Promise<string> {
  return (await ask<{ text: string }>("writePgn", { game })).text;
}
