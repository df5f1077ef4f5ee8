// The game with a clock that this browser is in, so that every page leads back to it.
import type { Snapshot } from "../wire.gen";

const key = "tain.playing";

/** Notes a game while it is played, and forgets it when it is over. */
export function markPlaying({ id, seat, clocks, control, result, players }: Snapshot): void {
  const playing =
    (seat === "white" || seat === "black") && clocks && !control?.days && !result && players.white && players.black;
  try {
    if (playing) localStorage.setItem(key, id);
    else if (localStorage.getItem(key) === id) localStorage.removeItem(key);
  } catch {
    // Then no page leads back to it but that of one's games.
  }
}

/** The game that was noted, if there is one. */
export function playingGame(): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function clearPlaying(id: string): void {
  try {
    if (localStorage.getItem(key) === id) localStorage.removeItem(key);
  } catch {
    // Nothing was noted.
  }
}
