// Puzzle progress, saved in this browser: a card for each puzzle tried, a score for each rule set, and the days
// on which the daily puzzle was solved. Pure functions: the state after an attempt, given the state before.
import type { StoredRecord } from "../../storage/database";
import type { Puzzle } from "./data";

/** The result of an attempt. */
export type Result = "solved" | "helped" | "failed";

/** A puzzle that was tried. */
export interface Card extends StoredRecord {
  kind: "card";
  variant: string;
  puzzle: string;
  tries: number;
  solved: boolean;
  /** How many times in a row it was solved since a failure; -1 if it never failed, and so is never due again. */
  box: number;
  /** When it is due again, in milliseconds since 1970. */
  due: number;
}

/** The score of a rule set. */
export interface Score extends StoredRecord {
  kind: "score";
  variant: string;
  rating: number;
  played: number;
  solved: number;
  /** Solved in a row, without a wrong move or a hint. */
  streak: number;
  bestStreak: number;
}

/** The days with a daily puzzle solved, in any rule set. */
export interface Days extends StoredRecord {
  kind: "days";
  streak: number;
  best: number;
  /** The last day, as 2026-11-16. */
  last: string;
  /** By rule set, the last day on which its daily puzzle was solved. */
  done: Record<string, string>;
}

export type ProgressRecord = Card | Score | Days;

const day = 24 * 60 * 60 * 1000;

/** The days until a puzzle is due again, by how often it was solved since a failure. */
const intervals = [1, 3, 7, 16, 35, 90];

/** The initial rating: about level 5. */
const firstRating = 1000;

export function cardId(variant: string, puzzle: string): string {
  return `${variant}/${puzzle}`;
}

/** The card after an attempt. */
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
    // After the last interval it counts as learnt.
    box: wait === undefined ? -1 : box,
    due: wait === undefined ? 0 : now + wait * day,
  };
}

/** Whether a puzzle is due again. */
export function isDue(card: Card, now: number): boolean {
  return card.box >= 0 && card.due <= now;
}

/** The initial score. */
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

/** The K-factor: large while little is known. */
function factor(played: number): number {
  return played < 10 ? 60 : played < 30 ? 36 : 20;
}

/**
 * The score after an attempt, by Elo's formula. A hint ends the streak and leaves the rating; a puzzle that was
 * due again counts for the streak only.
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

/** The date of a moment, as 2026-11-16, in UTC, so that it is the same for everyone. */
export function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

export const daysId = "days";

/** The days after the daily puzzle of a rule set was solved. */
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

/** The current streak of days: broken if neither today nor yesterday counts. */
export function dayStreak(days: Days | undefined, now: number): number {
  if (!days) return 0;
  return days.last === dateOf(now) || days.last === dateOf(now - day) ? days.streak : 0;
}
