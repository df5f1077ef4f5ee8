// Requests to the rules and the engine that would block the page, run in a worker. An idle worker is
// terminated after a while.
import { Engine } from "../../rules/engine";
import type { Evaluation, LineRequest, PGNGame } from "../../wire.gen";

let worker: Engine | undefined;
let pending = 0;
let ending: number | undefined;

async function inWorker<Answer>(question: (engine: Engine) => Promise<Answer>): Promise<Answer> {
  if (worker?.stopped) {
    worker.close();
    worker = undefined;
  }
  worker ??= new Engine(1); // it never searches, so a minimal hash is enough
  clearTimeout(ending);
  pending++;
  try {
    return await question(worker);
  } finally {
    if (--pending === 0) {
      ending = window.setTimeout(() => {
        worker?.close();
        worker = undefined;
      }, 30_000);
    }
  }
}

/** Parses the games in the text, like rules.readPgn. */
export async function readPgnInWorker(text: string): Promise<PGNGame[]> {
  return (await inWorker((engine) => engine.call<{ games: PGNGame[] }>("readPgn", { text }))).games;
}

/** Formats a game as PGN, like rules.writePgn. */
export async function writePgnInWorker(game: PGNGame): Promise<string> {
  return (await inWorker((engine) => engine.call<{ text: string }>("writePgn", { game }))).text;
}

/** Returns the static evaluation of a position, and each piece's contribution. */
export function evaluateInWorker(request: LineRequest): Promise<Evaluation> {
  return inWorker((engine) => engine.evaluate(request));
}
