// A game in this browser, against the computer or between two people at one screen. The rules run it; this
// module saves it, runs the clock and calls the engine.
import { Engine } from "../rules/engine";
import type { Rules } from "../rules/rules";
import { t } from "../text/text";
import type { Plain } from "../text/types";
import type {
  Colour,
  Control,
  HeldGame,
  LocalCommand,
  LocalGame as GameRequest,
  MoveInfo,
  OfferAction,
  PlayerInfo,
  Score,
  SearchRequest,
  Snapshot,
  Task,
} from "../wire.gen";
import { loadGame, saveGame, newId, onChange, type SavedGame, type PendingGame } from "./savedGames";
import { findHint, type Hint } from "./hint";
import { opponentEnded } from "./offers";
import { Store } from "./store";
import { computerName, strongest } from "./text";
import { errorText } from "../rules/text";

export interface LocalView {
  game: Snapshot;
  /** A message for the player: a rejection, or the computer's response to a draw offer. */
  problem: string;
  /** The computer's suggestion, if the player requested one. */
  hint: Hint | null;
  hinting: boolean;
}

/** The options of a new game in this browser. */
export interface LocalOptions {
  variant: string;
  /** Defaults to the start position; may be link text. */
  position?: string;
  seat: Colour | "both";
  level?: number;
  control: Control | null;
  name?: string;
}

/** Returns the request that starts a game with these options. */
export function gameRequest(options: LocalOptions): GameRequest {
  const { variant, position, seat, level = strongest, control } = options;
  // Players without a name are saved without one: their displayed name depends on the language (seatName).
  const person = { name: options.name?.trim() ?? "" };
  const computer = { name: computerName(level), computer: level };
  return {
    id: newId(),
    variant,
    ...(position ? { position } : {}),
    ...(control ? { control } : {}),
    white: seat === "both" ? { name: "" } : seat === "white" ? person : computer,
    black: seat === "both" ? { name: "" } : seat === "black" ? person : computer,
    now: Date.now(),
  };
}

/** Creates and saves a game, and returns its id. */
export function createLocal(rules: Rules, options: LocalOptions): string {
  return saveNew(rules, rules.newGame(gameRequest(options)));
}

/** Saves a game that has just started, releases it, and returns its id. */
function saveNew(rules: Rules, held: HeldGame): string {
  try {
    saveGame(savedAs(held, held.events));
  } finally {
    rules.close(held.handle);
  }
  return held.game.id;
}

/** The rules' placeholder for unnamed players. */
const anonymous = "Anonymous";

/** Removes placeholder names from a game. */
function unnamed(game: Snapshot): Snapshot {
  const without = (player: PlayerInfo | null) =>
    player?.name === anonymous && !player.computer ? { ...player, name: "" } : player;
  return { ...game, players: { white: without(game.players.white), black: without(game.players.black) } };
}

function savedAs({ game, updated }: HeldGame, events: unknown[]): SavedGame {
  const { id, variant, players, seat, turn, ply, result, position, created } = unnamed(game);
  return { id, events, game: { id, variant, players, seat, turn, ply, result, position, created, updated } };
}

/**
 * The minimum time, in milliseconds, between the player's move and the computer's, so that both are visible.
 */
const pause = 450;
/** The maximum delay of a timer, in milliseconds. */
const maxTimer = 2 ** 31 - 1;

const deleted: Plain = "page.game.was-deleted";

export class LocalGame extends Store<LocalView> {
  private held: HeldGame;
  private events: unknown[];
  private engine: Engine | undefined;
  /** The number of the current search; results of older searches are ignored. */
  private search = 0;
  /** The computer's current task, as JSON; empty if it has none. */
  private task = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the clock was stopped because the user left the page. */
  private left = false;
  private closed = false;
  private readonly unsubscribe: () => void;

  constructor(
    saved: SavedGame,
    private readonly rules: Rules,
  ) {
    const held = open(rules, saved);
    super({ game: unnamed(held.game), problem: "", hint: null, hinting: false });
    this.held = held;
    this.events = [...saved.events, ...held.events];
    this.unsubscribe = onChange(saved.id, () => this.reread());
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.comeBack);
    this.goOn();
    if (saved.pending) this.save();
  }

  readonly now = (): number => Date.now();

  readonly close = (): void => {
    if (this.closed) return;
    this.leave();
    this.closed = true;
    this.unsubscribe();
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.comeBack);
    clearTimeout(this.timer);
    this.search++;
    this.engine?.close();
    this.rules.close(this.held.handle);
  };

  move(move: MoveInfo): void {
    const { game } = this.held;
    if (game.result || (game.seat !== "both" && game.seat !== game.turn)) return;
    this.do({ type: "move", key: game.key, move: move.move });
  }

  takeback(): void {
    this.do({ type: "takeback", do: "offer" });
  }

  resign(): void {
    this.do({ type: "resign" });
  }

  abort(): void {
    this.do({ type: "abort" });
  }

  claim(): void {
    this.do({ type: "claim" });
  }

  draw(action: OfferAction): void {
    this.do({ type: "draw", do: action });
  }

  /** Starts a rematch with colours swapped, and returns its id. */
  again(): string {
    return saveNew(this.rules, this.rules.again({ handle: this.held.handle, id: newId(), now: this.now() }));
  }

  /** Requests the engine's best move at full strength. */
  async hint(): Promise<void> {
    const { game, task, hint } = this.held;
    if (game.result || task || this.get().hinting) return;
    const search = ++this.search;
    this.show({ hinting: true, hint: null, problem: "" });
    try {
      this.engine ??= new Engine();
      const found = await findHint(this.engine, this.rules, game, hint, () => search === this.search);
      if (search === this.search) this.show({ hinting: false, hint: found });
    } catch (problem) {
      if (search === this.search) this.show({ hinting: false, problem: errorText(problem) });
    }
  }

  private do(command: Omit<LocalCommand, "handle" | "now" | "ply" | "takebacks">): void {
    const { handle, game } = this.held;
    const { ply, takebacks } = game;
    this.take(this.rules.doInGame({ handle, now: this.now(), ply, takebacks, ...command }));
  }

  /** Applies the result of a request: shows it, saves it, and schedules the next step. */
  private take(held: HeldGame): void {
    const before = this.held.game;
    this.held = held;
    this.events.push(...held.events);
    if (held.events.length > 0 && this.get().hinting) this.stopSearch();
    this.show({ problem: held.refused?.message ?? opponentEnded(before, held.game), hint: null, hinting: false });
    this.goOn();
    if (held.events.length > 0) this.save();
  }

  /** Schedules the flag fall, and starts a search if the computer must move or judge a draw offer. */
  private goOn(): void {
    clearTimeout(this.timer);
    const { deadline, task } = this.held;
    if (deadline) this.timer = setTimeout(this.timeUp, Math.min(maxTimer, Math.max(0, deadline - this.now()) + 20));
    const name = task ? JSON.stringify({ ...task, limits: null }) : "";
    if (name === this.task) return;
    this.task = name;
    this.stopSearch();
    if (task) void this.think(task);
  }

  /** Timers in background pages are imprecise, so the rules decide whether the flag has fallen. */
  private readonly timeUp = (): void => {
    const held = this.rules.gameAt({ handle: this.held.handle, now: this.now() });
    if (held.events.length > 0) this.take(held);
    else this.goOn();
  };

  private async think(task: Task): Promise<void> {
    const search = this.search;
    const began = this.now();
    const { limits, level, judge } = task;
    let score = 0;
    try {
      const { move } = await this.ask(judge ? { limits } : { limits, level, choose: true }, (found) => (score = found));
      const rest = pause - (this.now() - began);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (search !== this.search) return;
      const { handle } = this.held;
      this.take(this.rules.taskDone({ handle, now: this.now(), task, ...(judge ? { score } : { move }) }));
    } catch (problem) {
      if (search === this.search) this.show({ problem: errorText(problem) });
    }
  }

  private ask(request: Pick<SearchRequest, "limits" | "level" | "choose">, report: (score: number) => void = () => {}) {
    this.engine ??= new Engine();
    const { variant, start, moves } = this.held.game;
    return this.engine.search(
      { variant, position: start, moves: moves.map((each) => each.move), ...request },
      (info) => {
        if (info.line === 1) report(centipawns(info.score));
      },
    );
  }

  private stopSearch(): void {
    this.search++;
    this.engine?.stop();
  }

  /** Stops the clock when the user leaves the page. */
  private readonly leave = (): void => {
    if (!this.held.game.clocks?.running) return;
    this.do({ type: "pause" });
    this.left = true;
  };

  private readonly comeBack = (): void => {
    if (this.left) this.do({ type: "resume" });
    this.left = false;
  };

  /** Saves the game, unless another tab has deleted it. */
  private save(): void {
    const { id } = this.held.game;
    if (!loadGame(id)) {
      this.show({ problem: t(deleted) });
      return;
    }
    try {
      saveGame(savedAs(this.held, this.events));
    } catch (problem) {
      this.show({ problem: errorText(problem) });
    }
  }

  /** Reloads the game after another tab has changed or deleted it. */
  private reread(): void {
    const saved = loadGame(this.held.game.id);
    if (!saved) {
      this.show({ problem: t(deleted) });
      return;
    }
    if (saved.game.updated <= this.held.updated) return;
    this.rules.close(this.held.handle);
    this.held = open(this.rules, saved);
    this.events = [...saved.events, ...this.held.events];
    this.stopSearch();
    this.task = "";
    this.show({ problem: "", hint: null, hinting: false });
    this.goOn();
  }

  private show(part: Partial<LocalView>): void {
    this.set({ ...this.get(), game: unnamed(this.held.game), ...part });
  }
}

/** Opens a saved game, whose clock is stopped. */
function open(rules: Rules, { events, pending }: SavedGame): HeldGame {
  if (pending) return startPending(rules, pending);
  return rules.openGame({ events, now: Date.now() });
}

/** Returns a score as a number, with mates beyond any other score. */
function centipawns(score: Score): number {
  return score.cp ?? Math.sign(score.mate) * 100_000;
}

/** Completes a pending game, with its first move, once the rules are loaded. */
function startPending(rules: Rules, { game, moves }: PendingGame): HeldGame {
  let held = rules.newGame(game);
  const events = [...held.events];
  for (const { move, at } of moves) {
    const { handle, game } = held;
    held = rules.doInGame({
      handle,
      now: at,
      ply: game.ply,
      takebacks: game.takebacks,
      type: "move",
      key: game.key,
      move,
    });
    events.push(...held.events);
  }
  return { ...held, events };
}
