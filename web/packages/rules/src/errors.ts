// Errors that a program can tell apart.
import type { Failure, Faults, Message, Place } from "../../../src/wire.gen";

/**
 * The rules' error codes ("variant", "position", "syntax", "illegal", "invalid", ...), and three of this
 * package: "load" if the program cannot be fetched or started, "crashed" if it has ended by itself, and
 * "closed" if it is used after `close()`. The text for people is `message`.
 */
export class TainError extends Error {
  override readonly name = "TainError";
  /** The error code. Codes are stable; messages are not. */
  readonly code: string;
  /** The arguments of the message, for translating it. */
  declare readonly said?: Message;
  /** All faults of a position. */
  declare readonly faults?: Faults;
  /** How many moves could be played before the one that could not. */
  declare readonly ply?: number;
  /** Where in a text the error is. */
  declare readonly place?: Place;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.code = failure.code;
    if (failure.said) this.said = failure.said;
    if (failure.faults) this.faults = failure.faults;
    if (failure.ply !== undefined) this.ply = failure.ply;
    if (failure.place) this.place = failure.place;
  }
}
