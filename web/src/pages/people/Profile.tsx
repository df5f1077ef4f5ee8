// The profile of an account: ratings, results by game, best wins, openings, games and daily puzzles.
import { classes } from "../../style/classes";
import * as styles from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { useAnswer, useLast } from "../../components/useAnswer";
import { useSignedIn } from "../../components/useSignedIn";
import { hideProfile, profileAddress, readFriends, readProfile, relate } from "../../game/people";
import { titleOf } from "../../game/variants";
import { errorText, sentence } from "../../rules/text";
import { date, t } from "../../text/text";
import { useTitle } from "../../title";
import type { Friend, GameTotal, Profile as Answer } from "../../wire.gen";
import { OwnRatings } from "../account/OwnRatings";
import { ReportPlayer } from "../report/ReportPlayer";
import { GameList } from "./GameList";
import { GameTable } from "./GameTable";
import { Openings } from "./Openings";

export default function Profile({ name }: { name: string }) {
  useTitle(name);
  const [changes, setChanges] = useState(0);
  const { value, problem } = useAnswer(() => readProfile(name), `${name} ${changes}`);
  const found = useLast(value);
  const changed = () => setChanges(changes + 1);
  return (
    <div class={styles.page} aria-busy={!found && !problem}>
      <h1>{found?.name ?? name}</h1>
      <Alert>{problem}</Alert>
      {found && (
        <>
          <Actions found={found} onChange={changed} />
          {found.hidden && !found.own ? <p>{t("page.people.hidden")}</p> : <Figures found={found} />}
          {!found.own && <ReportPlayer name={found.name} />}
        </>
      )}
    </div>
  );
}

/** What the user can do: hide the own profile, or follow, challenge and block another person. */
function Actions({ found, onChange }: { found: Answer; onChange: () => void }) {
  const { name, relation } = found;
  const signedIn = useSignedIn();
  const [problem, setProblem] = useState("");
  const act = (action: Promise<unknown>) => {
    setProblem("");
    action.then(onChange, (failed: unknown) => setProblem(errorText(failed)));
  };
  const choose = (wanted: "follow" | "block", on: string, off: string) => (
    <Button
      class={wanted === "block" && controls.quiet}
      onClick={() => act(relate(name, relation === wanted ? undefined : wanted))}
    >
      {relation === wanted ? off : on}
    </Button>
  );
  return (
    <div class={classes(layouts.cluster, layouts.middle, styles.actions)}>
      {found.own && (
        <>
          <label class={classes(layouts.row, styles.check)}>
            <input
              type="checkbox"
              checked={found.hidden}
              onChange={(event) => act(hideProfile(event.currentTarget.checked))}
            />
            {t("page.people.hide")}
          </label>
          <a href="/account">{t("page.account.account")}</a>
        </>
      )}
      {signedIn && !found.own && (
        <>
          {choose("follow", t("page.people.follow"), t("page.people.unfollow"))}
          {relation !== "block" && (
            <a
              class={classes(controls.button, controls.primary)}
              href={`/play?${new URLSearchParams({ opponent: "friend", challenge: name })}`}
            >
              {t("page.people.challenge")}
            </a>
          )}
          {choose("block", t("page.people.block"), t("page.people.unblock"))}
          {relation === "block" && <span>{t("page.people.blocked")}</span>}
        </>
      )}
      <Alert>{problem}</Alert>
    </div>
  );
}

function Figures({ found }: { found: Answer }) {
  const { name, totals, bestWins, daily } = found;
  const since = found.created ? t("page.people.since", { date: date(found.created) }) : "";
  return (
    <>
      <p class={layouts.muted}>
        {[found.bot ? t("page.people.bot") : "", since].filter(Boolean).map(sentence).join(" ")}
      </p>
      <OwnRatings name={name} none={t("page.people.no-ratings")} />
      <section aria-labelledby="totals">
        <h2 id="totals">{t("page.people.results")}</h2>
        {totals.length === 0 ? <p>{t("page.people.no-games")}</p> : <Totals totals={totals} />}
      </section>
      {bestWins.length > 0 && (
        <section aria-labelledby="wins">
          <h2 id="wins">{t("page.people.best-wins")}</h2>
          <GameTable games={bestWins} labelledby="wins" />
        </section>
      )}
      {totals.length > 0 && (
        <>
          <Openings name={name} totals={totals} />
          <GameList name={name} totals={totals} />
        </>
      )}
      <section aria-labelledby="daily">
        <h2 id="daily">{t("page.people.daily")}</h2>
        <p>
          {daily.solved
            ? t("page.people.streaks", { n: daily.solved, current: daily.current, best: daily.best })
            : t("page.people.no-puzzles")}
        </p>
      </section>
      {found.own && <Related />}
    </>
  );
}

/** The people whom the user follows and blocks. */
function Related() {
  const { value } = useAnswer(readFriends);
  const names = (id: string, title: string, list: Friend[] = []) =>
    list.length > 0 && (
      <section aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <ul class={classes(layouts.list, layouts.cluster)}>
          {list.map((each) => (
            <li key={each.name}>
              <a href={profileAddress(each.name)}>{each.name}</a>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {names("following", t("page.people.following"), value?.following)}
      {names("blocked", t("page.people.blocked-people"), value?.blocked)}
    </>
  );
}

function Totals({ totals }: { totals: GameTotal[] }) {
  return (
    <table class={styles.table} aria-labelledby="totals">
      <thead>
        <tr>
          <th scope="col">{t("page.home.game")}</th>
          <th scope="col">{t("page.people.wins")}</th>
          <th scope="col">{t("page.people.draws")}</th>
          <th scope="col">{t("page.people.losses")}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((each) => (
          <tr key={each.variant}>
            <th scope="row">{each.title ?? titleOf(each.variant)}</th>
            <td class={controls.figures}>{each.wins}</td>
            <td class={controls.figures}>{each.draws}</td>
            <td class={controls.figures}>{each.losses}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
