import type { ComponentChildren } from "preact";
import type { Colour, MoveInfo, State, Step, VariantInfo } from "../wire.gen";

/** A move chosen during the opponent's turn. */
export interface Premove {
  from: string;
  to: string;
}

export interface BoardArrow {
  from: string;
  to: string;
  tone: "best" | "other";
}

export type Ink = "green" | "red" | "blue" | "yellow";

/** An arrow drawn by the user; a circle if it has no target. */
export interface Drawing {
  from: string;
  to: string;
  ink: Ink;
}

/**
 * Properties of a board. A board knows no rules: `state.moves` lists where pieces may go, and a move's changes
 * list its effects.
 */
export interface BoardProps {
  info: VariantInfo;
  state: State;
  /** Seen from Black's side. */
  flip?: boolean;
  /** Whose pieces may be moved here. */
  movable: Colour | "both" | "none";
  /** The move that led here: its squares are tinted, and it is animated. */
  step?: Step;
  /**
   * The square or pin that is selected initially, or "" for none. If either is given, a selection survives a
   * change of rules as long as its piece does.
   */
  chosen?: string;
  onMove?: (move: MoveInfo) => void;
  premove?: Premove | null;
  onPremove?: (premove: Premove | null) => void;
  /** Where a piece could go after the opponent's move; other premoves could never be played. */
  premoves?: (from: string) => readonly string[];
  arrows?: BoardArrow[];
  /** A label at the edge of a square, such as a piece's value. */
  figures?: ReadonlyMap<string, string>;
  /** The drawings on the board and a callback for changes. If omitted, the board saves its own. */
  drawings?: readonly Drawing[];
  onDraw?: (drawings: Drawing[]) => void;
  /** Called when a selected piece was sent to a square it cannot reach. */
  onAsk?: (from: string, to: string) => void;
  /** The initial view of boards in space, overriding the user's choice. */
  view?: "plan" | "space" | "both";
  /** For cards: no interaction and no coordinates. */
  small?: boolean;
  /** Content above and below the centre board: the players. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  /** Content at the left edge, as high as the board: the evaluation bar. */
  gauge?: ComponentChildren;
  /** Uses the page's size and ignores the user's board size. */
  fixed?: boolean;
  /** The accessible name of the board. */
  label?: string;
}
