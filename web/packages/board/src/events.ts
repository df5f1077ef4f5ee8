// What a board tells the page it stands in.
import type { MoveInfo, State, Step } from "@tainchess/rules";

/** A move is about to be played by hand; `preventDefault()` keeps it from being played. */
export interface MoveDetail {
  /** The move: squares, SAN, UCI notation, its way and its changes. */
  move: MoveInfo;
  /** The position it is played in. */
  state: State;
}

/** Another position is shown. */
export interface ChangeDetail {
  state: State;
  /** The move that led there; none at the start. */
  step: Step | undefined;
  /** All moves from the start, in UCI notation. */
  moves: string[];
}

/** A piece was sent where it cannot go. */
export interface RefusedDetail {
  from: string;
  to: string;
  /** Why, as a code and a sentence. */
  code: string;
  message: string;
}

/** The position, or the rules, could not be shown. */
export interface ErrorDetail {
  error: Error;
}

/** The events of a board by their names. */
export interface TainBoardEvents {
  "tain-ready": CustomEvent<ChangeDetail>;
  "tain-move": CustomEvent<MoveDetail>;
  "tain-change": CustomEvent<ChangeDetail>;
  "tain-refused": CustomEvent<RefusedDetail>;
  "tain-error": CustomEvent<ErrorDetail>;
}
