// The games of this session: on the server and saved here, running and finished.
import { classes } from "../../style/classes";
import * as styles from "./games.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { savedGames, deleteGame } from "../../game/savedGames";
import { myGames } from "../../game/rest";
import type { State, Summary } from "../../wire.gen";
import { readVariant, titleOf, variantOf } from "../../game/variants";
import { ago, movesText } from "../../game/text";
import type { Rules } from "../../rules/rules";
import { useRules } from "../../rules/useRules";
import { errorText } from "../../rules/text";
import { useTitle } from "../../title";
import { ofSaved, ofSummary, statusText, type Entry } from "./entry";

/** The games on the server; empty while they are not known. */
function useServerGames(): { games: Summary[]; asked: boolean; problem: string } {
  const [found, setFound] = useState<{ games: Summary[]; asked: boolean; problem: string }>({ games: [], asked: false, problem: "" });
  useEffect(() => {
    let wanted = true;
    const ask = () => {
      if (document.visibilityState === "hidden") return;
      myGames().then(
        (games) => wanted && setFound({ games, asked: true, problem: "" }),
        (reason: unknown) => wanted && setFound((before) => ({ ...before, asked: true, problem: errorText(reason) })),
      );
    };
    ask();
    const timer = setInterval(ask, 15_000);
    document.addEventListener("visibilitychange", ask);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  return found;
}

export default function Games() {
  useTitle("My games");
  const { games, asked, problem } = useServerGames();
  const [saved, setSaved] = useState(savedGames);
  const entries = useMemo(
    () => [...games.map(ofSummary), ...saved.map(ofSaved)].sort((a, b) => b.updated - a.updated),
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
    <ul class={styles.list}>
      {some.map((each) => (
        <GameCard key={each.href} entry={each} rules={rules} onRemove={remove} />
      ))}
    </ul>
  );
  return (
    <div class={styles.games}>
      <h1>My games</h1>
      {problem && (
        <p class={controls.notice} role="status">
          Games on the server are not shown. {problem}
        </p>
      )}
      {entries.length === 0 && asked && (
        <section class={styles.empty}>
          <p>You have not played in this browser yet. Start a game, and you will find it here.</p>
          <a class={classes(controls.button, controls.primary)} href="/play">
            Start a game
          </a>
        </section>
      )}
      {running.length > 0 && (
        <section aria-labelledby="running">
          <h2 id="running">Running</h2>
          {list(running)}
        </section>
      )}
      {finished.length > 0 && (
        <section aria-labelledby="finished">
          <h2 id="finished">Finished</h2>
          {list(finished)}
        </section>
      )}
    </div>
  );
}

/** The position to show; nothing while the rules are not there, or if they refuse it. */
function pictureOf(rules: Rules | null, variant: string, position: string): State | null {
  try {
    return rules && rules.line({ variant, position }).state;
  } catch {
    return null;
  }
}

function GameCard({ entry, rules, onRemove }: { entry: Entry; rules: Rules | null; onRemove: (id: string) => void }) {
  const [asking, setAsking] = useState(false);
  const harmless = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) harmless.current?.focus();
  }, [asking]);
  const info = useMemo(() => (rules ? readVariant(rules, entry.variant) : variantOf(entry.variant)), [rules, entry.variant]);
  const state = useMemo(() => pictureOf(rules, entry.variant, entry.position), [rules, entry.variant, entry.position]);
  const title = `${entry.white} – ${entry.black}`;
  return (
    <li class={classes(styles.card, entry.yours && styles.yours)}>
      <a href={entry.href} class={styles.link}>
        <span class={styles.board}>
          {info && state && (
            <Board info={info} state={state} movable="none" small flip={entry.seat === "black"} label={`${info.title}, the position`} />
          )}
        </span>
        <strong>{title}</strong>
        <span>{titleOf(entry.variant)}</span>
        <span class={styles.status}>{statusText(entry)}</span>
        <span class={styles.when}>
          {movesText(entry.plies)}, {ago(entry.updated, Date.now())}
        </span>
      </a>
      {entry.local && (
        <div class={styles.remove} role="group" aria-label={asking ? "Delete this game?" : undefined}>
          {asking ? (
            <>
              <button type="button" class={classes(controls.button, controls.danger, controls.sure)} onClick={() => onRemove(entry.id)}>
                Delete for good
              </button>
              <button type="button" class={controls.button} ref={harmless} onClick={() => setAsking(false)}>
                Keep
              </button>
            </>
          ) : (
            <button type="button" class={classes(controls.button, controls.quiet, controls.danger)} aria-label={`Delete ${title}`} onClick={() => setAsking(true)}>
              Delete
            </button>
          )}
        </div>
      )}
    </li>
  );
}
