// Games in progress on small, live boards.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./watch.module.css";
import { Board } from "../../board/Board";
import { t } from "../../text/text";
import { Clock } from "../game/Clock";
import { controlName, playerName } from "../../game/text";
import { titleOf, variantOf } from "../../game/variants";
import type { Colour, Playing, PlayingGame } from "../../wire.gen";

export function PlayingBoards({ playing, most }: { playing: Playing; most: number }) {
  // Clocks use the server's time.
  const ahead = playing.now - Date.now();
  const now = () => Date.now() + ahead;
  return (
    <ul class={classes(layouts.list, styles.boards)}>
      {playing.games.slice(0, most).map((game) => (
        <li key={game.id}>
          <Card game={game} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Card({ game, now }: { game: PlayingGame; now: () => number }) {
  const info = variantOf(game.variant);
  const title = titleOf(game.variant);
  const names = `${playerName(game.players.white)} – ${playerName(game.players.black)}`;
  const player = (colour: Colour) => (
    <span class={classes(layouts.row, styles.player, game.turn === colour && styles.toMove)}>
      <span class={classes(styles.swatch, colour === "black" && styles.black)} aria-hidden="true" />
      <strong>{playerName(game.players[colour])}</strong>
      <Clock game={game} colour={colour} now={now} />
    </span>
  );
  return (
    <div class={classes(layouts.column, layouts.gap3, styles.card)}>
      {player("black")}
      <span class={styles.board} data-playing={game.id}>
        {info && game.state && (
          <Board
            info={info}
            state={game.state}
            step={game.last}
            movable="none"
            small
            label={t("page.games.position-of", { title })}
          />
        )}
      </span>
      {player("white")}
      <a class={classes(layouts.muted, styles.about)} href={`/game/${game.id}`}>
        <span class={controls.visuallyHidden}>{t("page.watch.watch", { names })} </span>
        {title}, <span class={controls.figures}>{controlName(game.control)}</span>
        {game.spectators > 0 && `, ${t("page.game.watching", { n: game.spectators })}`}
      </a>
    </div>
  );
}
