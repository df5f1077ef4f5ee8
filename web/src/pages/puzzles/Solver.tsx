// One puzzle: the board, and next to it the task and the feedback.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./puzzles.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../../components/Button";
import { arrowsOf } from "../../board/arrows";
import { Board } from "../../board/Board";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { useKeys } from "../../components/useKeys";
import { useSticky } from "../../components/useSticky";
import { positionQuery } from "../../game/linkText";
import type { Rules } from "../../rules/rules";
import { errorText, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import { useMoveSound } from "../game/SoundSwitch";
import type { Puzzle } from "./data";
import type { Result } from "./progress";
import { maxHints, useSolver } from "./useSolver";
import { goalText, tagName } from "./text";

const tones = { good: styles.good, bad: styles.bad, neutral: styles.neutral };

interface Props {
  rules: Rules;
  info: VariantInfo;
  puzzle: Puzzle;
  /** Whether the attempt counts for the rating. */
  rated: boolean;
  onEnd: (result: Result) => void;
  onNext: () => void;
  /** The label of the button for the next puzzle. */
  next: string;
  /** Content above the goal: the source of the puzzle. */
  head: ComponentChildren;
  /** Content below: the user's statistics, and the choice of themes. */
  children: ComponentChildren;
}

export function Solver({ rules, info, puzzle, rated, onEnd, onNext, next, head, children }: Props) {
  const solver = useSolver({ rules, info, puzzle, rated, onEnd });
  const { line, whole, ply, over, feedback, hints, solution } = solver;
  const turn = useMemo(
    () => rules.state({ variant: info.name, position: puzzle.position }).turn,
    [rules, info, puzzle],
  );
  const [boardBox, sticky] = useSticky();
  const nextButton = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const step = line.steps.at(-1);
  useMoveSound(step, line.state.outcome.result !== "");
  useEffect(() => {
    if (over) nextButton.current?.focus({ preventScroll: true });
  }, [over]);
  // On a phone, the button that was pressed may be far below.
  useEffect(() => {
    if (feedback) said.current?.scrollIntoView({ block: "nearest" });
  }, [feedback]);
  useKeys({
    n: () => over && onNext(),
    h: () => !over && solver.hint(),
    ArrowLeft: () => solver.look(ply - 1),
    ArrowRight: () => solver.look(ply + 1),
  });
  const explain = (from: string, to: string) => {
    const { variant, position, study } = line.state;
    let text: string;
    try {
      text = sentence(rules.explain({ variant, position, study, from, to }).message);
    } catch (problem) {
      text = errorText(problem);
    }
    solver.say({ tone: "neutral", text });
  };
  const arrows = hints >= maxHints && solution ? arrowsOf([solution]) : [];

  return (
    <div class={styles.solver} data-full-width data-puzzle={puzzle.id} data-state={over ?? "open"}>
      <div class={classes(layouts.column, layouts.gap5, styles.task)}>
        {head}
        <h1 class={classes(layouts.row, layouts.gap5, layouts.flush, styles.goal)}>
          <span class={styles.mark} data-turn={turn} aria-hidden="true" />
          {goalText(puzzle, turn)}
        </h1>
      </div>
      <div class={classes(styles.board, sticky && styles.sticky)} ref={boardBox}>
        <Board
          info={info}
          state={line.state}
          flip={turn === "black"}
          movable={over || solver.waiting ? "none" : turn}
          step={step}
          onMove={solver.move}
          onAsk={explain}
          arrows={arrows}
          label={t("page.puzzles.board-label", { title: info.title, side: turn })}
        />
      </div>
      <div class={classes(layouts.column, layouts.gap6, styles.side)}>
        <p class={classes(styles.feedback, feedback && tones[feedback.tone])} role="status" data-feedback ref={said}>
          {feedback?.text ??
            (puzzle.moves.length > 1 ? t("page.puzzles.one-move-is-right-and") : t("page.puzzles.one-move-is-right"))}
        </p>
        {over ? (
          <>
            <div class={classes(layouts.cluster, styles.actions)}>
              <button
                type="button"
                class={classes(controls.button, controls.primary)}
                ref={nextButton}
                onClick={onNext}
              >
                {next}
              </button>
              <a class={controls.button} href={`/analysis${positionQuery(info.name, puzzle.position)}`}>
                {t("page.puzzles.analyse")}
              </a>
            </div>
            <ol class={classes(layouts.list, styles.solution)} aria-label={t("page.puzzles.the-solution")}>
              {whole.steps.map((one, at) => (
                <li>
                  <button
                    type="button"
                    aria-current={ply === at + 1 ? "step" : undefined}
                    onClick={() => solver.look(at + 1)}
                  >
                    <strong>{shownSan(one.san)}</strong> <span>{sentence(one.text)}</span>
                  </button>
                </li>
              ))}
            </ol>
            <Steps
              back={ply > 0}
              forward={ply < puzzle.moves.length}
              onStep={(to) =>
                solver.look({ first: 0, previous: ply - 1, next: ply + 1, last: puzzle.moves.length }[to])
              }
            />
            <Tags info={info} puzzle={puzzle} />
          </>
        ) : (
          <>
            <MoveField
              rules={rules}
              state={line.state}
              closed={solver.waiting ? t("page.puzzles.wait-for-the-answer") : ""}
              onMove={solver.move}
            />
            <div class={classes(layouts.cluster, styles.actions)}>
              <Button disabled={solver.waiting || hints >= maxHints} onClick={solver.hint}>
                {hints === 0 ? t("page.puzzles.hint") : t("page.puzzles.another-hint")}
              </Button>
              <Button onClick={solver.show}>{t("page.puzzles.show-the-solution")}</Button>
            </div>
          </>
        )}
        {children}
      </div>
    </div>
  );
}

/** The rating of a puzzle, and its themes, each a link to more puzzles. */
function Tags({ info, puzzle }: { info: VariantInfo; puzzle: Puzzle }) {
  const [first = "", ...more] = puzzle.tags;
  return (
    <div class={styles.tags}>
      <p class={controls.figures}>{t("page.puzzles.rated", { id: puzzle.id, rating: String(puzzle.rating) })}</p>
      <ul class={classes(layouts.cluster, layouts.list, styles.themes)} aria-label={t("page.puzzles.more-of-this")}>
        {[first, ...more].map((tag) => (
          <li>
            <a class={controls.target} href={`/puzzles/${info.name}?theme=${tag}`}>
              {tagName(tag)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
