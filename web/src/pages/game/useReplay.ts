// Replays the moves of a game, and tracks which position is displayed.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { LineAnswer, Snapshot, State, Step, LineRequest } from "../../wire.gen";
import { useKeys } from "../../components/useKeys";
import type { Rules } from "../../rules/rules";

export interface Replay {
  line: LineAnswer;
  /** The number of plies before the displayed position. */
  ply: number;
  /** Whether it is the game's current position. */
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
  // null means the latest position, even when it changes.
  const [chosen, choose] = useState<number | null>(null);
  const ply = chosen === null ? last : Math.min(chosen, last);
  const latest = ply === last;
  const position = latest ? null : (line.steps[ply - 1]?.position ?? line.start);
  const state = useMemo(
    () => (position === null ? line.state : rules.state({ variant, position })),
    [rules, variant, position, line],
  );
  const goTo = useCallback((ply: number) => choose(ply >= last ? null : Math.max(0, ply)), [last]);
  // After a new move, show the latest position.
  useEffect(() => choose(null), [last]);
  return { line, ply, latest, state, step: line.steps[ply - 1], goTo };
}

/** Makes the arrow keys, Home and End step through the game, unless the focused element uses them. */
export function useStepKeys({ ply, line, goTo }: Replay): void {
  useKeys({
    ArrowLeft: () => goTo(ply - 1),
    ArrowRight: () => goTo(ply + 1),
    Home: () => goTo(0),
    End: () => goTo(line.steps.length),
  });
}

/**
 * A line kept open by the rules. Each update sends only the difference from the previous line, so a game of n
 * moves costs n positions, however often it is shown.
 */
class FollowedLine {
  private handle: number | undefined;
  private origin = "";
  private moves: readonly string[] = [];
  private answer: LineAnswer | undefined;

  constructor(private readonly rules: Pick<Rules, "openLine" | "push" | "pop" | "close">) {}

  /** Updates the line and returns it. */
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
