// The user's games, on the server and in this browser, in progress and finished.
import { classes } from "../../style/classes";
import * as styles from "./games.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { savedGames, deleteGame } from "../../game/savedGames";
import { fromSaved, fromSummary, pictureOf, statusText, useServerGames, type Entry } from "../../game/entries";
import { t } from "../../text/text";
import { readVariant, titleOf, variantOf } from "../../game/variants";
import { agoText, movesText } from "../../game/text";
import type { Rules } from "../../rules/rules";
import { useRules } from "../../rules/useRules";
import { useTitle } from "../../title";

export default function Games() {
  useTitle(t("page.games.my-games"));
  const { games, loaded, problem } = useServerGames();
  const [saved, setSaved] = useState(savedGames);
  const entries = useMemo(
    () => [...games.map(fromSummary), ...saved.map(fromSaved)].sort((a, b) => b.updated - a.updated),
    [games, saved],
  );
  const { rules } = useRules();
  const remove = (id: string) => {
    deleteGame(id);
    setSaved(savedGames());
  };
  const running = entries.filter((each) => !each.result);
  const finished = entries.filter((each) => each.result);
  const list = (some: Entry[]) => (
    <ul class={classes(layouts.list, styles.list)}>
      {some.map((each) => (
        <GameCard key={each.href} entry={each} rules={rules} onRemove={remove} />
      ))}
    </ul>
  );
  return (
    <div class={styles.games}>
      <h1>{t("page.games.my-games")}</h1>
      {problem && (
        <p class={controls.notice} role="status">
          {t("page.games.server-not-shown", { why: problem })}
        </p>
      )}
      {entries.length === 0 && loaded && (
        <section class={styles.empty}>
          <p>{t("page.games.you-have-not-played-in")}</p>
          <a class={classes(controls.button, controls.primary)} href="/play">
            {t("page.games.start-a-game")}
          </a>
        </section>
      )}
      {running.length > 0 && (
        <section aria-labelledby="running">
          <h2 id="running">{t("page.games.running")}</h2>
          {list(running)}
        </section>
      )}
      {finished.length > 0 && (
        <section aria-labelledby="finished">
          <h2 id="finished">{t("page.games.finished")}</h2>
          {list(finished)}
        </section>
      )}
    </div>
  );
}

function GameCard({ entry, rules, onRemove }: { entry: Entry; rules: Rules | null; onRemove: (id: string) => void }) {
  const [asking, setAsking] = useState(false);
  const harmless = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) harmless.current?.focus();
  }, [asking]);
  const info = useMemo(
    () => (rules ? readVariant(rules, entry.variant) : variantOf(entry.variant)),
    [rules, entry.variant],
  );
  const state = useMemo(() => pictureOf(rules, entry.variant, entry.position), [rules, entry.variant, entry.position]);
  const title = `${entry.white} – ${entry.black}`;
  return (
    <li class={classes(layouts.column, styles.card, entry.yours && styles.yours)}>
      <a href={entry.href} class={styles.link}>
        <span class={styles.board}>
          {info && state && (
            <Board
              info={info}
              state={state}
              movable="none"
              small
              flip={entry.seat === "black"}
              label={t("page.games.position-of", { title: info.title })}
            />
          )}
        </span>
        <strong>{title}</strong>
        <span>{titleOf(entry.variant)}</span>
        <span class={styles.status}>{statusText(entry)}</span>
        <span class={layouts.muted}>
          {movesText(entry.plies)}, {agoText(entry.updated, Date.now())}
        </span>
      </a>
      {entry.local && (
        <div class={styles.remove} role="group" aria-label={asking ? t("page.games.delete-this-game") : undefined}>
          {asking ? (
            <>
              <Button class={classes(controls.danger, controls.sure)} onClick={() => onRemove(entry.id)}>
                {t("page.games.delete-for-good")}
              </Button>
              <button type="button" class={controls.button} ref={harmless} onClick={() => setAsking(false)}>
                {t("page.games.keep")}
              </button>
            </>
          ) : (
            <Button
              class={classes(controls.quiet, controls.danger)}
              aria-label={t("page.games.delete-name", { name: title })}
              onClick={() => setAsking(true)}
            >
              {t("page.games.delete")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
