// Whether the user has played or solved something here before.
import { useEffect, useState } from "preact/hooks";
import { myGames } from "./rest";
import { savedGames } from "./savedGames";
import { choose, oneOf, setting } from "../settings/settings";

/** Remembered, because the games on the server and the puzzles take time to load. */
const beenHere = oneOf("been-here", "no", ["no", "yes"]);

/** Records that the user has been here. */
export function rememberVisit(): void {
  if (setting(beenHere) !== "yes") choose(beenHere, "yes");
}

/** Reports whether the user has been here, as far as this browser and the server know. */
export function useBeenHere(): boolean {
  const [been, setBeen] = useState(() => setting(beenHere) === "yes" || savedGames().length > 0);
  useEffect(() => {
    if (been) return;
    let active = true;
    myGames().then(
      (games) => {
        if (!active || games.length === 0) return;
        rememberVisit();
        setBeen(true);
      },
      () => {}, // offline: the server's games are unknown
    );
    return () => {
      active = false;
    };
  }, [been]);
  return been;
}
