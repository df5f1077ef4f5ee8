// A plan of moves on the analysis board: typed or played, stepped through, and shared. It does not change the
// tree.
import { classes } from "../../style/classes";
import * as styles from "./analysis.module.css";
import * as formStyles from "../../components/form.module.css";
import * as planStyles from "./plandesk.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { copyText } from "../../components/download";
import { PlanControls, PlanNotice, PlanSteps } from "../../components/PlanSteps";
import { useKeys } from "../../components/useKeys";
import { describePlan, usePlan } from "../../components/usePlan";
import { refOf } from "../../game/variants";
import { positionQuery } from "../../game/linkText";
import type { Rules } from "../../rules/rules";
import { sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { MoveInfo, State, VariantInfo } from "../../wire.gen";
import { type Answer, AnswerText } from "./Explain";

interface Props {
  rules: Rules;
  info: VariantInfo;
  /** The position the plan starts from. */
  base: State;
  plan: string;
  flip: boolean;
  /** Whether the tree has no moves, so that the page's address may describe the plan. */
  alone: boolean;
  /** Content at the top of the column. */
  head: ComponentChildren;
  onPlan: (plan: string) => void;
  onFlip: () => void;
  onLeave: () => void;
}

/** Returns an example plan with moves of two pieces. */
function example(base: State): string {
  const first = base.moves[Math.floor(base.moves.length / 2)];
  const second = base.moves.findLast((move) => move.from !== first?.from && move.to !== first?.to);
  return [first, second].flatMap((move) => move?.san ?? []).join("; ");
}

/** Returns the address of a plan. */
function address(info: VariantInfo, base: State, plan: string): string {
  return `/analysis${positionQuery(refOf(info), base.position)}&plan=${encodeURIComponent(plan)}`;
}

export function PlanDesk({ rules, info, base, plan, flip, alone, head, onPlan, onFlip, onLeave }: Props) {
  const running = usePlan(rules, base, plan);
  const [text, setText] = useState(plan);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [copied, setCopied] = useState("");
  const { state, step, steps, at, go, problem } = running;
  const wrong = useId();
  useEffect(() => setAnswer(null), [state]);
  useEffect(() => setText(plan), [plan]);
  // The address contains the plan, for reloading and sharing, unless that would discard the moves of a tree.
  useEffect(() => {
    if (alone) history.replaceState(history.state, "", address(info, base, plan));
  }, [plan]);

  const run = (next: string) => {
    setCopied("");
    onPlan(next.trim());
    go(0);
    // With reduced motion, the user steps through the plan instead.
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) running.play();
  };
  /** A move on the board becomes the next step and replaces the steps after it. */
  const add = (move: MoveInfo) => {
    setCopied("");
    onPlan([...steps.slice(0, at).map((one) => one.given), move.san].join("; "));
    go(at + 1);
  };
  /**
   * Explains why a step cannot be played. Its position may not occur in any game, so the plan itself is
   * checked.
   */
  const ask = (from: string, to: string) => {
    const moves = steps.slice(0, at).map((one) => one.move);
    const attempt = info.pins?.some((pin) => pin.name === from) ? `${from}-${to}` : from + to;
    const { failed } = rules.plan({
      variant: base.variant,
      position: base.position,
      study: base.study,
      plan: [...moves, attempt].join(";"),
    });
    setAnswer(failed ? { legal: false, message: failed.message, moves: [], from, to } : null);
  };
  useKeys({
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(steps.length),
    f: onFlip,
    Escape: onLeave,
  });

  return (
    <>
      <div class={classes(styles.board, planStyles.board)} data-plan-board>
        <Board
          info={info}
          state={state}
          flip={flip}
          movable={base.turn}
          step={step}
          onMove={add}
          onAsk={ask}
          label={t("page.analysis.plan-board", { title: info.title })}
        />
        {plan && (
          <div class={planStyles.bar}>
            <PlanControls plan={running} showStep />
          </div>
        )}
      </div>
      <div class={classes(layouts.stack, layouts.gap8, styles.side)}>
        {head}
        <h2 class={planStyles.title}>{t("page.analysis.plan-of-moves")}</h2>
        <PlanNotice plan={running} />
        {plan && (
          <div class={classes(layouts.stack, planStyles.steps)}>
            <PlanControls plan={running} />
            <PlanSteps plan={running} />
          </div>
        )}
        <form
          class={layouts.stack}
          onSubmit={(event) => {
            event.preventDefault();
            run(text);
          }}
        >
          <label class={formStyles.stack}>
            <span>{t("page.analysis.steps-with-a-semicolon-between")}</span>
            <textarea
              class={controls.field}
              rows={2}
              value={text}
              maxLength={16384}
              spellcheck={false}
              autocapitalize="off"
              placeholder={example(base)}
              aria-invalid={problem !== ""}
              aria-describedby={problem ? wrong : undefined}
              onInput={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.shiftKey) return;
                event.preventDefault();
                run(text);
              }}
            />
          </label>
          {problem && (
            <p class={controls.notice} id={wrong} role="alert">
              {problem}
            </p>
          )}
          <div class={classes(layouts.cluster, formStyles.row)}>
            <Button type="submit" class={controls.primary}>
              {t("page.analysis.run-the-plan")}
            </Button>
            <Button onClick={onLeave}>{t("page.analysis.leave-the-plan")}</Button>
          </div>
        </form>
        <div role="status">{answer && <AnswerText answer={answer} onPlay={add} />}</div>
        <div class={classes(layouts.cluster, formStyles.row)} role="group" aria-label={t("page.analysis.board")}>
          <Button onClick={onFlip}>{t("page.analysis.flip")}</Button>
          <Button
            disabled={!plan}
            onClick={async () => {
              const done = await copyText(location.origin + address(info, base, plan));
              setCopied(done ? t("page.analysis.link-copied") : t("page.analysis.the-link-could-not-be"));
            }}
          >
            {t("page.analysis.copy-link-to-the-plan")}
          </Button>
          <span role="status">{copied}</span>
        </div>
      </div>
      <p class={controls.visuallyHidden} role="status" aria-live="polite" data-plan-announcement>
        {sentence(describePlan(running))}
      </p>
    </>
  );
}
