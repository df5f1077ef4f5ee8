import type { ComponentChildren } from "preact";
import type { Colour, MoveInfo, State, Step, VariantInfo } from "../wire.gen";

/** A move selected while it is not one's turn. */
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

/** An arrow that a person has drawn; where it goes nowhere it is a circle. */
export interface Drawing {
  from: string;
  to: string;
  ink: Ink;
}

/**
 * What a board shows and tells. It knows no rules: where a piece may go is what
 * `state.moves` says, and what a move does is in its changes.
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
   * The square whose piece, or the pin whose board, is chosen from the first, or none (""). Given either, a choice
   * stands as long as that does, also when other rules come to hold.
   */
  chosen?: string;
  onMove?: (move: MoveInfo) => void;
  premove?: Premove | null;
  onPremove?: (premove: Premove | null) => void;
  /** Where a piece could go after the opponent's move: what else is chosen in advance could never be played. */
  premoves?: (from: string) => readonly string[];
  arrows?: BoardArrow[];
  /** A figure at the edge of a square, such as what its piece is worth. */
  figures?: ReadonlyMap<string, string>;
  /** The drawings on the board, and a callback for changes. Without them the board saves its own. */
  drawings?: readonly Drawing[];
  onDraw?: (drawings: Drawing[]) => void;
  /** A selected piece was sent where it cannot go. */
  onAsk?: (from: string, to: string) => void;
  /** How boards in space are shown first, whatever somebody has chosen before. */
  view?: "plan" | "space" | "both";
  /** For cards: no interaction and no coordinates. */
  small?: boolean;
  /** What stands over and under the centre board: the players. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  /** What stands at its left edge, as high as the board: an engine's bar. */
  gauge?: ComponentChildren;
  /** As large as the page makes it, whatever size somebody has chosen for boards to play on. */
  fixed?: boolean;
  /** What the board is, for those who cannot see it. */
  label?: string;
}
