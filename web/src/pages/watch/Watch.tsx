// All games in progress that anyone may watch.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as styles from "./watch.module.css";
import { usePolled } from "../../components/usePolled";
import { playingGames } from "../../game/rest";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { PlayingBoards } from "./PlayingBoards";

const refresh = 2000;
const maxGames = 24;

export default function Watch() {
  const { value, reachable } = usePolled(playingGames, refresh);
  useTitle(t("page.watch.now-playing"));
  return (
    <div class={styles.watch}>
      <h1>{t("page.watch.now-playing")}</h1>
      {!reachable && (
        <p class={controls.notice} role="status">
          {t("page.watch.the-list-needs-the-connection")}
        </p>
      )}
      {value?.games.length === 0 && (
        <section>
          <p>{t("page.watch.nobody-plays-in-public-at")}</p>
          <a class={classes(controls.button, controls.primary)} href="/#people">
            {t("page.watch.find-an-opponent")}
          </a>
        </section>
      )}
      {value && value.games.length > 0 && <PlayingBoards playing={value} most={maxGames} />}
    </div>
  );
}
