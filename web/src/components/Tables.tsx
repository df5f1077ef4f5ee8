// Endgame-table results for a position: the winner and the distance to mate, the line, and the value of each
// move.
import { classes } from "../style/classes";
import * as controls from "../style/controls.module.css";
import * as layouts from "../style/layout.module.css";
import * as styles from "./tables.module.css";
import { shownSan } from "../rules/san";
import { other } from "../rules/text";
import { t } from "../text/text";
import type { PGNEval, TablesAnswer, TableValue } from "../wire.gen";

interface Props {
  known: TablesAnswer;
  /** Plays moves from the position. */
  onPlay: (moves: string[], san: string[]) => void;
}

/** Describes the result: a draw, or who mates or wins and in how many moves. */
export function tablesText({ result, mate = 0, turn, otherWins }: TablesAnswer): string {
  if (result === "draw") return t("page.tables.draw");
  const args = { side: result === "win" ? turn : other(turn), n: mate };
  return otherWins ? t("page.tables.side-wins", args) : t("page.analysis.side-mates", args);
}

/** Returns the result as a PGN evaluation, from White's point of view. */
export function tablesEval({ result, mate = 0, turn }: TablesAnswer): PGNEval {
  if (result === "draw") return { cp: 0 };
  return { mate: (result === "win") === (turn === "white") ? mate : -mate };
}

function valueText({ result, mate = 0 }: TableValue, otherWins = false): string {
  if (result === "win")
    return otherWins ? t("page.tables.move-wins", { n: mate }) : t("page.tables.move-win", { n: mate });
  if (result === "loss")
    return otherWins ? t("page.tables.move-loses", { n: mate }) : t("page.tables.move-loss", { n: mate });
  return result === "draw" ? t("page.tables.move-draw") : t("page.tables.move-unknown");
}

export function Tables({ known, onPlay }: Props) {
  const { line, san, moves, position, turn } = known;
  const before = turn === "black" ? 1 : 0;
  const first = Number(position.split(" ").at(-1)) || 1;
  return (
    <section class={classes(layouts.stack, layouts.gap2)} aria-labelledby="tables-title">
      <div class={classes(layouts.cluster, styles.head)}>
        <h2 id="tables-title">{t("page.tables.title")}</h2>
        <p role="status">
          {tablesText(known)}
          {known.fifty && <span class={layouts.muted}> {t("page.tables.fifty")}</span>}
        </p>
      </div>
      {line.length > 0 && (
        <p
          class={styles.line}
          role="group"
          aria-label={known.otherWins ? t("page.tables.winning-line") : t("page.tables.proof")}
        >
          {line.map((move, at) => {
            const ply = at + before;
            const n = first + Math.floor(ply / 2);
            const lead = ply % 2 === 0 ? `${n}.` : at === 0 ? `${n}…` : "";
            return (
              <button
                type="button"
                key={`${at} ${move}`}
                class={classes(controls.bare, styles.move)}
                title={t("page.analysis.play-the-line-up-to")}
                onClick={() => onPlay(line.slice(0, at + 1), san)}
              >
                {lead && <span class={styles.number}>{lead}</span>}
                {shownSan(san[at] ?? move)}
              </button>
            );
          })}
        </p>
      )}
      <ol class={classes(layouts.list, styles.moves)} aria-label={t("page.tables.moves")}>
        {moves.map(({ move, san, ...value }) => (
          <li key={move}>
            <button
              type="button"
              class={classes(layouts.row, layouts.spread, controls.bare, styles.worth)}
              onClick={() => onPlay([move], [san])}
            >
              <span>{shownSan(san)}</span>
              <span class={classes(layouts.muted, styles.value, controls.figures)} data-result={value.result}>
                {valueText(value, known.otherWins)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
