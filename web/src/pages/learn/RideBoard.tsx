// A ride to step through: the plan that works, and the printed one, which fails.
import { classes } from "../../style/classes";
import * as styles from "../study/exercise.module.css";
import * as rideStyles from "./rideboard.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { PlanControls, PlanNotice, PlanSteps } from "../../components/PlanSteps";
import { describePlan, usePlan } from "../../components/usePlan";
import { positionQuery } from "../../game/linkText";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import type { Ride } from "./lesson";
import { useNearViewport } from "./useNearViewport";

interface Props {
  rules: Rules;
  info: VariantInfo;
  ride: Ride;
  done: boolean;
  onDone: () => void;
}

const versions = { plan: "page.learn.the-ride", printed: "page.learn.as-it-was-printed" } as const;

export function RideBoard({ rules, info, ride, done, onDone }: Props) {
  const [version, setVersion] = useState<keyof typeof versions>("plan");
  const base = useMemo(() => rules.state({ variant: info.name, position: ride.position }), [rules, info, ride]);
  const plan = usePlan(rules, base, ride[version]);
  const box = useRef<HTMLDivElement>(null);
  const near = useNearViewport(box);
  const { at, steps, go } = plan;
  const arrived = version === "plan" && at > 0 && at === steps.length;
  useEffect(() => {
    if (arrived) onDone();
  }, [arrived]);

  const keys: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length };
  return (
    <div
      class={classes(styles.exercise, styles.space, layouts.stack)}
      data-ride={ride.name}
      onKeyDown={(event) => {
        const to = keys[event.key];
        const own = event.target instanceof Element && event.target.closest("[role=grid], [role=application]");
        if (to === undefined || own || event.defaultPrevented) return;
        event.preventDefault();
        go(to);
      }}
    >
      <h3 class={rideStyles.title}>
        {ride.title}
        {done && (
          <span class={styles.tick} role="img" aria-label={t("page.learn.task-done")}>
            {" "}
            ✓
          </span>
        )}
      </h3>
      <div class={layouts.cluster} role="group" aria-label={t("page.learn.which-plan")}>
        {(Object.keys(versions) as (keyof typeof versions)[]).map((one) => (
          <Button
            key={one}
            class={controls.toggle}
            aria-pressed={one === version}
            onClick={() => {
              setVersion(one);
              go(0);
            }}
          >
            {t(versions[one])}
          </Button>
        ))}
      </div>
      <PlanNotice plan={plan} />
      <p class={rideStyles.text}>
        <code>{ride[version]}</code>
      </p>
      <div class={styles.board} ref={box} data-exercise>
        {near && (
          <Board
            info={info}
            state={plan.state}
            flip={base.turn === "black"}
            movable="none"
            fixed
            step={plan.step}
            label={`${info.title}, ${ride.title}`}
          />
        )}
      </div>
      <div class={rideStyles.controls}>
        <PlanControls plan={plan} showStep />
      </div>
      <PlanSteps plan={plan} />
      <p class={styles.feedback}>{version === "plan" ? ride.about : ""}</p>
      <p class={rideStyles.text}>
        <a href={`/analysis${positionQuery(info.name, ride.position)}&plan=${encodeURIComponent(ride[version])}`}>
          {t("page.learn.open-this-plan-on-the")}
        </a>
      </p>
      <p class={controls.visuallyHidden} role="status" aria-live="polite">
        {at > 0 || plan.failed ? describePlan(plan) : ""}
      </p>
    </div>
  );
}
