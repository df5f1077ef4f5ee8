// The balance of the game: a study by the engine, and its figures.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { t } from "../../text/text";
import { enoughGames, type Interval } from "./balance";
import { type Balance, studyGames } from "./useBalance";

const whole = (share: number) => Math.round(100 * share);

/** Returns a share as a percentage, with its interval if there are enough games. */
const percent = ({ value, low, high }: Interval, enough: boolean) =>
  enough
    ? t("page.workshop.balance-percent", { value: whole(value), low: whole(low), high: whole(high) })
    : t("page.analysis.percent", { n: whole(value) });

export function BalanceStudy({ balance, faulty }: { balance: Balance; faulty: boolean }) {
  const { done, figures, problem, begin, stop } = balance;
  const enough = figures !== null && figures.games >= enoughGames;
  return (
    <section class={classes(layouts.stack, layouts.gap5)} aria-labelledby="balance">
      <h2 id="balance" class={controls.visuallyHidden}>
        {t("page.workshop.balance")}
      </h2>
      {done === null ? (
        <div class={classes(layouts.cluster, layouts.middle, layouts.gap6)}>
          <Button disabled={faulty} onClick={begin}>
            {t("page.workshop.try-its-balance")}
          </Button>
          <p class={classes(layouts.flush, layouts.muted, styles.games)}>
            {t("page.workshop.balance-about", { games: studyGames })}
          </p>
        </div>
      ) : (
        <div class={classes(layouts.cluster, layouts.middle)}>
          <progress value={done} max={studyGames} aria-label={t("page.workshop.balance")} />
          <span class={controls.figures}>{t("page.workshop.balance-progress", { done, total: studyGames })}</span>
          <Button onClick={stop}>{t("page.workshop.keep")}</Button>
        </div>
      )}
      <Alert>{problem}</Alert>
      {figures && (
        <>
          <dl class={styles.figures} data-games={figures.games}>
            <div>
              <dt>{t("page.workshop.balance-white")}</dt>
              <dd>{percent(figures.white, enough)}</dd>
            </div>
            <div>
              <dt>{t("page.workshop.balance-draws")}</dt>
              <dd>{percent(figures.draws, enough)}</dd>
            </div>
            <div>
              <dt>{t("page.workshop.balance-moves")}</dt>
              <dd>
                {enough
                  ? t("page.workshop.balance-number", {
                      value: Math.round(figures.moves.value),
                      half: Math.round(figures.moves.high - figures.moves.value),
                    })
                  : Math.round(figures.moves.value)}
              </dd>
            </div>
          </dl>
          {done === null && (
            <ul class={classes(layouts.stack, layouts.gap2, styles.findings)} role="status">
              {figures.findings.map((finding) => (
                <li key={finding} data-finding={finding}>
                  {t("page.workshop.balance-finding", { finding })}
                </li>
              ))}
            </ul>
          )}
          <p class={classes(layouts.flush, layouts.muted)}>
            {enough
              ? t("page.workshop.balance-intervals", { games: figures.games })
              : t("page.workshop.balance-few", { n: enoughGames })}
          </p>
        </>
      )}
    </section>
  );
}
