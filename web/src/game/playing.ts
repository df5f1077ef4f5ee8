// The timed game in progress in this browser, to which every page links.
import type { Snapshot } from "../wire.gen";

const key = "tain.playing";

/** Records a player's timed game while it is in progress, and removes the record when it is over. */
export function markPlaying({ id, seat, clocks, control, result, players }: Snapshot): void {
  const playing =
    (seat === "white" || seat === "black") && clocks && !control?.days && !result && players.white && players.black;
  try {
    if (playing) localStorage.setItem(key, id);
    else if (localStorage.getItem(key) === id) localStorage.removeItem(key);
  } catch {
    // Without storage, only the list of games leads back to the game.
  }
}

/** Returns the id of the recorded game; empty if there is none. */
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
    // Nothing was saved.
  }
}
