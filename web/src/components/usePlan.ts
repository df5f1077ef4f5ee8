// A plan of moves that is stepped through: one side's steps, while the other stands still.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Rules } from "../rules/rules";
import { list, t } from "../text/text";
import type { Colour, PlanFailure, PlanRequest, PlanStep, State } from "../wire.gen";
import { errorText, other, sentence } from "../rules/text";

export interface RunningPlan {
  /** Whose plan it is. */
  side: Colour;
  /** The steps that can be played, and the first that cannot. */
  steps: PlanStep[];
  failed: PlanFailure | undefined;
  /** Why the text is no plan at all. */
  problem: string;
  /** How many steps have been played. */
  at: number;
  state: State;
  step: PlanStep | undefined;
  go: (at: number) => void;
  /** Whether the steps follow one another by themselves. */
  playing: boolean;
  /** Plays the plan through from where it stands, or from its start where it has ended. */
  play: () => void;
  pause: () => void;
}

/** How long a step stands before the next. */
const pace = 1100;

/** Runs a plan from a position. A new plan is shown from its start, one that only grew where it has grown. */
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
    // A step that is being added may lie beyond the end; what is shown never does.
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

/** Who moves and who does not, in a sentence. */
export function planHeading(side: Colour): string {
  return t("page.common.plan-heading", { side });
}

/** Why a step cannot be played. */
export function planFailure({ step, given, message }: PlanFailure): string {
  return given ? t("page.common.step-fails", { n: step, given, why: sentence(message) }) : sentence(message);
}

/** What the step shown did, and whether the plan ends or fails there. */
export function describePlan(plan: RunningPlan): string {
  const { steps, failed, at, step, state, side } = plan;
  const end = at === steps.length;
  const said: string[] = [];
  if (step) {
    said.push(
      t("page.common.step-said", { n: at, all: failed ? failed.step : steps.length, text: sentence(step.text) }),
    );
    if (state.checked.length > 0)
      said.push(t("page.common.king-attacked", { side: other(side), squares: list(state.checked) }));
  } else if (steps.length > 0) said.push(t("page.common.plan-start", { heading: planHeading(side) }));
  if (end && failed) said.push(planFailure(failed));
  else if (end && steps.length > 0) said.push(t("page.common.the-plan-can-be-played"));
  return said.join(" ");
}
