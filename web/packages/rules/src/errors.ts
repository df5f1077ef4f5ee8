// What goes wrong, as exceptions that a program can tell apart.
import type { Failure, Faults, Message, Place } from "../../../src/wire.gen";

/**
 * What the rules refuse with ("variant", "position", "syntax", "illegal", "invalid", ...), and three that only this
 * package has: "load", when the program cannot be fetched or started, "crashed", when it has ended by itself, and
 * "closed", when it was asked after `close()`. The sentence for people is `message`.
 */
export class TainError extends Error {
  override readonly name = "TainError";
  /** Which failure it is. Codes are stable; sentences are not. */
  readonly code: string;
  /** What the sentence is made of, to say it in another language. */
  declare readonly said?: Message;
  /** Everything that is wrong with a position. */
  declare readonly faults?: Faults;
  /** How many moves could be played before the one that could not. */
  declare readonly ply?: number;
  /** Where in a text the fault lies. */
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
