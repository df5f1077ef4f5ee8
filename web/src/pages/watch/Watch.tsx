// All games that are being played and that anybody may watch.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as styles from "./watch.module.css";
import { usePolled } from "../../components/usePolled";
import { playingGames } from "../../game/rest";
import { useTitle } from "../../title";
import { PlayingBoards } from "./PlayingBoards";

const refresh = 2000;
const most = 24;

export default function Watch() {
  const { value, reachable } = usePolled(playingGames, refresh);
  useTitle("Now playing");
  return (
    <div class={styles.watch}>
      <h1>Now playing</h1>
      {!reachable && (
        <p class={controls.notice} role="status">
          The list needs the connection to the server.
        </p>
      )}
      {value?.games.length === 0 && (
        <section>
          <p>Nobody plays in public at the moment. Games that begin by quick pairing or by an open challenge are shown here.</p>
          <a class={classes(controls.button, controls.primary)} href="/#people">
            Find an opponent
          </a>
        </section>
      )}
      {value && value.games.length > 0 && <PlayingBoards playing={value} most={most} />}
    </div>
  );
}
