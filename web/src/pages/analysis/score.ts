// Scores as symbols, as words and as fractions of a bar.
import { number, t } from "../../text/text";
import type { Colour, PGNEval, Score } from "../../wire.gen";

/** Returns a score from White's point of view. */
export function forWhite(score: Score, turn: Colour): Score {
  if (turn === "white") return score;
  return score.mate === undefined ? { cp: -score.cp } : { mate: -score.mate };
}

/** Returns the evaluation in a record as a score from White's point of view. */
export function scoreOf({ cp = 0, mate }: PGNEval): Score {
  return mate ? { mate } : { cp };
}

/** Returns a score as symbols: +0.35, −#3. */
export function scoreText(score: Score): string {
  if (score.mate !== undefined) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  return pawns === "0.00" ? pawns : `${score.cp < 0 ? "−" : "+"}${pawns}`;
}

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Returns a score in words. */
export function scoreWords(score: Score): string {
  if (score.mate !== undefined) {
    const side = score.mate < 0 ? "black" : "white";
    return score.mate === 0
      ? t("page.analysis.mate-on-the-board")
      : t("page.analysis.side-mates", { side, n: Math.abs(score.mate) });
  }
  if (Math.abs(score.cp) < 20) return t("page.analysis.both-sides-stand-equal");
  const side = score.cp < 0 ? "black" : "white";
  return t("page.analysis.side-better", { side, pawns: number(Math.abs(score.cp) / 100, tenths) });
}

/** Returns a score shortened to fit the bar. */
export function scoreShort(score: Score): string {
  if (score.mate !== undefined) return `#${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  return pawns < 9.95 ? pawns.toFixed(1) : String(Math.round(pawns));
}

/** Returns White's share of the bar, from 0 to 1. */
export function share(score: Score): number {
  if (score.mate !== undefined) return score.mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-score.cp / 250));
}
