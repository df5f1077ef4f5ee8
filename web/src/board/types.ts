import type { ComponentChildren } from "preact";
import type { Colour, MoveInfo, State, Step, VariantInfo, Way } from "../wire.gen";

/** A move chosen during the opponent's turn. */
export interface Premove {
  from: string;
  to: string;
}

export interface BoardArrow {
  from: string;
  to: string;
  /** The path of a piece. Board moves are drawn straight. */
  way?: Way;
  /** The square of the other plane to which the piece passes. */
  passes?: string;
  tone: "best" | "other";
}

export type Ink = "green" | "red" | "blue" | "yellow";

/** An arrow drawn by the user; a circle if both squares are the same. */
export interface Drawing {
  from: string;
  to: string;
  ink: Ink;
}

/**
 * Props of a board. A board contains no rules: `state.moves` lists the legal moves, and a move's changes list
 * its effects.
 */
export interface BoardProps {
  info: VariantInfo;
  state: State;
  /** Whether the board is seen from Black's side. */
  flip?: boolean;
  /** Whose pieces the user may move. */
  movable: Colour | "both" | "none";
  /** The move that led to the position: it is animated, and its squares are tinted. */
  step?: Step;
  /**
   * The square or pin that is selected initially, or "" for none. If set, a selection survives changes of the position
   * until its piece or board is gone.
   */
  chosen?: string;
  onMove?: (move: MoveInfo) => void;
  /** Whether a tap previews a move first by default. The touch setting overrides it. */
  beginner?: boolean;
  premove?: Premove | null;
  onPremove?: (premove: Premove | null) => void;
  /**
   * Returns the squares a piece could reach after the opponent's move; other premoves could never be played.
   */
  premoves?: (from: string) => readonly string[];
  arrows?: BoardArrow[];
  /** Labels in the corners of squares, such as piece values, keyed by square. */
  figures?: ReadonlyMap<string, string>;
  /** The drawings on the board and a callback for changes. If omitted, the board saves its own. */
  drawings?: readonly Drawing[];
  onDraw?: (drawings: Drawing[]) => void;
  /** Called when the user tries to move the selected piece to a square it cannot reach. */
  onAsk?: (from: string, to: string) => void;
  /** The initial view of boards in space, overriding the user's choice. */
  view?: "plan" | "space" | "both";
  /** Whether the board is a card: no interaction and no coordinates. */
  small?: boolean;
  /** Content above and below the centre board, such as the players. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  /** Content at the left edge, as high as the board, such as the evaluation bar. */
  gauge?: ComponentChildren;
  /** Whether the board ignores the user's board-size setting. */
  fixed?: boolean;
  /** The accessible name of the board. */
  label?: string;
}
