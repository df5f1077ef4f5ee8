// Games of a profile as a table.
import * as styles from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import { Rating } from "../../components/Rating";
import { profileAddress } from "../../game/people";
import { poolName } from "../../game/ratings";
import { agoText, computerName } from "../../game/text";
import { titleOf } from "../../game/variants";
import { sideName } from "../../rules/text";
import { t } from "../../text/text";
import type { ProfileGame } from "../../wire.gen";

/** Returns a result in one word. */
export function scoreName(score: ProfileGame["score"]): string {
  return t(score === "win" ? "page.people.win" : score === "draw" ? "page.people.draw" : "page.people.loss");
}

/** A list of games. `labelledby` is the id of its heading. */
export function GameTable({ games, labelledby }: { games: ProfileGame[]; labelledby: string }) {
  return (
    <table class={styles.table} aria-labelledby={labelledby}>
      <thead>
        <tr>
          <th scope="col">{t("page.play.opponent")}</th>
          <th scope="col">{t("page.game.result")}</th>
          <th scope="col">{t("page.home.game")}</th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <Row key={game.id} game={game} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ game }: { game: ProfileGame }) {
  const { opponent, variant, title, speed } = game;
  const name = opponent.computer ? computerName(opponent.computer) : opponent.name;
  return (
    <tr>
      <td>
        {opponent.account ? <a href={profileAddress(name)}>{name}</a> : name}{" "}
        {opponent.rating && <Rating rating={opponent.rating} />}
      </td>
      <td>
        <strong class={game.score === "win" ? styles.win : undefined}>{scoreName(game.score)}</strong>{" "}
        {game.rating && <Rating rating={game.rating} />}
      </td>
      <td>
        <a href={`/game/${game.id}`}>
          {speed ? poolName({ variant, title, speed }) : (title ?? titleOf(variant))}, {sideName(game.colour)}
        </a>{" "}
        <span class={controls.figures}>{agoText(game.updated, Date.now())}</span>
      </td>
    </tr>
  );
}
