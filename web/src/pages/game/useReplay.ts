// The moves of a game played through, and which of its positions is looked at.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { FollowedLine } from "../../game/line";
import type { LineAnswer, Snapshot, State, Step } from "../../wire.gen";
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
