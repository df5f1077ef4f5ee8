// Puzzle progress, saved in this browser: a card for each attempted puzzle, a score for each rule set, and
// the days on which the daily puzzle was solved. The functions are pure: they return the state after an
// attempt.
import type { StoredRecord } from "../../storage/database";
import type { Puzzle } from "./data";

/** The result of an attempt. */
export type Result = "solved" | "helped" | "failed";

/** A puzzle that was attempted. */
export interface Card extends StoredRecord {
  kind: "card";
  variant: string;
  puzzle: string;
  tries: number;
  solved: boolean;
  /**
   * The number of times it was solved in a row since a failure or a hint; -1 if it is not due again, because the user
   * has never failed it or asked for a hint, or has learnt it.
   */
  box: number;
  /** The time when it is due again, in milliseconds since 1970. */
  due: number;
}

/** The score of a rule set. */
export interface Score extends StoredRecord {
  kind: "score";
  variant: string;
  rating: number;
  played: number;
  solved: number;
  /** The number of puzzles solved in a row, without a wrong move or a hint. */
  streak: number;
  bestStreak: number;
}

/** The days on which a daily puzzle was solved, in any rule set. */
export interface Days extends StoredRecord {
  kind: "days";
  streak: number;
  best: number;
  /** The last such day, as 2026-11-16. */
  last: string;
  /** The last day on which the daily puzzle was solved, keyed by rule set. */
  done: Record<string, string>;
}

export type ProgressRecord = Card | Score | Days;

const day = 24 * 60 * 60 * 1000;

/** The days until a puzzle is due again, by the number of times it was solved since a failure or a hint. */
const intervals = [1, 3, 7, 16, 35, 90];

/** The initial rating, about that of the computer's level 5. */
const firstRating = 1000;

export function cardId(variant: string, puzzle: string): string {
  return `${variant}/${puzzle}`;
}

/** Returns the card after an attempt. */
export function schedule(card: Card | undefined, variant: string, puzzle: string, result: Result, now: number): Card {
  const before = card ?? { box: -1, tries: 0, solved: false };
  const box = result !== "solved" ? 0 : before.box < 0 ? -1 : before.box + 1;
  const wait = intervals[box];
  return {
    kind: "card",
    id: cardId(variant, puzzle),
    updated: now,
    variant,
    puzzle,
    tries: before.tries + 1,
    solved: before.solved || result !== "failed",
    // After the last interval the puzzle counts as learnt.
    box: wait === undefined ? -1 : box,
    due: wait === undefined ? 0 : now + wait * day,
  };
}

/** Reports whether a puzzle is due again. */
export function isDue(card: Card, now: number): boolean {
  return card.box >= 0 && card.due <= now;
}

/** Returns the initial score. */
export function newScore(variant: string): Score {
  return {
    kind: "score",
    id: variant,
    updated: 0,
    variant,
    rating: firstRating,
    played: 0,
    solved: 0,
    streak: 0,
    bestStreak: 0,
  };
}

/** Returns the K-factor: large while the rating is uncertain. */
function factor(played: number): number {
  return played < 10 ? 60 : played < 30 ? 36 : 20;
}

/**
 * Returns the score after an attempt, by the Elo formula. A hint ends the streak without changing the rating; a puzzle
 * that was attempted before counts only for the streak and the number of puzzles solved.
 */
export function count(
  score: Score,
  puzzle: Pick<Puzzle, "rating">,
  result: Result,
  first: boolean,
  now: number,
): Score {
  const solved = result === "solved";
  const streak = solved ? score.streak + 1 : 0;
  const rated = first && result !== "helped";
  const expected = 1 / (1 + 10 ** ((puzzle.rating - score.rating) / 400));
  const change = rated ? factor(score.played) * ((solved ? 1 : 0) - expected) : 0;
  return {
    ...score,
    updated: now,
    rating: Math.max(100, Math.round(score.rating + change)),
    played: score.played + (rated ? 1 : 0),
    solved: score.solved + (solved ? 1 : 0),
    streak,
    bestStreak: Math.max(score.bestStreak, streak),
  };
}

/** Returns the date of a time, as 2026-11-16, in UTC, so that it is the same for everyone. */
export function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

export const daysId = "days";

/** Returns the record of days after the daily puzzle of a rule set is solved. */
export function countDay(days: Days | undefined, variant: string, now: number): Days {
  const today = dateOf(now);
  const before: Days = days ?? { kind: "days", id: daysId, updated: 0, streak: 0, best: 0, last: "", done: {} };
  const streak = before.last === today ? before.streak : before.last === dateOf(now - day) ? before.streak + 1 : 1;
  return {
    ...before,
    updated: now,
    last: today,
    streak,
    best: Math.max(before.best, streak),
    done: { ...before.done, [variant]: today },
  };
}

/** Returns the current streak of days: broken if neither today nor yesterday counts. */
export function dayStreak(days: Days | undefined, now: number): number {
  if (!days) return 0;
  return days.last === dateOf(now) || days.last === dateOf(now - day) ? days.streak : 0;
}
