// The steps of a plan as a list that marks the current step, and the failing step with its reason.
import { classes } from "../style/classes";
import * as styles from "./plansteps.module.css";
import * as controls from "../style/controls.module.css";
import * as layouts from "../style/layout.module.css";
import { Button } from "./Button";
import { shownSan } from "../rules/san";
import { t } from "../text/text";
import { Steps } from "./Steps";
import { planFailure, planHeading, type RunningPlan } from "./usePlan";
import { sentence } from "../rules/text";

/** Explains that this is a plan, not a game. */
export function PlanNotice({ plan }: { plan: RunningPlan }) {
  return (
    <p class={styles.heading} data-plan-notice>
      <strong>{t("page.common.a-plan-not-a-game")}</strong> {planHeading(plan.side)}
    </p>
  );
}

/** The buttons that step through a plan. `showStep` also shows the current step, for use far from the list. */
export function PlanControls({ plan, showStep = false }: { plan: RunningPlan; showStep?: boolean }) {
  const { steps, at, go, playing, play, pause } = plan;
  const end = steps.length;
  return (
    <div class={styles.controls}>
      {showStep && (
        // Hidden from screen readers, because the page announces the step.
        <p class={styles.where} aria-hidden="true">
          {whereText(plan)}
        </p>
      )}
      <Steps
        back={at > 0}
        forward={at < end}
        onStep={(to) => go({ first: 0, previous: at - 1, next: at + 1, last: end }[to])}
      />
      <Button disabled={end === 0} onClick={playing ? pause : play}>
        {playing ? t("page.common.pause") : t("page.common.play")}
      </Button>
    </div>
  );
}

/** Returns the current step of a plan, in a few words. */
function whereText({ steps, failed, at, step }: RunningPlan): string {
  if (failed && at === steps.length) return planFailure(failed);
  return step
    ? t("page.common.step-of", { n: at, all: failed?.step ?? steps.length, san: shownSan(step.san) })
    : t("page.common.the-start-of-the-plan");
}

/** The steps of a plan, including the one that fails. */
export function PlanSteps({ plan }: { plan: RunningPlan }) {
  const { steps, failed, at, go } = plan;
  return (
    <ol
      class={classes(layouts.stack, layouts.gap1, layouts.list)}
      aria-label={t("page.common.steps-of-the-plan")}
      data-plan-steps
    >
      {steps.map((step, n) => (
        <li key={`${n} ${step.move}`}>
          <button
            type="button"
            class={classes(controls.bare, styles.step)}
            aria-current={n === at - 1 ? "step" : undefined}
            onClick={() => go(n + 1)}
          >
            <span class={controls.figures}>{n + 1}.</span> <strong>{shownSan(step.san)}</strong>{" "}
            <span class={layouts.dim}>{sentence(step.text)}</span>
          </button>
        </li>
      ))}
      {failed && (
        <li class={styles.failed} data-failed={failed.step}>
          <span aria-hidden="true">✕ </span>
          {planFailure(failed)}
        </li>
      )}
    </ol>
  );
}
