// A sequence of puzzles of one rule set: those due again, new ones near the solver's rating, or today's.
import { classes } from "../../style/classes";
import * as styles from "./puzzles.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { navigate } from "../../router";
import { useRules } from "../../rules/useRules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import type { VariantInfo } from "../../wire.gen";
import { loadPuzzles, type Puzzle } from "./data";
import { daily, pick } from "./pick";
import { dateOf, dayStreak, isDue, newScore } from "./progress";
import { Solver } from "./Solver";
import { useCards, useProgress } from "./useProgress";
import { tagName, themes } from "./text";

interface Props {
  info: VariantInfo;
  query: URLSearchParams;
}

export function Trainer({ info, query }: Props) {
  const { rules, problem: ruleProblem } = useRules();
  const { progress, problem, record } = useProgress();
  const cards = useCards(progress, info.name);
  const [puzzles, setPuzzles] = useState<Puzzle[] | null>(null);
  const [failed, setFailed] = useState("");
  const requestedTheme = query.get("theme") ?? "";
  // A theme without puzzles is reported and ignored.
  const theme = puzzles?.some(({ tags }) => tags.includes(requestedTheme)) ? requestedTheme : "";
  const named = query.get("puzzle") ?? "";
  const today = query.has("daily");
  /** The current puzzle, and its number in this visit. */
  const [shown, setShown] = useState<{ puzzle: Puzzle; number: number } | null>(null);
  useTitle(t("page.puzzles.puzzles-of", { title: info.title }));
  useEffect(() => {
    loadPuzzles(info.name).then(setPuzzles, (why: unknown) => setFailed(errorText(why)));
  }, [info.name]);

  const score = progress?.scores.get(info.name) ?? newScore(info.name);
  const choose = (except?: string) => {
    if (!puzzles) return;
    const puzzle = pick({
      puzzles,
      cards,
      rating: score.rating,
      tag: theme,
      except,
      now: Date.now(),
      random: Math.random(),
    });
    if (puzzle) setShown({ puzzle, number: (shown?.number ?? 0) + 1 });
  };
  // Once all data is loaded, show the first puzzle, which the address may name.
  useEffect(() => {
    if (!puzzles || !progress || shown) return;
    const initial = named
      ? puzzles.find(({ id }) => id === named)
      : today
        ? daily(puzzles, dateOf(Date.now()))
        : undefined;
    if (initial) setShown({ puzzle: initial, number: 1 });
    else choose();
  }, [puzzles, progress, shown]);

  const next = () => {
    if (today || named) navigate(`/puzzles/${info.name}`);
    else choose(shown?.puzzle.id);
  };
  const themesHere = useMemo(() => themeCounts(puzzles ?? []), [puzzles]);
  const due = [...cards.values()].filter((card) => isDue(card, Date.now())).length;
  const trouble = failed || ruleProblem;
  if (trouble || (puzzles && puzzles.length === 0)) {
    return (
      <div class={styles.empty}>
        <h1>{t("page.puzzles.puzzles-of", { title: info.title })}</h1>
        <Alert>{trouble || t("page.puzzles.there-are-no-puzzles-of")}</Alert>
        <p>
          <a href="/puzzles">{t("page.puzzles.puzzles-of-other-rule-sets")}</a>
        </p>
      </div>
    );
  }
  if (!rules || !shown) return <p role="status">{t("page.puzzles.loading-the-puzzles")}</p>;
  return (
    <Solver
      key={`${shown.puzzle.id} ${shown.number}`}
      rules={rules}
      info={info}
      puzzle={shown.puzzle}
      rated={!cards.has(shown.puzzle.id)}
      onEnd={(result) => record(info.name, shown.puzzle, result, today)}
      onNext={next}
      next={today || named ? t("page.puzzles.more-puzzles") : t("page.puzzles.next-puzzle")}
      head={
        <p class={classes(layouts.cluster, layouts.muted, layouts.flush, styles.head)}>
          <a href="/puzzles">{t("page.puzzles.puzzles")}</a>
          <a href={`/learn/${info.name}`}>{info.title}</a>
          {today && <span>{t("page.puzzles.todays-puzzle")}</span>}
          {named && (
            <span>
              {shown.puzzle.id === named
                ? t("page.puzzles.puzzle-id", { id: named })
                : t("page.puzzles.this-puzzle-is-not-there")}
            </span>
          )}
        </p>
      }
    >
      <dl class={classes(styles.figures, controls.figures)}>
        <div>
          <dt>{t("page.puzzles.your-rating")}</dt>
          <dd data-rating>{score.rating}</dd>
        </div>
        <div>
          <dt>{t("page.puzzles.in-a-row")}</dt>
          <dd data-streak>
            {score.streak} <small>{t("page.puzzles.best", { n: score.bestStreak })}</small>
          </dd>
        </div>
        <div>
          <dt>{t("page.puzzles.to-come-back")}</dt>
          <dd>{due}</dd>
        </div>
        <div>
          <dt>{t("page.puzzles.days-in-a-row")}</dt>
          <dd data-days>{dayStreak(progress?.days, Date.now())}</dd>
        </div>
      </dl>
      {requestedTheme && !theme && (
        <p class={controls.notice}>
          {t("page.puzzles.no-theme", {
            title: info.title,
            theme: requestedTheme in themes ? tagName(requestedTheme) : requestedTheme,
          })}
        </p>
      )}
      {!today && !named && (
        <label class={styles.theme}>
          <span>{t("page.puzzles.theme")}</span>
          <select
            class={controls.field}
            value={theme}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              navigate(`/puzzles/${info.name}${chosen ? `?theme=${chosen}` : ""}`);
            }}
          >
            <option value="">{t("page.puzzles.all-themes", { n: puzzles?.length ?? 0 })}</option>
            {themesHere.map(([tag, many]) => (
              <option value={tag}>
                {tagName(tag)} ({many})
              </option>
            ))}
          </select>
        </label>
      )}
      <Alert>{problem}</Alert>
    </Solver>
  );
}

/** Returns the number of puzzles per theme: the rule set's themes first, then the goals. */
function themeCounts(puzzles: readonly Puzzle[]): [string, number][] {
  const many = new Map<string, number>();
  for (const { tags } of puzzles) for (const tag of tags) many.set(tag, (many.get(tag) ?? 0) + 1);
  const own = Object.keys(themes).filter((tag) => many.has(tag));
  const goals = [...many.keys()].filter((tag) => !(tag in themes)).sort();
  return [...own, ...goals].map((tag) => [tag, many.get(tag) ?? 0]);
}
