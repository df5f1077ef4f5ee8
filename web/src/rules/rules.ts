// The rules in the page: Go compiled to WebAssembly, called through one function.
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

/** Thrown when the rules or the server reject a request. Its message is the reason. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = "Refused";
  }
}

/** The rules, ready for synchronous requests. */
export interface Rules {
  /**
   * Returns the rulebook of a rule set, given by name or definition. The rulebook of a definition is
   * generated from its rules.
   */
  rulebook(variant: string): Rulebook;
  line(request: LineRequest): LineAnswer;
  plan(request: PlanRequest): PlanAnswer;
  state(request: PositionRequest): State;
  /** Returns the possible premoves of the side not to move: target squares, keyed by the piece's square. */
  premoves(request: PremovesRequest): Record<string, string[]>;
  explain(request: ExplainRequest): Explanation;
  /** Returns where the board on a pin may move, and the reason for each pin that is closed to it. */
  board(request: BoardRequest): BoardAnswer;
  /** Looks up a position in the page's endgame tables. Rejects positions they do not cover. */
  tables(request: PositionRequest): TablesAnswer;
  check(request: CheckRequest): Checked;
  /** Parses a definition and returns its game, or its errors. */
  define(request: DefineRequest): Defined;
  readLink(link: string): LinkAnswer;
  writeLink(request: PositionRequest): string;
  readPgn(text: string): PGNGame[];
  writePgn(game: PGNGame): string;
  draw(request: PictureRequest): string;

  /** Plays a line, which stays open until its handle is closed. */
  openLine(request: LineRequest): HeldLine;
  push(request: PushRequest): LineChange;
  pop(request: PopRequest): LineChange;
  /** Starts a local game, which stays open until its handle is closed. */
  newGame(request: LocalGame): HeldGame;
  openGame(request: OpenGameRequest): HeldGame;
  doInGame(request: LocalCommand): HeldGame;
  taskDone(request: TaskDone): HeldGame;
  gameAt(request: GameAtRequest): HeldGame;
  again(request: AgainRequest): HeldGame;
  /** Releases a line or a game. */
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

/** The interface of the Go program, once it has started. */
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

/** Returns the rules, or null until they are loaded. */
export function loadedRules(): Rules | null {
  return loaded;
}

/** Loads the rules, once, while the user waits. */
export function loadRules(): Promise<Rules> {
  reportProgress({ wanted: true });
  return prefetchRules();
}

/** Loads the rules, once, ahead of time. */
export function prefetchRules(): Promise<Rules> {
  // The texts are loaded in parallel with the program.
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
