// Game reviews, computed from the engine's evaluations. docs/engine.md explains the formulas.
import type { Colour, PGNEval, Score } from "../../../wire.gen";

/** The engine's result for a position. */
export interface Verdict {
  /** The evaluation, from the side to move's point of view. */
  score: Score;
  depth: number;
  /** The expected line, in UCI notation and in SAN; empty if the game is over. */
  moves: string[];
  san: string[];
}

/** A mistake, used as an exercise. */
export interface Slip {
  /** The number of plies before the mistake. */
  ply: number;
  side: Colour;
  /** The expected score that the move lost, from 0 to 1. */
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
  /** Why the move is a mistake, and what the better one achieves, as sentences. */
  against: string[];
  instead: string[];
  /** Whether the user has found the better move. */
  solved?: boolean;
}

export interface Review {
  /** The key of the moves it covers; it is invalid for any others. */
  of: string;
  /** Accuracy per side, 0 to 100; null for a side that has not moved. */
  accuracy: Record<Colour, number | null>;
  /** The worst moves of both sides, in order of play. */
  slips: Slip[];
  opening: string;
  /** The number of nodes searched per ply. */
  nodes: number;
  /** The typical search depth. */
  depth?: number;
  /** Whether the server's workers made the review, not the browser. */
  workers?: boolean;
}

/** The loss of expected score from which a move is an exercise: about half a pawn in an equal position. */
const mistake = 0.07;
/** The loss of expected score from which a move is a blunder. */
export const blunder = 0.2;
/** An attempt that loses less than this is accepted as equal to the best move. */
export const good = 0.035;
/** The maximum number of exercises per side. */
const worst = 3;

/** Returns the expected score for an evaluation, from 0 to 1. */
export function expected(score: Score): number {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-score.cp / 400));
}

/** Returns the expected score that a move lost, given the verdicts for the positions before and after it. */
export function lostBy(move: string, before: Verdict, after: Verdict): number {
  if (before.moves.length === 0 || before.moves[0] === move) return 0;
  return Math.max(0, expected(before.score) - (1 - expected(after.score)));
}

/**
 * Returns how much a move counts in the accuracy: the expected score that it lost or, if that is more, the material
 * that it threw away in a losing position. Five pawns or more count as at most half a point. Mates are not counted as
 * material, because even a careful loser is mated in the end.
 */
export function carelessness(move: string, before: Verdict, after: Verdict): number {
  const lost = lostBy(move, before, after);
  const worse = 1 - 2 * expected(before.score);
  if (worse <= 0 || before.moves[0] === move) return lost;
  if (before.score.cp === undefined || after.score.cp === undefined) return lost;
  // The evaluations of two searches differ by up to a pawn and a half in lost positions, without any mistake.
  const pawns = (before.score.cp + after.score.cp) / 100;
  return Math.max(lost, worse * Math.min(0.5, (pawns - 1.5) / 7));
}

/** Returns the accuracy of a side's moves, given the carelessness of each; null if there are none. */
export function accuracyOf(careless: readonly number[]): number | null {
  if (careless.length === 0) return null;
  const mean = careless.reduce((all, one) => all + one, 0) / careless.length;
  return Math.round(1000 * Math.exp(-5 * mean)) / 10;
}

/** Returns the key of the moves that a review covers. */
export function nameOf(start: string, moves: readonly string[]): string {
  return `${start} ${moves.join(" ")}`;
}

/**
 * Returns the median search depth. The mean would be misleading, because searches near a mate are much
 * deeper.
 */
export function depthOf(verdicts: readonly Verdict[]): number {
  const depths = verdicts
    .map((one) => one.depth)
    .filter((depth) => depth > 0)
    .sort((a, b) => a - b);
  return depths[Math.floor(depths.length / 2)] ?? 0;
}

/** Returns the evaluation from White's point of view, as in records; undefined for checkmate. */
export function evalOf(verdict: Verdict, turn: Colour): PGNEval | undefined {
  const sign = turn === "white" ? 1 : -1;
  const depth = verdict.depth > 0 ? { depth: verdict.depth } : {};
  const { score } = verdict;
  if (score.mate === undefined) return { cp: sign * score.cp, ...depth };
  // Checkmate has no evaluation; the move itself shows it.
  return score.mate === 0 ? undefined : { mate: sign * score.mate, ...depth };
}

/** Returns the side that plays a ply. */
export function sideAt(first: Colour, ply: number): Colour {
  return (ply % 2 === 0) === (first === "white") ? "white" : "black";
}

/** Returns the worst moves, without their reasons, and each side's accuracy. */
export function judge(
  first: Colour,
  moves: readonly string[],
  san: readonly string[],
  verdicts: readonly Verdict[],
): Pick<Review, "accuracy" | "slips"> {
  const careless: Record<Colour, number[]> = { white: [], black: [] };
  const slips: Record<Colour, Slip[]> = { white: [], black: [] };
  moves.forEach((move, ply) => {
    const [before, after] = [verdicts[ply], verdicts[ply + 1]];
    if (!before || !after) return;
    const side = sideAt(first, ply);
    const gave = lostBy(move, before, after);
    careless[side].push(carelessness(move, before, after));
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
    accuracy: { white: accuracyOf(careless.white), black: accuracyOf(careless.black) },
    slips: [...most(slips.white), ...most(slips.black)].sort((a, b) => a.ply - b.ply),
  };
}

/** Returns the nodes searched per ply: fewer in a long game, to limit the total time. */
export function nodesFor(plies: number, effort: keyof typeof efforts): number {
  const { each, all } = efforts[effort];
  return Math.round(Math.max(2_000, Math.min(each, all / Math.max(1, plies))));
}

/** The maximum number of nodes searched per ply, and for a whole game, which only very long games exceed. */
const efforts = {
  quick: { each: 6_000, all: 1_000_000 },
  usual: { each: 30_000, all: 5_000_000 },
  thorough: { each: 150_000, all: 25_000_000 },
};
