// Errors with a code, for programs.
import type { Failure, Faults, Message, Place } from "../../../src/wire.gen";

/**
 * An error from the rules. Its `code` is one of the rules' error codes ("variant", "position", "syntax", ...), the
 * reason why a move is illegal ("in-check", "unreachable", ...) or one of this package's codes: "load" if the program
 * cannot be fetched or started, "crashed" if it has exited, and "closed" after `close()`. `message` is the text for
 * people.
 */
export class TainError extends Error {
  override readonly name = "TainError";
  /** The error code. Codes are stable; messages are not. */
  readonly code: string;
  /** The message with its arguments, for translation. */
  declare readonly reason?: Message;
  /** All faults of a position. */
  declare readonly faults?: Faults;
  /** The number of moves played before the one that failed. */
  declare readonly ply?: number;
  /** The location of the error in the input. */
  declare readonly place?: Place;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.code = failure.code;
    if (failure.reason) this.reason = failure.reason;
    if (failure.faults) this.faults = failure.faults;
    if (failure.ply !== undefined) this.ply = failure.ply;
    if (failure.place) this.place = failure.place;
  }
}
