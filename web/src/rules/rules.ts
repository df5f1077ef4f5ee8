// The rules in the page: Go compiled to WASM, asked through one function.
import type {
  Checked,
  EndingRequest,
  ExplainRequest,
  Explanation,
  Failure,
  LineAnswer,
  LineRequest,
  LinkAnswer,
  Outcome,
  PGNGame,
  PictureRequest,
} from "../wire.gen";
import { startWasm } from "./wasm";

/** A question the rules refuse to answer, with the sentence that says why. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = "Refused";
  }
}

/** The rules, ready to be asked. Answers come at once. */
export interface Rules {
  line(request: LineRequest): LineAnswer;
  ending(request: EndingRequest): Outcome;
  explain(request: ExplainRequest): Explanation;
  check(request: { variant: string; position: string }): Checked;
  readLink(query: string): LinkAnswer;
  writeLink(request: { variant: string; position: string }): string;
  readPgn(text: string): PGNGame[];
  writePgn(game: PGNGame): string;
  draw(request: PictureRequest): string;
}

declare global {
  function tainCall(method: string, request: string): string;
}

function ask<Answer>(method: string, request: unknown): Answer {
  const answer = JSON.parse(tainCall(method, JSON.stringify(request))) as Answer & { error?: Failure };
  if (answer.error) throw new Refused(answer.error);
  return answer;
}

const rules: Rules = {
  line: (request) => ask("line", request),
  ending: (request) => ask("ending", request),
  explain: (request) => ask("explain", request),
  check: (request) => ask("check", request),
  readLink: (query) => ask("readLink", { query }),
  writeLink: (request) => ask<{ link: string }>("writeLink", request).link,
  readPgn: (text) => ask<{ games: PGNGame[] }>("readPgn", { text }).games,
  writePgn: (game) => ask<{ text: string }>("writePgn", { game }).text,
  draw: (request) => ask<{ svg: string }>("draw", request).svg,
};

let loading: Promise<Rules> | undefined;

/** Loads the rules once. */
export function loadRules(): Promise<Rules> {
  loading ??= startWasm().then(() => rules);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
