// A game in this browser: against the computer, or two people at one screen.
import { Engine } from "../rules/engine";
import type { Rules } from "../rules/rules";
import type {
  Clocks,
  Colour,
  Control,
  GameResult,
  LineAnswer,
  MoveInfo,
  OfferAction,
  Outcome,
  Reason,
  SearchLimits,
  Snapshot,
  VariantInfo,
} from "../wire.gen";
import { loadGame, saveGame, newId, onChange, type LocalMove, type LocalRecord } from "./savedGames";
import { stopped, timeLeft } from "./clock";
import { playLine } from "./line";
import { Store } from "./store";
import { undone } from "./takeback";
import { computerName, strongest } from "./text";
import { other, errorText } from "../rules/text";

export interface LocalView {
  game: Snapshot;
  /** Something to be told: a refusal, or what the computer says to a draw. */
  problem: string;
  /** The move the computer would play, if the player asked. */
  hint: MoveInfo | null;
  hinting: boolean;
}

/** What a game in this browser begins with. */
export interface LocalOptions {
  variant: string;
  start?: string;
  seat: Colour | "both";
  level?: number;
  control: Control | null;
  name?: string;
}

/** Makes a game and keeps it; its id opens it. */
export function createLocal(options: LocalOptions, info: VariantInfo): string {
  const { variant, start, seat, level, control } = options;
  const name = options.name?.trim() || "You";
  const names = { white: name, black: name };
  if (seat === "both") Object.assign(names, { white: "White", black: "Black" });
  else names[other(seat)] = computerName(level ?? strongest);
  const now = Date.now();
  const initial = control?.initial ?? 0;
  const record: LocalRecord = {
    id: newId(),
    variant,
    ...(start ? { start } : {}),
    moves: [],
    seat,
    ...(seat === "both" ? {} : { level: level ?? strongest }),
    names,
    control,
    clocks: control ? { white: initial, black: initial } : null,
    result: null,
    position: start ?? info.start,
    turn: (start ?? info.start).split(" ")[1] === "b" ? "black" : "white",
    created: now,
    updated: now,
  };
  saveGame(record);
  return record.id;
}

/** The least time between the player's move and the computer's, so that both are seen. */
const pause = 450;
const hintTime = 1200;
/** A clock runs once both sides have made their first move. */
const freeMoves = 2;

const deleted = "This game was deleted under My games. It can be played on here, but it is not kept.";

export class LocalGame extends Store<LocalView> {
  private line: LineAnswer;
  private clocks: Clocks | null;
  private engine: Engine | undefined;
  /** Which search is still wanted: others are forgotten when they answer. */
  private search = 0;
  private judgement: number | undefined;
  private flag: ReturnType<typeof setTimeout> | undefined;
  private readonly unsubscribe: () => void;

  constructor(
    private record: LocalRecord,
    private readonly rules: Rules,
    private readonly info: VariantInfo,
  ) {
    const line = play(rules, record, info);
    const clocks = atRest(record);
    super({ game: snapshot(record, line, clocks, false), problem: "", hint: null, hinting: false });
    this.line = line;
    this.clocks = clocks;
    // Also where it begins, or as it was left, the rules may say that it is over.
    this.record = { ...record, result: record.result ?? resultOf(line.state.outcome) };
    this.unsubscribe = onChange(record.id, () => this.reread());
    addEventListener("pagehide", this.leave);
    this.goOn();
    if (this.record.result && !record.result) this.save();
  }

  readonly now = (): number => Date.now();

  readonly close = (): void => {
    this.leave();
    this.unsubscribe();
    removeEventListener("pagehide", this.leave);
    clearTimeout(this.flag);
    this.search++;
    this.engine?.close();
  };

  move(move: MoveInfo): void {
    if (this.record.result || this.computerToMove()) return;
    this.play(move.move);
  }

  /** Takes back to the player's last turn; two people take back one move. */
  takeback(): void {
    const { record } = this;
    const ply = record.moves.length;
    const back = undone(ply, this.line.state.turn, record.seat);
    if (back === 0) return this.show({ problem: "There is no move to take back yet." });
    this.stopSearch();
    const moves = record.moves.slice(0, ply - back);
    const left = (colour: Colour) => {
      const own = moves.filter((_, ply) => this.line.steps[ply]?.turn === other(colour));
      return own.at(-1)?.clock ?? record.control?.initial ?? 0;
    };
    this.change({ moves, result: null }, record.control ? { white: left("white"), black: left("black") } : null);
  }

  resign(): void {
    this.end("resignation");
  }

  abort(): void {
    this.end("aborted");
  }

  claim(): void {
    const reason = this.line.state.outcome.claim?.[0];
    if (reason) this.end(reason);
  }

  /** Two people agree; the computer agrees late in the game if it does not stand better. */
  draw(action: OfferAction): void {
    if (action !== "offer" || this.record.result) return;
    const content = this.record.moves.length >= 40 && this.judgement !== undefined && this.judgement <= 0;
    if (this.record.seat === "both" || content) this.end("agreement");
    else this.show({ problem: "The computer declines the draw." });
  }

  /** Begins another game with the colours swapped, and returns its id. */
  again(): string {
    const { variant, start, seat, level, control, names } = this.record;
    return createLocal(
      {
        variant,
        start,
        seat: seat === "both" ? seat : other(seat),
        level,
        control,
        name: seat === "both" ? undefined : names[seat],
      },
      this.info,
    );
  }

  /** Asks the engine at full strength what it would play. */
  async hint(): Promise<void> {
    if (this.record.result || this.computerToMove() || this.get().hinting) return;
    const asked = ++this.search;
    this.show({ hinting: true, hint: null, problem: "" });
    try {
      const { move } = await this.ask({ time: hintTime });
      if (asked !== this.search) return;
      this.show({ hinting: false, hint: this.line.state.moves.find((each) => each.move === move) ?? null });
    } catch (problem) {
      if (asked === this.search) this.show({ hinting: false, problem: errorText(problem) });
    }
  }

  private computerToMove(): boolean {
    return this.record.seat !== "both" && this.line.state.turn !== this.record.seat;
  }

  private play(move: string): void {
    const now = this.now();
    const mover = this.line.state.turn;
    const left = this.clocks && timeLeft(this.timed(), mover, now);
    if (left === 0) return this.flagFalls();
    const entry: LocalMove = { move, at: now };
    let clocks = this.record.clocks;
    if (this.clocks && left !== null) {
      const ran = this.clocks.running === mover;
      entry.clock = left + (ran ? (this.record.control?.increment ?? 0) : 0);
      clocks = { white: this.clocks.white, black: this.clocks.black, [mover]: entry.clock };
    }
    this.change({ moves: [...this.record.moves, entry] }, clocks);
  }

  /** Another state of the game: plays it through, keeps it, and goes on. */
  private change(part: Partial<LocalRecord>, clocks: Record<Colour, number> | null): void {
    this.stopSearch();
    const next = { ...this.record, ...part, clocks };
    const line = play(this.rules, next, this.info);
    const { outcome, position, turn } = line.state;
    next.result ??= resultOf(outcome);
    next.position = position;
    next.turn = turn;
    next.updated = this.now();
    this.record = next;
    this.line = line;
    this.clocks = atRest(next);
    this.goOn();
    this.save();
  }

  /** Ends the game because of a side: the player's, if nothing else is said. */
  private end(reason: Reason, side = this.record.seat === "both" ? this.line.state.turn : this.record.seat): void {
    if (this.record.result) return;
    this.stopSearch();
    const { variant, position } = this.line.state;
    const result = resultOf(this.rules.ending({ variant, position, reason, side }));
    const clocks = stopped(this.timed(), this.now());
    this.record = { ...this.record, result, clocks: clocks && { white: clocks.white, black: clocks.black }, updated: this.now() };
    this.clocks = clocks;
    this.goOn();
    this.save();
  }

  /** Starts the clock and the computer if it is their turn, and shows all. */
  private goOn(): void {
    clearTimeout(this.flag);
    const { turn } = this.line.state;
    const playing = !this.record.result;
    if (this.clocks && playing && this.record.moves.length >= freeMoves) {
      this.clocks = { ...this.clocks, running: turn, at: this.now() };
      this.flag = setTimeout(() => this.flagFalls(), this.clocks[turn] + 20);
    }
    this.show({ problem: "", hint: null, hinting: false });
    if (playing && this.computerToMove()) void this.think();
  }

  private flagFalls(): void {
    const loser = this.line.state.turn;
    if (!this.clocks || this.clocks.running !== loser) return;
    const left = timeLeft(this.timed(), loser, this.now());
    if (left > 0) {
      // Timers of a page in the background may come early or late.
      this.flag = setTimeout(() => this.flagFalls(), left + 20);
      return;
    }
    this.end("time", loser);
  }

  private async think(): Promise<void> {
    const asked = ++this.search;
    const began = this.now();
    try {
      const { move } = await this.ask(this.thinkingTime(), this.record.level);
      const rest = pause - (this.now() - began);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (asked === this.search) this.play(move);
    } catch (problem) {
      if (asked === this.search) this.show({ problem: errorText(problem) });
    }
  }

  private thinkingTime(): SearchLimits {
    const { increment = 0, delay = 0 } = this.record.control ?? {};
    const more = increment + delay;
    if (!this.clocks) return { time: 2500 };
    const { white, black } = this.clocks;
    return { white, black, whiteIncrement: more, blackIncrement: more };
  }

  private ask(limits: SearchLimits, level?: number) {
    this.engine ??= new Engine();
    const { variant, start, moves } = this.record;
    const request = { variant, start, moves: moves.map((each) => each.move), limits };
    return this.engine.search(level ? { ...request, level, choose: true } : request, (info) => {
      if (level && info.line === 1) this.judgement = info.score.cp ?? Math.sign(info.score.mate) * 100_000;
    });
  }

  private stopSearch(): void {
    this.search++;
    this.engine?.stop();
  }

  private timed() {
    const { control, moves } = this.record;
    return { control, clocks: this.clocks, moves: moves.map((each) => ({ ...each, san: "", text: "", key: "" })) };
  }

  /** All is kept already but the time that has run since. */
  private readonly leave = (): void => {
    if (this.clocks?.running) this.save();
  };

  /** Keeps the game as it stands; one that was deleted on another page stays deleted. */
  private save(): void {
    if (!loadGame(this.record.id)) return this.show({ problem: deleted });
    const clocks = stopped(this.timed(), this.now());
    try {
      saveGame({ ...this.record, clocks: clocks && { white: clocks.white, black: clocks.black } });
    } catch (problem) {
      this.show({ problem: errorText(problem) });
    }
  }

  /** Another page of this browser went on with the game, or deleted it. */
  private reread(): void {
    const record = loadGame(this.record.id);
    if (!record) return this.show({ problem: deleted });
    if (record.updated <= this.record.updated) return;
    this.stopSearch();
    this.record = record;
    this.line = play(this.rules, record, this.info);
    this.clocks = atRest(record);
    this.goOn();
  }

  private show(part: Partial<LocalView>): void {
    const thinking = !this.record.result && this.computerToMove();
    this.set({ ...this.get(), game: snapshot(this.record, this.line, this.clocks, thinking), ...part });
  }
}

function play(rules: Rules, record: LocalRecord, info: VariantInfo): LineAnswer {
  const moves = record.moves.map((each) => each.move);
  return playLine(rules, record.variant, record.start ?? info.start, moves);
}

/** The clocks of a game that is opened: they stood still while it was closed. */
function atRest(record: LocalRecord): Clocks | null {
  return record.clocks && { ...record.clocks, running: null, at: Date.now() };
}

/** The end of a game, if there is one: a game that was aborted has a reason and no result. */
function resultOf({ result, reason, sentence }: Outcome): GameResult | null {
  return reason ? { result, reason, sentence: sentence ?? "" } : null;
}

/** The game in the words of the server, so that one page shows both. */
function snapshot(record: LocalRecord, line: LineAnswer, clocks: Clocks | null, thinking: boolean): Snapshot {
  const { state, steps } = line;
  const player = (colour: Colour) => ({
    name: record.names[colour],
    here: true,
    ...(record.seat === other(colour) ? { computer: record.level } : {}),
  });
  return {
    id: record.id,
    variant: record.variant,
    start: line.start,
    moves: steps.map(({ move, san, text, key }, ply) => {
      const { at = record.created, clock } = record.moves[ply] ?? {};
      return { move, san, text, key, at, clock };
    }),
    position: state.position,
    key: state.key,
    ply: steps.length,
    takebacks: 0,
    turn: state.turn,
    players: { white: player("white"), black: player("black") },
    seat: record.seat,
    control: record.control,
    clocks,
    offers: {},
    result: record.result,
    claim: record.result ? undefined : state.outcome.claim,
    open: false,
    spectators: 0,
    created: record.created,
    ...(thinking ? { thinking: { place: 0 } } : {}),
  };
}
