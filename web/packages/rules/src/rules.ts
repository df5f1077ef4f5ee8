// The rules as a program asks them: one method a question, each a promise.
import type {
  BoardAnswer,
  BoardRequest,
  Change,
  Checked,
  CheckRequest,
  DefineRequest,
  Defined,
  ExplainRequest,
  Explanation,
  HeldLine,
  LineAnswer,
  LineChange,
  LineRequest,
  LinkAnswer,
  MoveInfo,
  PGNGame,
  PGNGames,
  PGNText,
  Picture,
  PictureRequest,
  PlanAnswer,
  PlanRequest,
  PositionRequest,
  Premoves,
  PremovesRequest,
  Rulebook,
  SearchInfo,
  SearchRequest,
  SearchResult,
  State,
  Step,
  TablesAnswer,
  VariantInfo,
  VariantList,
} from "../../../src/wire.gen";
import { TainError } from "./errors";
import { Port, type Thread } from "./port";

/** A question that may leave out the name of the game where the position is a link, which names it. */
export type Question<Request extends { variant: string }> = Omit<Request, "variant"> & { variant?: string };

/** How to load the rules. */
export interface LoadOptions {
  /** The program: its address, or compiled by you. Without it, the tain.wasm that lies beside this module. */
  wasm?: string | URL | WebAssembly.Module;
  /** The engine's table, in megabytes (1 to 512); 16 without. */
  memory?: number;
}

/** How to search. */
export interface SearchOptions {
  /** Ends the search; its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Called with each line as it gets deeper. */
  onInfo?: (info: SearchInfo) => void;
}

/** What a browser or Node brings along. */
export interface Host {
  thread(): Thread;
  program(wasm: string | URL | undefined): Promise<WebAssembly.Module>;
}

/**
 * The rules of all games, in a worker of their own, and the engine in another, which starts with the first search.
 * Several can be loaded; they share nothing but the compiled program. Each method rejects with a {@link TainError}
 * whose `code` says what went wrong.
 */
export class Rules {
  private readonly program: Promise<WebAssembly.Module>;
  private readonly port: Port;
  private engine: Port | null = null;
  private searching: Promise<unknown> = Promise.resolve();
  private known: Promise<VariantList> | undefined;
  private closed = false;

  /** Call {@link loadRules} instead. */
  constructor(
    private readonly host: Host,
    private readonly options: LoadOptions = {},
  ) {
    const { wasm } = options;
    this.program = wasm instanceof WebAssembly.Module ? Promise.resolve(wasm) : host.program(wasm);
    this.port = new Port(host.thread(), this.program);
  }

  /** The games there are. */
  async variants(): Promise<VariantInfo[]> {
    this.known ??= this.port.call<VariantList>("variants", {});
    return (await this.known).variants;
  }

  /** The rulebook of a game, by its name or its whole definition. */
  rulebook(variant: string): Promise<Rulebook> {
    return this.port.call("rulebook", { variant });
  }

  /** A position and everything that can be played in it. */
  state(request: Question<PositionRequest>): Promise<State> {
    return this.port.call("state", request);
  }

  /** The legal moves: squares, SAN, the way each takes and what it changes. */
  async moves(request: Question<PositionRequest>): Promise<MoveInfo[]> {
    return (await this.state(request)).moves;
  }

  /** Plays moves, given in any notation, and tells of each step and of where they lead. */
  line(request: Question<LineRequest>): Promise<LineAnswer> {
    return this.port.call("line", request);
  }

  /**
   * Plays moves and holds the line, so that adding a move to a long game costs one move. Close it when it is done
   * with.
   */
  async openLine(request: Question<LineRequest>): Promise<Line> {
    return new Line(this.port, await this.port.call<HeldLine>("openLine", request));
  }

  /**
   * What endgame tables know of a position of three pieces in chess, cylinder and triboard; others are refused with
   * the code no-table.
   */
  tables(request: Question<PositionRequest>): Promise<TablesAnswer> {
    return this.port.call("tables", request);
  }

  /** Whether a move can be played, and why not: by its text, or from one square or pin to another. */
  explain(request: Question<ExplainRequest>): Promise<Explanation> {
    return this.port.call("explain", request);
  }

  /** Why a move cannot be played, in a sentence; null if it can. */
  async whyNot(request: Question<ExplainRequest>): Promise<string | null> {
    const { legal, message } = await this.explain(request);
    return legal ? null : message;
  }

  /** What a move does: what it takes, what appears, where the mover goes on to. */
  async changes(request: Question<ExplainRequest>): Promise<Change[]> {
    return (await this.legal(request)).changes;
  }

  /** A move as people write it. */
  async san(request: Question<ExplainRequest>): Promise<string> {
    return (await this.legal(request)).san;
  }

  /** Where the pieces of the side that is not to move could go next, by their squares. */
  async premoves(request: Question<PremovesRequest>): Promise<Record<string, string[]>> {
    return (await this.port.call<Premoves>("premoves", request)).to;
  }

  /** A plan: moves of one side while the other stands still. */
  plan(request: Question<PlanRequest>): Promise<PlanAnswer> {
    return this.port.call("plan", request);
  }

  /** Where a board that moves may go, and why not elsewhere. */
  board(request: Question<BoardRequest>): Promise<BoardAnswer> {
    return this.port.call("board", request);
  }

  /** What is wrong with a position. */
  check(request: CheckRequest): Promise<Checked> {
    return this.port.call("check", request);
  }

  /** What game a definition makes, or what is wrong with it. */
  define(request: DefineRequest): Promise<Defined> {
    return this.port.call("define", request);
  }

  /** The position a link names. */
  readLink(link: string): Promise<LinkAnswer> {
    return this.port.call("readLink", { link });
  }

  /** The link to a position. */
  async writeLink(request: Question<PositionRequest>): Promise<string> {
    return (await this.port.call<{ link: string }>("writeLink", request)).link;
  }

  /** The games of a PGN text, and what could not be read of it. */
  readPgn(text: string): Promise<PGNGames> {
    return this.port.call("readPgn", { text });
  }

  /** A game as PGN. */
  async writePgn(game: PGNGame): Promise<string> {
    return (await this.port.call<PGNText>("writePgn", { game })).text;
  }

  /** A picture of a position, as an SVG document. */
  async draw(request: Question<PictureRequest>): Promise<string> {
    return (await this.port.call<Picture>("draw", request)).svg;
  }

  /**
   * Asks the engine. The promise resolves when a limit is reached, or when {@link stop} is called; it is rejected
   * when the signal is aborted. One search runs at a time; others wait for it.
   */
  search(request: Question<SearchRequest>, { signal, onInfo = () => {} }: SearchOptions = {}): Promise<SearchResult> {
    const found = this.searching.then(() => this.searchNow(request, signal, onInfo));
    this.searching = found.catch(() => undefined);
    if (!signal) return found;
    return new Promise((resolve, reject) => {
      const drop = () => reject(signal.reason as Error);
      if (signal.aborted) drop();
      signal.addEventListener("abort", drop, { once: true });
      found.then(resolve, reject).finally(() => signal.removeEventListener("abort", drop));
    });
  }

  /** Ends the search under way, which then resolves with the best it has found. */
  stop(): void {
    this.engine?.stop();
  }

  /** Ends the workers and rejects pending requests. */
  close(): void {
    this.closed = true;
    const why = new TainError({ code: "closed", message: "the rules were closed" });
    this.port.end(why);
    this.engine?.end(why);
  }

  private async searchNow(
    request: Question<SearchRequest>,
    signal: AbortSignal | undefined,
    onInfo: (info: SearchInfo) => void,
  ): Promise<SearchResult> {
    signal?.throwIfAborted();
    if (this.closed) throw new TainError({ code: "closed", message: "the rules were closed" });
    this.engine ??= new Port(this.host.thread(), this.program);
    const stop = () => this.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await this.engine.search(request as SearchRequest, this.options.memory, (info) => {
        if (!signal?.aborted) onInfo(info);
      });
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  private async legal(request: Question<ExplainRequest>): Promise<MoveInfo> {
    const { moves, code, message } = await this.explain(request);
    const [move] = moves;
    if (!move) throw new TainError({ code: code ?? "illegal", message });
    return move;
  }
}

/** Loads the rules, and resolves when they are there. */
export async function load(host: Host, options: LoadOptions = {}): Promise<Rules> {
  const rules = new Rules(host, options);
  try {
    await rules.variants();
    return rules;
  } catch (problem) {
    rules.close();
    throw problem;
  }
}

/** A line of moves that is held: a game as it is played. */
export class Line {
  /** The position the line began with. */
  readonly start: string;
  /** The moves so far. */
  steps: Step[];
  /** Where they lead. */
  state: State;
  private readonly handle: number;

  /** Call {@link Rules.openLine} instead. */
  constructor(
    private readonly port: Port,
    { handle, start, steps, state }: HeldLine,
  ) {
    this.handle = handle;
    this.start = start;
    this.steps = steps;
    this.state = state;
  }

  /** Plays moves. If one of them cannot be played none is, and the promise is rejected with the reason. */
  async push(...moves: string[]): Promise<State> {
    const { steps, state } = await this.port.call<LineChange>("push", { handle: this.handle, moves });
    this.steps = [...this.steps, ...steps];
    this.state = state;
    return state;
  }

  /** Takes moves back until n are left; without a number, the last one. */
  async pop(ply = this.steps.length - 1): Promise<State> {
    const { state } = await this.port.call<LineChange>("pop", { handle: this.handle, ply });
    this.steps = this.steps.slice(0, ply);
    this.state = state;
    return state;
  }

  /** Lets go of the line. */
  async close(): Promise<void> {
    await this.port.call("close", { handle: this.handle });
  }
}
