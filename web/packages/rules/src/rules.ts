// The rules as an API: one method per request, each returning a promise.
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

/** A request that may omit the game if the position is a link, because a link names its game. */
export type Question<Request extends { variant: string }> = Omit<Request, "variant"> & { variant?: string };

/** Options for loading the rules. */
export interface LoadOptions {
  /** The program: its URL or a compiled module. Defaults to the tain.wasm next to this module. */
  wasm?: string | URL | WebAssembly.Module;
  /** The engine's hash size in megabytes (1 to 512); defaults to 16. */
  memory?: number;
}

/** Options for a search. */
export interface SearchOptions {
  /** Aborts the search; its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Called for each line that the engine reports. */
  onInfo?: (info: SearchInfo) => void;
}

/** The platform-specific functions of a browser or Node. */
export interface Host {
  thread(): Thread;
  program(wasm: string | URL | undefined): Promise<WebAssembly.Module>;
}

/**
 * The rules of all games in one worker, and the engine in another that starts with the first search. Several
 * instances can be loaded; they share only the compiled program. Each method rejects with a {@link TainError}
 * whose `code` identifies the error.
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

  /** Lists all games. */
  async variants(): Promise<VariantInfo[]> {
    this.known ??= this.port.call<VariantList>("variants", {});
    return (await this.known).variants;
  }

  /** Returns the rulebook of a game, given by name or definition. */
  rulebook(variant: string): Promise<Rulebook> {
    return this.port.call("rulebook", { variant });
  }

  /** Returns a position with its legal moves. */
  state(request: Question<PositionRequest>): Promise<State> {
    return this.port.call("state", request);
  }

  /** Returns the legal moves, each with its squares, SAN, path and changes. */
  async moves(request: Question<PositionRequest>): Promise<MoveInfo[]> {
    return (await this.state(request)).moves;
  }

  /** Plays moves, in any notation, and returns each step and the final position. */
  line(request: Question<LineRequest>): Promise<LineAnswer> {
    return this.port.call("line", request);
  }

  /**
   * Plays moves and keeps the line open, so that adding a move to a long game does not replay it. Close the
   * line when done.
   */
  async openLine(request: Question<LineRequest>): Promise<Line> {
    return new Line(this.port, await this.port.call<HeldLine>("openLine", request));
  }

  /**
   * Looks up a three-piece position in the endgame tables of chess, cylinder and triboard. Other positions
   * reject with the code no-table.
   */
  tables(request: Question<PositionRequest>): Promise<TablesAnswer> {
    return this.port.call("tables", request);
  }

  /**
   * Reports whether a move is legal, and if not, why. The move is given as text, or by its two squares or
   * pins.
   */
  explain(request: Question<ExplainRequest>): Promise<Explanation> {
    return this.port.call("explain", request);
  }

  /** Returns the reason why a move is illegal, as a sentence; null if it is legal. */
  async whyNot(request: Question<ExplainRequest>): Promise<string | null> {
    const { legal, message } = await this.explain(request);
    return legal ? null : message;
  }

  /** Returns the effects of a move: captures, spawned pieces, and where the moving piece goes on to. */
  async changes(request: Question<ExplainRequest>): Promise<Change[]> {
    return (await this.legal(request)).changes;
  }

  /** Returns a move in SAN. */
  async san(request: Question<ExplainRequest>): Promise<string> {
    return (await this.legal(request)).san;
  }

  /** Returns the possible premoves of the side not to move: target squares, keyed by the piece's square. */
  async premoves(request: Question<PremovesRequest>): Promise<Record<string, string[]>> {
    return (await this.port.call<Premoves>("premoves", request)).to;
  }

  /** Plays a plan: consecutive moves of one side while the other does not move. */
  plan(request: Question<PlanRequest>): Promise<PlanAnswer> {
    return this.port.call("plan", request);
  }

  /** Returns where an attack board may move, and the reason for each pin that is closed to it. */
  board(request: Question<BoardRequest>): Promise<BoardAnswer> {
    return this.port.call("board", request);
  }

  /** Returns the faults of a position. */
  check(request: CheckRequest): Promise<Checked> {
    return this.port.call("check", request);
  }

  /**
   * Parses a definition, given as TOML or JSON text, and returns its game, or its errors. Other calls accept the
   * returned `definition` as their `variant`.
   */
  define(request: string | DefineRequest): Promise<Defined> {
    return this.port.call("define", typeof request === "string" ? { text: request } : request);
  }

  /** Returns the position that a link contains. */
  readLink(link: string): Promise<LinkAnswer> {
    return this.port.call("readLink", { link });
  }

  /** Returns the link to a position. */
  async writeLink(request: Question<PositionRequest>): Promise<string> {
    return (await this.port.call<{ link: string }>("writeLink", request)).link;
  }

  /** Parses PGN text and returns its games and errors. */
  readPgn(text: string): Promise<PGNGames> {
    return this.port.call("readPgn", { text });
  }

  /** Formats a game as PGN. */
  async writePgn(game: PGNGame): Promise<string> {
    return (await this.port.call<PGNText>("writePgn", { game })).text;
  }

  /** Draws a position as an SVG document. */
  async draw(request: Question<PictureRequest>): Promise<string> {
    return (await this.port.call<Picture>("draw", request)).svg;
  }

  /**
   * Searches with the engine. The promise resolves when a limit is reached or {@link stop} is called, and
   * rejects when the signal is aborted. Searches run one at a time; others are queued.
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

  /**
   * Searches like {@link search}, and yields each line as the engine reports it. The generator returns the result.
   * Leaving a `for await` loop early stops the search.
   */
  async *analyse(
    request: Question<SearchRequest>,
    { signal }: Pick<SearchOptions, "signal"> = {},
  ): AsyncGenerator<SearchInfo, SearchResult, void> {
    const abort = new AbortController();
    const pass = () => abort.abort(signal?.reason);
    if (signal?.aborted) pass();
    signal?.addEventListener("abort", pass, { once: true });
    const reports: SearchInfo[] = [];
    let ended = false;
    let wake = () => {};
    const onInfo = (info: SearchInfo) => {
      reports.push(info);
      wake();
    };
    const end = () => {
      ended = true;
      wake();
    };
    const found = this.search(request, { signal: abort.signal, onInfo });
    found.then(end, end);
    try {
      for (;;) {
        const next = reports.shift();
        if (next) yield next;
        else if (ended) return await found;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      signal?.removeEventListener("abort", pass);
      if (!ended) abort.abort();
    }
  }

  /** Stops the current search, which resolves with the best move so far. */
  stop(): void {
    this.engine?.stop();
  }

  /** Terminates the workers and rejects pending requests. */
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

/** Loads the rules and resolves when they are ready. */
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

/** An open line of moves, such as a game in progress. */
export class Line {
  /** The start position. */
  readonly start: string;
  /** The moves played so far. */
  steps: Step[];
  /** The current position. */
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

  /** Plays moves. If one is illegal, none are played, and the promise rejects with the reason. */
  async push(...moves: string[]): Promise<State> {
    const { steps, state } = await this.port.call<LineChange>("push", { handle: this.handle, moves });
    this.steps = [...this.steps, ...steps];
    this.state = state;
    return state;
  }

  /** Takes moves back until `ply` moves remain. By default it takes back one. */
  async pop(ply = this.steps.length - 1): Promise<State> {
    const { state } = await this.port.call<LineChange>("pop", { handle: this.handle, ply });
    this.steps = this.steps.slice(0, ply);
    this.state = state;
    return state;
  }

  /** Releases the line. */
  async close(): Promise<void> {
    await this.port.call("close", { handle: this.handle });
  }
}
