// How well a player's moves agree with the engine. The figures are evidence for people to judge, not a verdict.
import type { Colour, Score } from "../../wire.gen";
import { sideAt, type Verdict } from "../analysis/review/review";

/** Sums over a player's moves. */
export interface Figures {
  moves: number;
  /** The number of moves that are the engine's first choice. */
  agreed: number;
  /** The total loss, in centipawns. */
  loss: number;
}

export const noFigures: Figures = { moves: 0, agreed: 0, loss: 0 };

/** The number of plies at the start of a game that do not count, because many players know the opening. */
const opening = 10;

/** The largest evaluation, in centipawns: mates and decided games count as this much. */
const most = 1000;

/** Returns an evaluation in centipawns. */
function centipawns(score: Score): number {
  const value = score.mate === undefined ? score.cp : score.mate > 0 ? most : -most;
  return Math.max(-most, Math.min(most, value));
}

/**
 * Adds the moves of a side to figures. `verdicts` are those for the position before each move and after the last.
 * Decided positions do not count, because everybody plays them alike.
 */
export function addGame(
  figures: Figures,
  first: Colour,
  side: Colour,
  moves: readonly string[],
  verdicts: readonly Verdict[],
): Figures {
  const sum = { ...figures };
  moves.forEach((move, ply) => {
    const [before, after] = [verdicts[ply], verdicts[ply + 1]];
    if (ply < opening || sideAt(first, ply) !== side || !before?.moves[0] || !after) return;
    const best = centipawns(before.score);
    if (Math.abs(best) >= most) return;
    sum.moves++;
    if (before.moves[0] === move) sum.agreed++;
    else sum.loss += Math.max(0, best + centipawns(after.score));
  });
  return sum;
}

/** Returns the share of moves that agree with the engine, in percent, and the mean loss in centipawns. */
export function shares({ moves, agreed, loss }: Figures): { agreement: number; loss: number } {
  return { agreement: Math.round((100 * agreed) / Math.max(1, moves)), loss: Math.round(loss / Math.max(1, moves)) };
}
