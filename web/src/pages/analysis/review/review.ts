// Game reviews, computed from the engine's findings. docs/engine.md explains the formulas.
import type { Colour, PGNEval, Score } from "../../../wire.gen";

/** The engine's result for a position. */
export interface Verdict {
  /** For the side to move. */
  score: Score;
  depth: number;
  /** The expected line, in UCI notation and in SAN; empty if the game is over there. */
  moves: string[];
  san: string[];
}

/** A mistake, as an exercise. */
export interface Slip {
  /** The number of plies before it. */
  ply: number;
  side: Colour;
  /** The expected score it lost, from 0 to 1. */
  lost: number;
  /** The move played, and the better one. */
  san: string;
  better: string;
  betterSan: string;
  /** The better line. */
  line: string[];
  lineSan: string[];
  /** The evaluation before the move, for the side to move. */
  before: Score;
  /** What was wrong with the move, and what the better one does, as sentences. */
  against: string[];
  instead: string[];
  /** The user has found the better move. */
  solved?: boolean;
}

export interface Review {
  /** The moves it covers; it is invalid for any others. */
  of: string;
  /** Accuracy per side, 0 to 100; null for a side that has not moved. */
  accuracy: Record<Colour, number | null>;
  /** The worst moves of both sides, in order of play. */
  slips: Slip[];
  opening: string;
  /** Nodes searched per ply. */
  nodes: number;
  /** The typical search depth. */
  depth?: number;
  /** The server's workers searched, not the browser. */
  workers?: boolean;
}

/** The minimum loss of an exercise: about half a pawn in an equal position. */
const mistake = 0.07;
/** The minimum loss of a blunder. */
export const blunder = 0.2;
/** A move that loses less than this counts as best. */
export const good = 0.035;
/** The maximum number of exercises per side. */
const worst = 3;

/** The expected score for an evaluation, from 0 to 1. */
export function expected(score: Score): number {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-score.cp / 400));
}

/**
 * The expected score that a move lost: the first verdict is for the position before it, the second for the one
 * after it.
 */
export function lostBy(move: string, before: Verdict, after: Verdict): number {
  if (before.moves.length === 0 || before.moves[0] === move) return 0;
  return Math.max(0, expected(before.score) - (1 - expected(after.score)));
}

/** The accuracy of a side's moves, from the loss of each. */
export function accuracyOf(lost: readonly number[]): number | null {
  if (lost.length === 0) return null;
  const sum = lost.reduce((all, one) => all + Math.exp(-5 * one), 0);
  return Math.round((1000 * sum) / lost.length) / 10;
}

/** The key of the moves that a review covers. */
export function nameOf(start: string, moves: readonly string[]): string {
  return `${start} ${moves.join(" ")}`;
}

/** The median search depth: near a mate, a search goes much deeper. */
export function depthOf(verdicts: readonly Verdict[]): number {
  const depths = verdicts
    .map((one) => one.depth)
    .filter((depth) => depth > 0)
    .sort((a, b) => a - b);
  return depths[Math.floor(depths.length / 2)] ?? 0;
}

/** A score for the side to move, converted to White's point of view as in records. */
export function evalOf(verdict: Verdict, turn: Colour): PGNEval | undefined {
  const sign = turn === "white" ? 1 : -1;
  const depth = verdict.depth > 0 ? { depth: verdict.depth } : {};
  const { score } = verdict;
  if (score.mate === undefined) return { cp: sign * score.cp, ...depth };
  // Checkmate has no evaluation: the move shows it.
  return score.mate === 0 ? undefined : { mate: sign * score.mate, ...depth };
}

/** The side of a ply. */
export function sideAt(first: Colour, ply: number): Colour {
  return (ply % 2 === 0) === (first === "white") ? "white" : "black";
}

/** The worst moves, without their reasons, and each side's accuracy. */
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

/** The nodes searched per ply: fewer in a long game, so that the review finishes. */
export function nodesFor(plies: number, effort: keyof typeof efforts): number {
  const { each, all } = efforts[effort];
  return Math.round(Math.max(2_000, Math.min(each, all / Math.max(1, plies))));
}

/** Nodes searched per ply, and for the whole game. */
const efforts = {
  quick: { each: 6_000, all: 1_000_000 },
  usual: { each: 30_000, all: 5_000_000 },
  thorough: { each: 150_000, all: 25_000_000 },
};
