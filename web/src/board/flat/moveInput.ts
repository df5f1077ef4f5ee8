// Turns pointer and key events into moves. It is a state machine: each event yields a new state and effects.
// It contains no rules: the position lists the legal moves.
import type { Colour, MoveInfo } from "../../wire.gen";
import { colourOf } from "../pieces";
import type { Premove } from "../types";
import type { Point } from "./layout";

/** The input device. */
export type Hand = "mouse" | "touch" | "keys";

interface Selection {
  square: string;
  letter: string;
  /** The position in which the selection was made. */
  key: string;
  /** Whether moves were premoves when the selection was made. */
  waiting: boolean;
}

interface Press {
  pointer: number;
  square: string;
  at: Point;
  /** Whether the square was already selected. */
  again: boolean;
  touch: boolean;
  since: number;
}

/** A move that requires a choice, such as a promotion. */
export interface Pick {
  to: string;
  moves: MoveInfo[];
}

export interface Drag {
  from: string;
  letter: string;
  touch: boolean;
}

/** The phase of an interaction. */
type Phase =
  | { type: "idle" }
  | { type: "pressed"; press: Press }
  | { type: "dragging"; press: Press; drag: Drag }
  | { type: "picking"; pick: Pick; key: string };

export interface InputState {
  phase: Phase;
  selection: Selection | null;
  /** The square under the pointer or the keyboard cursor. */
  hovered: string | null;
  /** The point where the pointer entered the hovered square. */
  found: Point & { square: string | null };
  /** The square of the keyboard cursor. */
  cursor: string;
  /** A move that one tap has previewed and a second tap plays. */
  tapped: { from: string; to: string; key: string } | null;
  hand: Hand;
}

/** The board's current state and permissions. */
export interface InputContext {
  pieces: Readonly<Record<string, string>>;
  /** Identifies the position. */
  key: string;
  /** The side whose pieces may be selected, or null. */
  own: Colour | null;
  /** Whether moves are premoves: the opponent is to move, or the legal moves are not known yet. */
  waiting: boolean;
  /** Whether a selection persists until its piece leaves, across position changes. */
  lasting: boolean;
  /** Whether there is a premove, which the next press cancels. */
  premoved: boolean;
  /** Whether premoves are limited to the targets. */
  limited: boolean;
  /** The moves of the piece on a square, keyed by target square. */
  targets: (from: string) => ReadonlyMap<string, MoveInfo[]>;
  /**
   * How a tap on a target works: "twice" previews the move first, "hold" plays it unless the finger is held.
   */
  touch: "twice" | "hold";
}

export type InputEvent =
  | { type: "press"; pointer: number; square: string; at: Point; touch: boolean; time: number }
  | { type: "move"; square: string | null; at: Point; mouse: boolean }
  | { type: "release"; square: string | null; time: number }
  | { type: "cancel" }
  | { type: "leave" }
  | { type: "second-button" }
  | { type: "tap-over"; square: string; touch: boolean }
  | { type: "activate"; square: string }
  | { type: "escape" }
  | { type: "go"; square: string }
  | { type: "focus"; square: string; visible: boolean }
  | { type: "blur" }
  | { type: "play"; move: MoveInfo }
  | { type: "drop-pick" };

/** One effect of an event. Effects run in order. */
export type InputEffect =
  | { type: "play"; move: MoveInfo }
  | { type: "premove"; premove: Premove | null }
  | { type: "ask"; from: string; to: string }
  | { type: "feel"; what: "shown" | "played" | "refused" }
  /** The piece was dropped on a square, so its move is not animated. */
  | { type: "dropped"; square: string | null };

export interface Transition {
  state: InputState;
  effects: InputEffect[];
}

/** The distance, in pixels, at which a press becomes a drag. */
const slack = 5;
/** How long, in milliseconds, a finger must hold to preview a move instead of playing it. */
const hold = 400;

const idle: Phase = { type: "idle" };

export function begin(
  cursor: string,
  chosen: string | undefined,
  pieces: InputContext["pieces"],
  key: string,
): InputState {
  const letter = chosen ? pieces[chosen] : undefined;
  return {
    phase: idle,
    selection: chosen && letter ? { square: chosen, letter, key, waiting: false } : null,
    hovered: null,
    found: { x: 0, y: 0, square: null },
    cursor,
    tapped: null,
    hand: "mouse",
  };
}

/** Reports whether the piece on a square may be selected. */
export function selectable({ pieces, own }: InputContext, square: string): boolean {
  const letter = pieces[square];
  return letter !== undefined && colourOf(letter) === own;
}

/**
 * Returns the selected square, or null. A selection lasts until the position changes; one made while waiting,
 * or on a board with lasting selections, lasts until its piece leaves.
 */
export function selectedSquare({ selection }: InputState, context: InputContext): string | null {
  if (!selection || context.pieces[selection.square] !== selection.letter) return null;
  const stands = selection.key === context.key || selection.waiting || context.lasting;
  return stands && selectable(context, selection.square) ? selection.square : null;
}

/** Returns the moves to choose from, if there are several. */
export function pickOf({ phase }: InputState, { key }: InputContext): Pick | null {
  return phase.type === "picking" && phase.key === key ? phase.pick : null;
}

/** Reports whether a tap has previewed the move to the hovered square. */
export function isShown(state: InputState, context: InputContext): boolean {
  const { tapped, hovered } = state;
  if (tapped?.key !== context.key) return false;
  return tapped.from === selectedSquare(state, context) && tapped.to === hovered;
}

/** Returns the active press, if any. */
export function pressOf({ phase }: InputState): Press | null {
  return phase.type === "pressed" || phase.type === "dragging" ? phase.press : null;
}

/** An event being processed: the state and effects so far. */
class Step {
  readonly effects: InputEffect[] = [];

  constructor(
    public state: InputState,
    private readonly context: InputContext,
  ) {}

  /**
   * Updates part of the state. If nothing changes, the state object stays the same, so nothing is redrawn.
   */
  set(part: Partial<InputState>): void {
    const next = { ...this.state, ...part };
    const keys = Object.keys(part) as (keyof InputState)[];
    if (keys.some((key) => next[key] !== this.state[key])) this.state = next;
  }

  get selected(): string | null {
    return selectedSquare(this.state, this.context);
  }

  get targets(): ReadonlyMap<string, MoveInfo[]> {
    const from = this.selected;
    return from ? this.context.targets(from) : new Map();
  }

  select(square: string | null): void {
    const { pieces, key, waiting } = this.context;
    const letter = square ? pieces[square] : undefined;
    const selection = square && letter ? { square, letter, key, waiting } : null;
    const phase = this.state.phase.type === "picking" ? idle : this.state.phase;
    this.set({ selection, tapped: null, phase });
  }

  play(move: MoveInfo): void {
    this.select(null);
    if (this.state.hand === "touch") this.effects.push({ type: "feel", what: "played" });
    this.effects.push({ type: "play", move });
  }

  /**
   * Tries to move the selected piece to a square. While waiting it sets a premove. Otherwise, if several moves lead
   * there, it opens a choice, and if none does, it asks for the reason.
   */
  attempt(to: string, dragged = false): void {
    const from = this.selected;
    if (!from || to === from) return;
    const moves = this.targets.get(to);
    if (this.context.waiting) {
      // Premoves that no reply could make legal are rejected.
      if (!this.context.limited || moves) this.effects.push({ type: "premove", premove: { from, to } });
      this.select(null);
      return;
    }
    this.effects.push({ type: "dropped", square: moves && dragged ? to : null });
    const [only] = moves ?? [];
    if (only && moves?.length === 1) this.play(only);
    else if (moves) this.set({ phase: { type: "picking", pick: { to, moves }, key: this.context.key } });
    else {
      this.effects.push({ type: "ask", from, to });
      if (this.state.hand === "touch") this.effects.push({ type: "feel", what: "refused" });
      this.select(null);
    }
  }

  /** Selects a square, deselects it, or moves the selected piece there. */
  activate(square: string): void {
    const { selected } = this;
    if (square === selected) this.select(null);
    else if (selected && (this.targets.has(square) || !selectable(this.context, square))) this.attempt(square);
    else if (selectable(this.context, square)) this.select(square);
  }

  /**
   * Reports whether a touch of the given duration requests a preview. If taps preview moves, it also previews
   * the move.
   */
  look(to: string, time: number, shown: boolean): boolean {
    const from = this.selected;
    if (!from || !this.targets.has(to)) return false;
    if (this.context.touch === "hold") return time > hold;
    if (shown && this.state.tapped?.to === to) return false;
    this.set({ tapped: { from, to, key: this.context.key }, hovered: to });
    this.effects.push({ type: "feel", what: "shown" });
    return true;
  }

  dropPremove(): void {
    if (this.context.premoved) this.effects.push({ type: "premove", premove: null });
  }

  press({ pointer, square, at, touch, time }: Extract<InputEvent, { type: "press" }>): void {
    const again = square === this.selected;
    this.set({
      phase: { type: "pressed", press: { pointer, square, at, again, touch, since: time } },
      hand: touch ? "touch" : "mouse",
      found: { ...at, square },
      hovered: square,
    });
    this.dropPremove();
    if (!again && selectable(this.context, square) && !this.targets.has(square)) this.select(square);
  }

  move({ square, at, mouse }: Extract<InputEvent, { type: "move" }>): void {
    const press = pressOf(this.state);
    const shows = press !== null || (this.selected !== null && mouse);
    if (!shows) return;
    if (!press) this.set({ hand: "mouse" });
    if (square !== this.state.hovered) this.set({ found: { ...at, square }, hovered: square });
    if (!press || this.state.phase.type !== "pressed") return;
    const far = Math.hypot(at.x - press.at.x, at.y - press.at.y) > slack;
    const letter = this.context.pieces[press.square];
    if (!far || !letter || this.selected !== press.square) return;
    this.set({ phase: { type: "dragging", press, drag: { from: press.square, letter, touch: press.touch } } });
  }

  release({ square, time }: Extract<InputEvent, { type: "release" }>): void {
    const { phase } = this.state;
    const press = pressOf(this.state);
    if (!press) return;
    const shown = isShown(this.state, this.context);
    this.set({ phase: idle, ...(press.touch ? { hovered: null } : {}) });
    if (phase.type === "dragging") {
      if (square) this.attempt(square, true);
      return;
    }
    if (!square || (press.touch && this.look(square, time - press.since, shown))) return;
    if (square === press.square && square !== this.selected) this.attempt(square);
    else if (square === press.square && press.again) this.select(null);
    else if (this.targets.has(square)) this.attempt(square);
  }

  tapOver({ square, touch }: Extract<InputEvent, { type: "tap-over" }>): void {
    const shown = isShown(this.state, this.context);
    this.set({ hand: touch ? "touch" : "mouse" });
    if (!touch || !this.look(square, 0, shown)) this.activate(square);
  }

  escape(): void {
    this.set({ phase: idle });
    this.select(null);
    this.dropPremove();
  }
}

/** Reports whether Escape has anything to cancel. */
export function canEscape(state: InputState, context: InputContext): boolean {
  const { type } = state.phase;
  return (
    selectedSquare(state, context) !== null ||
    type === "dragging" ||
    pickOf(state, context) !== null ||
    context.premoved
  );
}

/** Processes an event. */
export function transition(state: InputState, event: InputEvent, context: InputContext): Transition {
  const step = new Step(state, context);
  switch (event.type) {
    case "press":
      step.press(event);
      break;
    case "move":
      step.move(event);
      break;
    case "release":
      step.release(event);
      break;
    case "cancel":
      if (pressOf(state)) step.set({ phase: idle, hovered: null });
      break;
    case "leave":
      // While a pointer is pressed, the hovered square stays.
      if (!pressOf(state)) step.set({ hovered: null });
      break;
    case "second-button":
      if (step.selected) step.select(null);
      step.dropPremove();
      break;
    case "tap-over":
      step.tapOver(event);
      break;
    case "activate":
      step.activate(event.square);
      break;
    case "escape":
      step.escape();
      break;
    case "go":
      step.set({ cursor: event.square, hovered: event.square, hand: "keys" });
      break;
    case "focus":
      step.set({ cursor: event.square, ...(event.visible ? { hovered: event.square } : {}) });
      break;
    case "blur":
      step.set({ hovered: null });
      break;
    case "play":
      step.play(event.move);
      break;
    case "drop-pick":
      if (state.phase.type === "picking") step.set({ phase: idle });
      break;
  }
  return { state: step.state, effects: step.effects };
}
