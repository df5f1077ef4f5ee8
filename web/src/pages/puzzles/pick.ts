// Picks the next puzzle, and today's.
import type { Puzzle } from "./data";
import { isDue, type Card } from "./progress";

/** The number of puzzles nearest in rating from which one is drawn. */
const sampleSize = 12;

/**
 * Returns the puzzle of a day: the same for everyone, and repeated only after all others. Undefined if there
 * are none.
 */
export function daily(puzzles: readonly Puzzle[], date: string): Puzzle | undefined {
  const n = puzzles.length;
  if (n === 0) return undefined;
  const days = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
  // The puzzles are sorted by rating. A stride coprime to their number visits all of them, mixing easy and
  // hard ones.
  let stride = Math.max(1, Math.round(n * 0.618));
  while (greatestCommonDivisor(stride, n) > 1) stride++;
  return puzzles[(((days * stride) % n) + n) % n];
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

interface PuzzleQuery {
  puzzles: readonly Puzzle[];
  cards: ReadonlyMap<string, Card>;
  rating: number;
  /** The theme; any if empty. */
  tag?: string;
  /** The puzzle that was just shown. */
  except?: string;
  now: number;
  /** A random number, at least 0 and less than 1. */
  random: number;
}

/**
 * Returns the next puzzle: one that is due again, else a new one near the solver's rating, else the one seen
 * longest ago, else the one just shown. Undefined if there are none.
 */
export function pick({ puzzles, cards, rating, tag, except, now, random }: PuzzleQuery): Puzzle | undefined {
  const fitting = puzzles.filter((puzzle) => (!tag || puzzle.tags.includes(tag)) && puzzle.id !== except);
  const due = fitting.filter((puzzle) => {
    const card = cards.get(puzzle.id);
    return card && isDue(card, now);
  });
  const earliest = lowest(due, (puzzle) => cards.get(puzzle.id)?.due ?? 0);
  if (earliest) return earliest;
  const fresh = fitting.filter((puzzle) => !cards.has(puzzle.id));
  const near = fresh.toSorted((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating)).slice(0, sampleSize);
  return (
    near[Math.floor(random * near.length)] ??
    lowest(fitting, (puzzle) => cards.get(puzzle.id)?.updated ?? 0) ??
    puzzles.find(({ id }) => id === except)
  );
}

function lowest<Thing>(things: readonly Thing[], by: (thing: Thing) => number): Thing | undefined {
  let best: Thing | undefined;
  for (const thing of things) if (best === undefined || by(thing) < by(best)) best = thing;
  return best;
}
