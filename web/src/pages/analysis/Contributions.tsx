// The terms of the evaluation: each piece, and the terms for all pieces together.
import { classes } from "../../style/classes";
import * as styles from "./contributions.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { shownSan } from "../../rules/san";
import { sideName } from "../../rules/text";
import { t } from "../../text/text";
import { pawns, signed, sumOf, worthsOf, type Worth } from "./worth";
import type { EvaluationState } from "./useEvaluation";

export function Contributions({ evaluation, problem, late, over }: EvaluationState & { over: boolean }) {
  if (over) return <p>{t("page.analysis.the-game-is-over-here")}</p>;
  if (problem) return <p class={controls.notice}>{problem}</p>;
  if (!evaluation) return <p role="status">{t("page.analysis.starting")}</p>;
  const [white, black] = [worthsOf(evaluation, "white"), worthsOf(evaluation, "black")];
  const rows = Array.from({ length: Math.max(white.length, black.length) }, (_, at) => [white[at], black[at]] as const);
  return (
    <section class={styles.contributions} aria-labelledby="contributions-title" aria-busy={late}>
      <h2 id="contributions-title">{t("page.analysis.contributions")}</h2>
      <p class={classes(layouts.muted, styles.hint)}>
        {t("page.analysis.contributions-hint", { score: signed(evaluation.score) })}
      </p>
      <table class={controls.figures}>
        <thead>
          <tr>
            {(["white", "black"] as const).map((side) => (
              <th key={side} class={side === "black" ? styles.second : undefined} scope="col" colSpan={2}>
                {sideName(side)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((pair, at) => (
            <tr key={at}>
              {pair.map((one, side) => (one ? <Piece {...one} second={side === 1} /> : <td colSpan={2} />))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {[white, black].map((worths) => (
              <>
                <th class={worths === black ? styles.second : undefined} scope="row">
                  {t("page.analysis.contributions-sum")}
                </th>
                <td>{pawns(sumOf(worths), 2)}</td>
              </>
            ))}
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              {t("page.analysis.contributions-together")}
            </th>
            <td data-together>{signed(evaluation.together)}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              {t("page.analysis.score")}
            </th>
            <td data-score>{signed(evaluation.score)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Piece({ name, worth, second }: Worth & { second: boolean }) {
  return (
    <>
      <th class={second ? styles.second : undefined} scope="row">
        {shownSan(name)}
      </th>
      <td data-worth={name}>{pawns(worth, 2)}</td>
    </>
  );
}
