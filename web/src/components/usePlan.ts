// Steps through a plan: moves of one side while the other does not move.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Rules } from "../rules/rules";
import { list, t } from "../text/text";
import type { Colour, PlanFailure, PlanRequest, PlanStep, State } from "../wire.gen";
import { errorText, other, sentence } from "../rules/text";

export interface RunningPlan {
  /** The side that moves. */
  side: Colour;
  /** The legal steps, and the first illegal one. */
  steps: PlanStep[];
  failed: PlanFailure | undefined;
  /** Why the text cannot be parsed as a plan. */
  problem: string;
  /** The number of steps played. */
  at: number;
  state: State;
  step: PlanStep | undefined;
  go: (at: number) => void;
  /** Whether steps advance automatically. */
  playing: boolean;
  /** Plays the plan from the current step, or from the start if it has ended. */
  play: () => void;
  pause: () => void;
}

/** The time per step, in milliseconds. */
const pace = 1100;

/**
 * Runs a plan from a position. When the plan changes, the number of steps played stays the same if the plan is long
 * enough.
 */
export function usePlan(rules: Rules, base: State, plan: string): RunningPlan {
  const { variant, position, study } = base;
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const run = useMemo(
    () => attempt(rules, { variant, position, study, plan }),
    [rules, variant, position, study, plan],
  );
  const here = Math.min(at, run.steps.length);
  const state = useMemo(() => {
    if (here === 0) return base;
    const moves = run.steps.slice(0, here).map((step) => step.move);
    return rules.plan({ variant, position, study, plan: moves.join(";") }).state;
  }, [rules, run, here]);
  useEffect(() => {
    if (!playing || here >= run.steps.length) return undefined;
    const timer = setTimeout(() => setAt(here + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, here, run]);
  return {
    ...run,
    side: base.turn,
    at: here,
    state,
    step: run.steps[here - 1],
    // While a step is being added, `to` may be beyond the end. The displayed step never is.
    go: (to) => {
      setPlaying(false);
      setAt(Math.max(0, to));
    },
    playing: playing && here < run.steps.length,
    play: () => {
      if (here === run.steps.length) setAt(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
  };
}

function attempt(rules: Rules, request: PlanRequest): Pick<RunningPlan, "steps" | "failed" | "problem"> {
  if (!request.plan.trim()) return { steps: [], failed: undefined, problem: "" };
  try {
    const { steps, failed } = rules.plan(request);
    return { steps, failed, problem: "" };
  } catch (problem) {
    return { steps: [], failed: undefined, problem: errorText(problem) };
  }
}

/** Describes in a sentence which side moves and which does not. */
export function planHeading(side: Colour): string {
  return t("page.common.plan-heading", { side });
}

/** Describes why a step cannot be played. */
export function planFailure({ step, given, message }: PlanFailure): string {
  return given ? t("page.common.step-fails", { n: step, given, why: sentence(message) }) : sentence(message);
}

/** Describes the displayed step, and whether the plan ends or fails there. */
export function describePlan(plan: RunningPlan): string {
  const { steps, failed, at, step, state, side } = plan;
  const end = at === steps.length;
  const sentences: string[] = [];
  if (step) {
    sentences.push(
      t("page.common.step-announcement", {
        n: at,
        all: failed ? failed.step : steps.length,
        text: sentence(step.text),
      }),
    );
    if (state.checked.length > 0)
      sentences.push(t("page.common.king-attacked", { side: other(side), squares: list(state.checked) }));
  } else if (steps.length > 0) sentences.push(t("page.common.plan-start", { heading: planHeading(side) }));
  if (end && failed) sentences.push(planFailure(failed));
  else if (end && steps.length > 0) sentences.push(t("page.common.the-plan-can-be-played"));
  return sentences.join(" ");
}
