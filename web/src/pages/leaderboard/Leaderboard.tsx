// The best players of a game and speed, and how ratings are distributed.
import { classes } from "../../style/classes";
import * as styles from "./leaderboard.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Alert } from "../../components/Alert";
import { useAnswer } from "../../components/useAnswer";
import { boardAddress, readBoard, speedName, speeds } from "../../game/ratings";
import { profileAddress } from "../../game/people";
import { titleOf, variants } from "../../game/variants";
import { navigate } from "../../router";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import type { Leaderboard as Answer, RankedPlayer } from "../../wire.gen";

export default function Leaderboard({ query }: { query: string }) {
  useTitle(t("page.ratings.leaderboard"));
  const asked = new URLSearchParams(query);
  const variant = asked.get("game") ?? variants[0]?.name ?? "";
  const speed = speeds.find((each) => each === asked.get("speed")) ?? "blitz";
  const { value: answer, problem } = useAnswer(() => readBoard(variant, speed), `${variant}/${speed}`);
  const own = variants.every((each) => each.name !== variant);
  return (
    <div class={styles.page}>
      <h1>{t("page.ratings.leaderboard")}</h1>
      <div class={classes(layouts.cluster, styles.choice)}>
        <label>
          <span>{t("page.home.game")}</span>
          <select
            class={controls.field}
            value={variant}
            onChange={(event) => navigate(boardAddress(event.currentTarget.value, speed), "replace")}
          >
            {own && <option value={variant}>{answer?.title ?? titleOf(variant)}</option>}
            {variants.map((each) => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t("page.ratings.speed")}</span>
          <select
            class={controls.field}
            value={speed}
            onChange={(event) =>
              navigate(
                boardAddress(variant, speeds.find((each) => each === event.currentTarget.value) ?? speed),
                "replace",
              )
            }
          >
            {speeds.map((each) => (
              <option key={each} value={each}>
                {speedName(each)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Alert>{problem}</Alert>
      {answer && answer.people.length + answer.bots.length === 0 && <p>{t("page.ratings.nobody")}</p>}
      {answer && (
        <>
          <Ranking title={t("page.ratings.people")} players={answer.people} />
          <Distribution answer={answer} />
          <Ranking title={t("page.ratings.bots")} players={answer.bots} />
        </>
      )}
    </div>
  );
}

function Ranking({ title, players }: { title: string; players: RankedPlayer[] }) {
  if (players.length === 0) return null;
  return (
    <table class={styles.ranking}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t("page.ratings.name")}</th>
          <th scope="col">{t("page.ratings.rating")}</th>
          <th scope="col">{t("page.ratings.games")}</th>
        </tr>
      </thead>
      <tbody>
        {players.map((each, n) => (
          <tr key={each.name}>
            <td class={controls.figures}>{n + 1}</td>
            <td>
              <a href={profileAddress(each.name)}>{each.name}</a>
            </td>
            <td class={controls.figures}>{each.rating}</td>
            <td class={controls.figures}>{each.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Distribution({ answer: { distribution, width } }: { answer: Answer }) {
  if (distribution.length === 0) return null;
  const most = Math.max(...distribution.map((each) => each.players));
  return (
    <section aria-labelledby="distribution">
      <h2 id="distribution">{t("page.ratings.distribution")}</h2>
      <ul class={classes(layouts.list, styles.bars)}>
        {distribution.map(({ from, players }) => (
          <li key={from}>
            <span class={controls.figures}>
              {t("page.ratings.range", { from: String(from), to: String(from + width - 1), n: players })}
            </span>
            <progress max={most} value={players} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </section>
  );
}
