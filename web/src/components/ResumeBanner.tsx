// A link back to the player's timed game, on every other page.
import * as styles from "./resumebanner.module.css";
import * as controls from "../style/controls.module.css";
import * as layouts from "../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { classes } from "../style/classes";
import { clearPlaying, playingGame } from "../game/playing";
import { myGames } from "../game/rest";
import { t } from "../text/text";
import type { Summary } from "../wire.gen";

/** The polling interval, in milliseconds. */
const pollInterval = 5000;

export function ResumeBanner({ path }: { path: string }) {
  const [game, setGame] = useState<Summary | null>(null);
  useEffect(() => {
    const id = playingGame();
    setGame(null);
    if (!id || path === `/game/${id}`) return;
    let active = true;
    const ask = () => {
      if (document.visibilityState === "hidden") return;
      myGames().then(
        (games) => {
          if (!active) return;
          const found = games.find((one) => one.id === id && !one.result) ?? null;
          if (!found) clearPlaying(id);
          setGame(found);
        },
        () => {}, // the offline state is shown elsewhere
      );
    };
    ask();
    const timer = setInterval(() => playingGame() && ask(), pollInterval);
    document.addEventListener("visibilitychange", ask);
    return () => {
      active = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [path]);
  return (
    <div class={styles.place} role="status">
      {game && (
        <p class={classes(layouts.cluster, layouts.middle, layouts.flush, styles.bar)} data-goes-on>
          <span>{game.turn === game.seat ? t("page.common.goes-on-your-turn") : t("page.common.goes-on")}</span>
          <a class={classes(controls.button, controls.primary)} href={`/game/${game.id}`}>
            {t("page.common.back-to-the-game")}
          </a>
        </p>
      )}
    </div>
  );
}
