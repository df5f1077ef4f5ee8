// A line of moves that is followed as it grows and shrinks.
import type { Rules } from "../rules/rules";
import type { LineAnswer, LineRequest } from "../wire.gen";

/**
 * Follows a line: the rules hold it, and are told only what differs from the
 * one before. A game of n moves costs n positions, however often it is looked at.
 */
export class FollowedLine {
  private handle: number | undefined;
  private origin = "";
  private moves: readonly string[] = [];
  private answer: LineAnswer | undefined;

  constructor(private readonly rules: Pick<Rules, "openLine" | "push" | "pop" | "close">) {}

  /** The line as it is now. */
  follow(request: LineRequest): LineAnswer {
    const { variant, position = "", study = false, moves = [] } = request;
    const origin = JSON.stringify([variant, position, study]);
    if (this.handle === undefined || !this.answer || origin !== this.origin) return this.open(request, origin);
    const { handle } = this;
    let same = 0;
    while (same < moves.length && moves[same] === this.moves[same]) same++;
    const line = { ...this.answer };
    if (same < this.moves.length) {
      line.state = this.rules.pop({ handle, ply: same }).state;
      line.steps = line.steps.slice(0, same);
      this.keep(line, moves.slice(0, same));
    }
    if (same < moves.length) {
      const { steps, state } = this.rules.push({ handle, moves: moves.slice(same) });
      this.keep({ ...line, steps: [...line.steps, ...steps], state }, moves);
    }
    return this.answer;
  }

  readonly close = (): void => {
    if (this.handle !== undefined) this.rules.close(this.handle);
    this.handle = undefined;
  };

  private open(request: LineRequest, origin: string): LineAnswer {
    this.close();
    const { handle, ...line } = this.rules.openLine(request);
    this.handle = handle;
    this.origin = origin;
    this.keep(line, request.moves ?? []);
    return line;
  }

  private keep(line: LineAnswer, moves: readonly string[]): void {
    this.answer = line;
    this.moves = moves;
  }
}
