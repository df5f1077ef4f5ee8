// The events that a board dispatches.
import type { MoveInfo, State, Step } from "@tainchess/rules";

/** The user is about to play a move; `preventDefault()` stops it. */
export interface MoveDetail {
  /** The move: squares, SAN, UCI notation, its path and its changes. */
  move: MoveInfo;
  /** The position it is played in. */
  state: State;
}

/** The displayed position has changed. */
export interface ChangeDetail {
  state: State;
  /** The move that led to it; undefined at the start. */
  step: Step | undefined;
  /** All moves from the start position, in UCI notation. */
  moves: string[];
}

/** The user tried an illegal move. */
export interface RefusedDetail {
  from: string;
  to: string;
  /** The reason, as an error code and a sentence. */
  code: string;
  message: string;
}

/** The rules, the position or the piece set could not be loaded, or a move could not be played. */
export interface ErrorDetail {
  error: Error;
}

/** A board's events by name. */
export interface TainBoardEvents {
  "tain-ready": CustomEvent<ChangeDetail>;
  "tain-move": CustomEvent<MoveDetail>;
  "tain-change": CustomEvent<ChangeDetail>;
  "tain-refused": CustomEvent<RefusedDetail>;
  "tain-error": CustomEvent<ErrorDetail>;
}
