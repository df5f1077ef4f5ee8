// The home page of a returning user: the game to continue, today's puzzle, a rematch, and news.
import { classes } from "../../style/classes";
import * as styles from "./welcome.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChild } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { beginLocal } from "../../game/begin";
import { fromSaved, fromSummary, pictureOf, statusText, useServerGames, type Entry } from "../../game/entries";
import { rememberedName, savedGames, StorageError } from "../../game/savedGames";
import { agoText } from "../../game/text";
import { ideas, readVariant, titleOf, variantOf, variants } from "../../game/variants";
import { navigate } from "../../router";
import type { Rules } from "../../rules/rules";
import { useRules } from "../../rules/useRules";
import { turnOnSound } from "../../sound/sound";
import { date, t } from "../../text/text";
import type { State, Summary } from "../../wire.gen";
import { hasPuzzles, loadPuzzles, type Puzzle } from "../puzzles/data";
import { daily } from "../puzzles/pick";
import { dateOf, dayStreak } from "../puzzles/progress";
import { useProgress, type Progress } from "../puzzles/useProgress";
import { rematchOptions } from "./rematch";
import { news } from "./news";

export function WelcomeBack() {
  const { games: server } = useServerGames();
  const [saved] = useState(savedGames);
  const { rules } = useRules();
  const entries = useMemo(
    () => [...server.map(fromSummary), ...saved.map(fromSaved)].sort((a, b) => b.updated - a.updated),
    [server, saved],
  );
  const running = entries.filter((each) => !each.result);
  // A game in which it is the user's turn comes first.
  const current = running.find((each) => each.yours) ?? running[0];
  const last = entries.find((each) => each.result && each.seat && each.seat !== "both");
  const name = rememberedName();
  return (
    <section class={styles.welcome}>
      <h1>{name ? t("page.home.welcome-back-name", { name }) : t("page.home.welcome-back")}</h1>
      <div class={styles.tiles}>
        {current ? (
          <Continue entry={current} more={running.length - 1} rules={rules} />
        ) : (
          <PlayAgain last={entries[0]?.variant} />
        )}
        <TodaysPuzzle rules={rules} favourite={entries[0]?.variant} />
        <div class={classes(layouts.column, layouts.gap8, styles.aside)}>
          {last && <LastOpponent entry={last} server={server} />}
          <News />
        </div>
      </div>
    </section>
  );
}

interface HeadProps {
  icon: ComponentChild;
  id: string;
  children: string;
}

function TileHead({ icon, id, children }: HeadProps) {
  return (
    <h2 id={id} class={classes(layouts.row, styles.tileHead)}>
      {icon}
      {children}
    </h2>
  );
}

/** A small board; empty until the rules are loaded. */
function Picture({ variant, state, flip }: { variant: string; state: State | null; flip: boolean }) {
  const info = variantOf(variant);
  return (
    <span class={classes(styles.picture, (info?.boards ?? 1) > 1 && styles.row)}>
      {info && state && (
        <Board
          info={info}
          state={state}
          movable="none"
          small
          flip={flip}
          label={t("page.games.position-of", { title: info.title })}
        />
      )}
    </span>
  );
}

function Continue({ entry, more, rules }: { entry: Entry; more: number; rules: Rules | null }) {
  const state = useMemo(() => {
    if (rules) readVariant(rules, entry.variant);
    return pictureOf(rules, entry.variant, entry.position);
  }, [rules, entry.variant, entry.position]);
  return (
    <section class={classes(styles.tile, styles.main)} aria-labelledby="continue">
      <Picture variant={entry.variant} state={state} flip={entry.seat === "black"} />
      <div class={styles.about}>
        <TileHead icon={<Icon name="games" />} id="continue">
          {t("page.home.your-game")}
        </TileHead>
        <p class={styles.big}>
          {entry.white} – {entry.black}
        </p>
        <p>{titleOf(entry.variant)}</p>
        <p class={classes(entry.yours && styles.yours)}>{statusText(entry)}</p>
        <p class={layouts.muted}>{agoText(entry.updated, Date.now())}</p>
        <div class={classes(layouts.cluster, layouts.middle, styles.actions)}>
          <a class={classes(controls.button, controls.primary)} href={entry.href}>
            <Icon name="play" />
            {t("page.home.continue")}
          </a>
          {more > 0 && (
            <a class={controls.target} href="/games">
              {t("page.home.more-running", { n: more })}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

/** Offers a game of the rule set last played. */
function PlayAgain({ last }: { last: string | undefined }) {
  const first = variants.find((each) => each.name === last) ?? variants[0];
  const state = ideas[first?.name ?? ""]?.states.at(-1) ?? null;
  return (
    <section class={classes(styles.tile, styles.main)} aria-labelledby="play-again">
      <Picture variant={first?.name ?? ""} state={state} flip={false} />
      <div class={styles.about}>
        <TileHead icon={<Icon name="play" />} id="play-again">
          {t("page.home.next-game")}
        </TileHead>
        <p class={styles.big}>{first?.title}</p>
        <p>{first?.summary}</p>
        <div class={styles.actions}>
          <a class={classes(controls.button, controls.primary)} href={first ? `/play?variant=${first.name}` : "/play"}>
            <Icon name="play" />
            {t("page.home.play")}
          </a>
        </div>
      </div>
    </section>
  );
}

/** Returns the rule set with the most puzzles attempted, else the one last played, else the first with puzzles. */
function puzzleVariant(progress: Progress | null, favourite: string | undefined): string {
  const [most] = [...(progress?.scores.values() ?? [])].sort((a, b) => b.played - a.played);
  const names = [most?.variant, favourite, ...variants.map((each) => each.name)];
  return names.find((name) => name && hasPuzzles(name)) ?? "";
}

function TodaysPuzzle({ rules, favourite }: { rules: Rules | null; favourite: string | undefined }) {
  const { progress } = useProgress();
  const [puzzle, setPuzzle] = useState<Puzzle>();
  const now = Date.now();
  const variant = puzzleVariant(progress, favourite);
  useEffect(() => {
    if (!progress) return;
    let active = true;
    loadPuzzles(variant).then(
      (puzzles) => active && setPuzzle(daily(puzzles, dateOf(now))),
      () => {}, // offline: the tile has no picture
    );
    return () => {
      active = false;
    };
  }, [variant, progress !== null]);
  const state = useMemo(() => (puzzle ? pictureOf(rules, variant, puzzle.position) : null), [rules, variant, puzzle]);
  if (!variant) return null;
  const days = dayStreak(progress?.days, now);
  const done = progress?.days?.done[variant] === dateOf(now);
  return (
    <section class={styles.tile} aria-labelledby="todays-puzzle">
      <TileHead icon={<Icon name="puzzles" />} id="todays-puzzle">
        {t("page.puzzles.todays-puzzle")}
      </TileHead>
      <Picture variant={variant} state={state} flip={state?.turn === "black"} />
      <p class={classes(layouts.row, layouts.gap2, days > 0 && styles.streak)} data-day-streak={days}>
        <Icon name="streak" />
        {days > 0 ? t("page.home.streak", { n: days }) : t("page.home.no-streak")}
      </p>
      <div class={styles.actions}>
        <a class={controls.button} href={`/puzzles/${variant}${done ? "" : "?daily"}`}>
          {done ? t("page.home.more-puzzles") : t("page.puzzles.solve")}
        </a>
        {done && <span class={styles.done}>{t("page.home.solved-today")}</span>}
      </div>
    </section>
  );
}

function LastOpponent({ entry, server }: { entry: Entry; server: Summary[] }) {
  const [problem, setProblem] = useState("");
  const game = server.find((each) => each.id === entry.id);
  const options = entry.local ? rematchOptions(entry.id) : null;
  const rematch = async () => {
    if (!options) return;
    try {
      turnOnSound();
      navigate(`/local/${await beginLocal(options)}`);
    } catch (why) {
      setProblem(why instanceof StorageError ? why.message : t("page.home.the-game-could-not-be"));
    }
  };
  return (
    <section class={styles.tile} aria-labelledby="last-opponent">
      <TileHead icon={<Icon name="rematch" />} id="last-opponent">
        {t("page.home.last-opponent")}
      </TileHead>
      <p class={styles.big}>{entry.seat === "white" ? entry.black : entry.white}</p>
      <p>{statusText(entry)}</p>
      <p class={layouts.muted}>
        {titleOf(entry.variant)}, {agoText(entry.updated, Date.now())}
      </p>
      <div class={classes(layouts.cluster, styles.actions)}>
        {options && (
          <Button onClick={rematch}>
            <Icon name="rematch" />
            {t("page.game.rematch")}
          </Button>
        )}
        {game && (
          <a class={controls.button} href={entry.href}>
            {t("page.home.ask-for-a-rematch")}
          </a>
        )}
      </div>
      <Alert>{problem}</Alert>
    </section>
  );
}

function News() {
  return (
    <section class={styles.tile} aria-labelledby="news">
      <TileHead icon={<Icon name="spark" />} id="news">
        {t("page.home.news")}
      </TileHead>
      <ul class={classes(layouts.list, styles.news)}>
        {news.map(({ text, href, day }) => (
          <li key={text}>
            <a class={controls.target} href={href}>
              {t(text)}
            </a>
            <time class={layouts.muted} dateTime={day}>
              {date(new Date(`${day}T12:00`))}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
