// The rules in the page: Go compiled to WASM, asked through one function.
import type {
  AgainRequest,
  BoardAnswer,
  BoardRequest,
  Checked,
  CheckRequest,
  DefineRequest,
  Defined,
  ExplainRequest,
  Explanation,
  Failure,
  GameAtRequest,
  HeldGame,
  HeldLine,
  LineAnswer,
  LineChange,
  LineRequest,
  LinkAnswer,
  LocalCommand,
  LocalGame,
  OpenGameRequest,
  PGNGame,
  PictureRequest,
  PlanAnswer,
  PlanRequest,
  PopRequest,
  Premoves,
  PremovesRequest,
  PositionRequest,
  PushRequest,
  Rulebook,
  State,
  TablesAnswer,
  TaskDone,
} from "../wire.gen";
import { beforeLanguageChange } from "../text/language";
import { languageRequest, sendLanguage } from "./language";
import { reportProgress } from "./progress";
import { compiled, startWasm } from "./wasm";

/** A question the rules refuse to answer, with the sentence that says why. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = "Refused";
  }
}

/** The rules, ready to be asked. Answers come at once. */
export interface Rules {
  /**
   * The rulebook of a rule set, by its name or its whole definition; that of a definition is written from its
   * rules.
   */
  rulebook(variant: string): Rulebook;
  line(request: LineRequest): LineAnswer;
  plan(request: PlanRequest): PlanAnswer;
  state(request: PositionRequest): State;
  /** Where the pieces of the side that is not to move could go next, by their squares. */
  premoves(request: PremovesRequest): Record<string, string[]>;
  explain(request: ExplainRequest): Explanation;
  /** Where the board on a pin may go, and why not elsewhere. */
  board(request: BoardRequest): BoardAnswer;
  /** What the endgame tables in the page know of a position; of others they refuse to answer. */
  tables(request: PositionRequest): TablesAnswer;
  check(request: CheckRequest): Checked;
  /** What game a definition makes, or what is wrong with it. */
  define(request: DefineRequest): Defined;
  readLink(link: string): LinkAnswer;
  writeLink(request: PositionRequest): string;
  readPgn(text: string): PGNGame[];
  writePgn(game: PGNGame): string;
  draw(request: PictureRequest): string;

  /** Plays a line and holds it, until its handle is closed. */
  openLine(request: LineRequest): HeldLine;
  push(request: PushRequest): LineChange;
  pop(request: PopRequest): LineChange;
  /** Begins a game at one screen and holds it, until its handle is closed. */
  newGame(request: LocalGame): HeldGame;
  openGame(request: OpenGameRequest): HeldGame;
  doInGame(request: LocalCommand): HeldGame;
  taskDone(request: TaskDone): HeldGame;
  gameAt(request: GameAtRequest): HeldGame;
  again(request: AgainRequest): HeldGame;
  /** Lets go of a line or a game. */
  close(handle: number): void;
}

declare global {
  function tainCall(method: string, request: string): string;
}

function ask<Answer>(method: string, request: unknown): Answer {
  const answer = JSON.parse(tainCall(method, JSON.stringify(request))) as Answer & { error?: Failure };
  if (answer.error) throw new Refused(answer.error);
  return answer;
}

/** The rules of the Go program, once it has been started. */
export const rules: Rules = {
  rulebook: (variant) => ask("rulebook", { variant }),
  line: (request) => ask("line", request),
  plan: (request) => ask("plan", request),
  state: (request) => ask("state", request),
  premoves: (request) => ask<Premoves>("premoves", request).to,
  explain: (request) => ask("explain", request),
  board: (request) => ask("board", request),
  tables: (request) => ask("tables", request),
  check: (request) => ask("check", request),
  define: (request) => ask("define", request),
  readLink: (link) => ask("readLink", { link }),
  writeLink: (request) => ask<{ link: string }>("writeLink", request).link,
  readPgn: (text) => ask<{ games: PGNGame[] }>("readPgn", { text }).games,
  writePgn: (game) => ask<{ text: string }>("writePgn", { game }).text,
  draw: (request) => ask<{ svg: string }>("draw", request).svg,
  openLine: (request) => ask("openLine", request),
  push: (request) => ask("push", request),
  pop: (request) => ask("pop", request),
  newGame: (request) => ask("newGame", request),
  openGame: (request) => ask("openGame", request),
  doInGame: (request) => ask("doInGame", request),
  taskDone: (request) => ask("taskDone", request),
  gameAt: (request) => ask("gameAt", request),
  again: (request) => ask("again", request),
  close: (handle) => ask("close", { handle }),
};

beforeLanguageChange(async () => loaded && sendLanguage());

let loading: Promise<Rules> | undefined;
let loaded: Rules | null = null;

/** The rules, if they are there already. */
export function loadedRules(): Rules | null {
  return loaded;
}

/** Loads the rules once, for somebody who waits for them. */
export function loadRules(): Promise<Rules> {
  reportProgress({ wanted: true });
  return prefetchRules();
}

/** Loads the rules once, ahead of time. */
export function prefetchRules(): Promise<Rules> {
  // The words come beside the program.
  loading ??= Promise.all([startWasm(compiled()), languageRequest()]).then(async () => {
    await sendLanguage();
    loaded = rules;
    reportProgress({ ready: true });
    return rules;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
