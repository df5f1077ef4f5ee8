// The moves of a game played through, and which of its positions is looked at.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { LineAnswer, Snapshot, State, Step, LineRequest } from "../../wire.gen";
import { useKeys } from "../../components/useKeys";
import type { Rules } from "../../rules/rules";

export interface Replay {
  line: LineAnswer;
  /** How many moves have been made in the position looked at. */
  ply: number;
  /** Whether that is the position of the game. */
  latest: boolean;
  state: State;
  step: Step | undefined;
  goTo: (ply: number) => void;
}

export function useReplay(rules: Rules, game: Snapshot): Replay {
  const { variant, start } = game;
  const text = game.moves.map((each) => each.move).join(" ");
  const followed = useMemo(() => new FollowedLine(rules), [rules]);
  useEffect(() => followed.close, [followed]);
  const line = useMemo(
    () => followed.follow({ variant, position: start, moves: text ? text.split(" ") : [] }),
    [followed, variant, start, text],
  );
  const last = line.steps.length;
  // Nothing chosen means the newest position, also when it changes.
  const [chosen, choose] = useState<number | null>(null);
  const ply = chosen === null ? last : Math.min(chosen, last);
  const latest = ply === last;
  const position = latest ? null : (line.steps[ply - 1]?.position ?? line.start);
  const state = useMemo(
    () => (position === null ? line.state : rules.state({ variant, position })),
    [rules, variant, position, line],
  );
  const goTo = useCallback((ply: number) => choose(ply >= last ? null : Math.max(0, ply)), [last]);
  // A new move is worth seeing.
  useEffect(() => choose(null), [last]);
  return { line, ply, latest, state, step: line.steps[ply - 1], goTo };
}

/** Arrow keys step through the game wherever they mean nothing else. */
export function useStepKeys({ ply, line, goTo }: Replay): void {
  useKeys({
    ArrowLeft: () => goTo(ply - 1),
    ArrowRight: () => goTo(ply + 1),
    Home: () => goTo(0),
    End: () => goTo(line.steps.length),
  });
}

/**
 * Follows a line: the rules hold it, and receive only what differs from the
 * one before. A game of n moves costs n positions, however often it is looked at.
 */
class FollowedLine {
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
