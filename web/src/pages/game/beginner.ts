// A newcomer's first games, in which taps preview moves.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { boundedNumber, choose, setting } from "../../settings/settings";
import type { Snapshot } from "../../wire.gen";

/** The number of first games, and how many of them the user has begun. */
const firstGames = 3;
const begun = boundedNumber("games-begun", 0, 0, firstGames);

/** Reports whether the user's next game is one of the first. */
export const isBeginner = (): boolean => setting(begun) < firstGames;

/** Counts a game that the user has begun. */
export function countGame(): void {
  if (isBeginner()) choose(begun, setting(begun) + 1);
}

/** Reports whether a tap previews a move in this game, and counts it as one of the user's first games. */
export function useBeginner({ id, ply, seat, clocks, control }: Snapshot): boolean {
  const first = useMemo(isBeginner, [id]);
  const before = useRef({ id, ply });
  useEffect(() => {
    const { current } = before;
    before.current = { id, ply };
    if (seat && current.id === id && current.ply < 2 && ply >= 2) countGame();
  }, [id, ply, seat]);
  // A correspondence game leaves time for a second tap.
  return first && (!clocks || Boolean(control?.days));
}
