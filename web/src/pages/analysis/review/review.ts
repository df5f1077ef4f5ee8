// What a review of a game is, and how it is reckoned from what the engine found.
// docs/engine.md says the same in words.
import type { Colour, PGNEval, Score } from "../../../wire.gen";

/** What the engine found in a position. */
export interface Verdict {
  /** For the side to move. */
  score: Score;
  depth: number;
  /** The line it expects, in UCI notation and as people write it; empty if the game is over there. */
  moves: string[];
  san: string[];
}

/** A move that gave something away, as an exercise. */
export interface Slip {
  /** How many half-moves were played before it. */
  ply: number;
  side: Colour;
  /** The part of the point that it gave away. */
  lost: number;
  /** The move that was played, and the one that was better. */
  san: string;
  better: string;
  betterSan: string;
  /** What is better, and how it goes on. */
  line: string[];
  lineSan: string[];
  /** How it stood for the side before the move. */
  before: Score;
  /** What was wrong with it, and what the better one does, in sentences. */
  against: string[];
  instead: string[];
  /** Somebody has found the better move. */
  solved?: boolean;
}

export interface Review {
  /** The moves it is about; with others it no longer holds. */
  of: string;
  /** For each side 0 to 100; null for a side that has not moved. */
  accuracy: Record<Colour, number | null>;
  /** The worst moves of both sides, in the order of play. */
  slips: Slip[];
  opening: string;
  /** Positions searched for each half-move. */
  nodes: number;
  /** How deep most of them were searched. */
  depth?: number;
  /** Workers of the server have searched them, and not the browser. */
  workers?: boolean;
}

/** The least that a move has to give away to be an exercise: about half a pawn in an even game. */
const mistake = 0.07;
/** From here on it is a blunder. */
export const blunder = 0.2;
/** A move that gives away less than this is as good as the best. */
export const good = 0.035;
/** How many moves of each side become exercises. */
const worst = 3;

/** The share of the point to be had with a score. */
export function expected(score: Score): number {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-score.cp / 400));
}

/**
 * What a move gave away, as part of the point: the first verdict is on the position before it, the second on that
 * after it.
 */
export function lostBy(move: string, before: Verdict, after: Verdict): number {
  if (before.moves.length === 0 || before.moves[0] === move) return 0;
  return Math.max(0, expected(before.score) - (1 - expected(after.score)));
}

/** How good the moves of a side were, from what each gave away. */
export function accuracyOf(lost: readonly number[]): number | null {
  if (lost.length === 0) return null;
  const sum = lost.reduce((all, one) => all + Math.exp(-5 * one), 0);
  return Math.round((1000 * sum) / lost.length) / 10;
}

/** The name of the moves a review is about. */
export function nameOf(start: string, moves: readonly string[]): string {
  return `${start} ${moves.join(" ")}`;
}

/** The depth that half of the positions were searched to: where mate is near, a search goes much deeper. */
export function depthOf(verdicts: readonly Verdict[]): number {
  const depths = verdicts
    .map((one) => one.depth)
    .filter((depth) => depth > 0)
    .sort((a, b) => a - b);
  return depths[Math.floor(depths.length / 2)] ?? 0;
}

/** A score for the side to move as records have it: as White sees it. */
export function evalOf(verdict: Verdict, turn: Colour): PGNEval | undefined {
  const sign = turn === "white" ? 1 : -1;
  const depth = verdict.depth > 0 ? { depth: verdict.depth } : {};
  const { score } = verdict;
  if (score.mate === undefined) return { cp: sign * score.cp, ...depth };
  // Mate on the board has no figure: the move says it.
  return score.mate === 0 ? undefined : { mate: sign * score.mate, ...depth };
}

/** Whose move a half-move is. */
export function sideAt(first: Colour, ply: number): Colour {
  return (ply % 2 === 0) === (first === "white") ? "white" : "black";
}

/** The worst moves, without their reasons, and the accuracy of each side. */
export function judge(
  first: Colour,
  moves: readonly string[],
  san: readonly string[],
  verdicts: readonly Verdict[],
): Pick<Review, "accuracy" | "slips"> {
  const lost: Record<Colour, number[]> = { white: [], black: [] };
  const slips: Record<Colour, Slip[]> = { white: [], black: [] };
  moves.forEach((move, ply) => {
    const [before, after] = [verdicts[ply], verdicts[ply + 1]];
    if (!before || !after) return;
    const side = sideAt(first, ply);
    const gave = lostBy(move, before, after);
    lost[side].push(gave);
    if (gave < mistake) return;
    slips[side].push({
      ply,
      side,
      lost: gave,
      san: san[ply] ?? move,
      better: before.moves[0] ?? "",
      betterSan: before.san[0] ?? "",
      line: before.moves.slice(0, 8),
      lineSan: before.san.slice(0, 8),
      before: before.score,
      against: [],
      instead: [],
    });
  });
  const most = (all: Slip[]) => [...all].sort((a, b) => b.lost - a.lost || a.ply - b.ply).slice(0, worst);
  return {
    accuracy: { white: accuracyOf(lost.white), black: accuracyOf(lost.black) },
    slips: [...most(slips.white), ...most(slips.black)].sort((a, b) => a.ply - b.ply),
  };
}

/** How many positions are searched for each half-move: a long game gets less for each, so that it ends. */
export function nodesFor(plies: number, effort: keyof typeof efforts): number {
  const { each, all } = efforts[effort];
  return Math.round(Math.max(2_000, Math.min(each, all / Math.max(1, plies))));
}

/** Positions searched for each half-move, and for the whole game. */
const efforts = {
  quick: { each: 6_000, all: 1_000_000 },
  usual: { each: 30_000, all: 5_000_000 },
  thorough: { each: 150_000, all: 25_000_000 },
};
