// A chapter to solve. It comments on each move, and reports when the task is completed. Lessons and studies
// share it.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./exercise.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { MoveField } from "../../components/MoveField";
import { lastStep } from "../../board/lastMove";
import { type Kinds, nameOf } from "../../board/pieces";
import type { Rules } from "../../rules/rules";
import { announce, errorText, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { MoveInfo, State, VariantInfo } from "../../wire.gen";
import { node, root } from "../analysis/tree";
import { drawingsOf } from "./drawings";
import { retry, tryMove, beginning, hasSolution, lineOf, solutions, type Attempt } from "./exercise";
import type { Chapter } from "./study";

interface Props {
  rules: Rules;
  info: VariantInfo;
  chapter: Chapter;
  done: boolean;
  onDone: () => void;
  /** Whether hints are offered; a lesson's task already names the moves. */
  hints?: boolean;
  flip?: boolean;
  label: string;
  /** Whether the board is near the viewport; others are not drawn. */
  near?: boolean;
  /**
   * Arranges the parts, if they are not stacked: the board at its usual size, and the other parts next to it.
   */
  layout?: (parts: ExerciseParts) => ComponentChildren;
}

export interface ExerciseParts {
  task: ComponentChildren;
  board: ComponentChildren;
  /** Buttons, the move field, and feedback. */
  desk: ComponentChildren;
}

const tones = { done: styles.done, neutral: styles.neutral, refused: styles.refused };

/** The text below the board. */
interface Feedback {
  tone: keyof typeof tones;
  text: string;
}

export function ExerciseBoard({
  rules,
  info,
  chapter,
  done,
  onDone,
  hints = false,
  flip = chapter.flip,
  label,
  near = true,
  layout,
}: Props) {
  const { tree, refused } = chapter;
  const [attempt, setAttempt] = useState<Attempt>(beginning);
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  const [hinted, setHinted] = useState(0);
  const request = { variant: tree.variant, position: tree.start, study: tree.study };
  const played = lineOf(tree, attempt);
  const line = useMemo(() => rules.line({ ...request, moves: played }), [rules, tree, attempt]);
  const { state } = line;
  const step = useMemo(() => line.steps.at(-1) ?? lastStep(info, state, tree.lastMove), [line, info, tree]);
  const untouched = attempt === beginning;
  const first = node(tree, root);
  const next = attempt.free.length === 0 && attempt.verdict !== "solved" ? solutions(tree, attempt.at)[0] : undefined;

  const move = (chosen: MoveInfo) => {
    const now = tryMove(tree, attempt, chosen.move);
    const after = rules.line({ ...request, moves: lineOf(tree, now) });
    // Announces the reader's move, or the reply if there is one.
    const announcement = announce(after.steps.at(-1), after.state);
    setAttempt(now);
    setHinted(0);
    if (now.free.length > 0 && now.verdict === "wrong" && now.free.length === 1) {
      const back = hints ? t("page.study.that-is-not-the-move") : t("page.study.that-was-another-move-reset");
      setFeedback({ tone: "neutral", text: [announcement, now.text, back].filter(Boolean).join(" ") });
    } else if (now.free.length > 0) setFeedback({ tone: "neutral", text: announcement });
    else if (now.verdict === "solved") {
      setFeedback({ tone: "done", text: [announcement, now.text].filter(Boolean).join(" ") });
      onDone();
    } else
      setFeedback({ tone: "neutral", text: [t("page.study.right"), announcement, now.text].filter(Boolean).join(" ") });
  };

  const refuse = (attempted: string, ask: () => string) => {
    let reason: string;
    try {
      reason = sentence(ask());
    } catch (problem) {
      reason = errorText(problem);
    }
    const meant = untouched && !hasSolution(tree) && refused?.some((one) => one.move === attempted);
    if (meant) {
      setFeedback({ tone: "done", text: [reason, chapter.done].filter(Boolean).join(" ") });
      onDone();
    } else setFeedback({ tone: "refused", text: reason });
  };
  const place = { variant: tree.variant, position: state.position, study: state.study };
  const ask = (from: string, to: string) =>
    refuse(
      info.pins?.some((pin) => pin.name === from) ? `${from}-${to}` : from + to,
      () => rules.explain({ ...place, from, to }).message,
    );
  const askMove = (text: string) => refuse(text, () => rules.explain({ ...place, move: text }).message);

  const reset = () => {
    setAttempt(beginning);
    setFeedback(null);
    setHinted(0);
  };
  const tryAgain = () => {
    setAttempt(retry(attempt));
    setFeedback(null);
  };
  const hint = () => {
    if (next === undefined) return;
    setHinted(hinted + 1);
    setFeedback({
      tone: "neutral",
      text:
        hinted === 0
          ? hintText(state, node(tree, next).move, info.kinds)
          : t("page.study.the-move-is", { san: shownSan(node(tree, next).san) }),
    });
  };

  const task = first.comment || taskText(state, chapter);
  const board = near && (
    <Board
      info={info}
      state={state}
      flip={flip}
      movable="both"
      fixed={!hints}
      step={step}
      {...(untouched && first.shapes ? { drawings: drawingsOf(first) } : {})}
      onMove={move}
      onAsk={ask}
      label={label}
    />
  );
  const desk = (
    <>
      <div class={classes(layouts.cluster, layouts.middle, styles.foot)}>
        {hints && attempt.free.length > 0 && (
          <Button class={controls.primary} onClick={tryAgain}>
            {t("page.study.try-again")}
          </Button>
        )}
        <Button disabled={untouched && !feedback} onClick={reset}>
          {t("page.study.reset")}
        </Button>
        {hints && next !== undefined && (
          <Button disabled={hinted > 1} onClick={hint}>
            {hinted === 0 ? t("page.study.hint") : t("page.study.show-the-move")}
          </Button>
        )}
        {untouched &&
          refused?.map((one) => (
            <Button class={styles.quiet} key={one.move} onClick={() => askMove(one.move)}>
              {t("page.study.why-not", { move: readableMove(one.move) })}
            </Button>
          ))}
        {done && (
          <span class={styles.tick} role="img" aria-label={t("page.study.task-done")}>
            ✓
          </span>
        )}
      </div>
      {hints && (
        <div class={styles.typed}>
          <MoveField rules={rules} state={state} onMove={move} />
        </div>
      )}
      <p class={classes(styles.feedback, feedback && tones[feedback.tone])} role="status">
        {feedback && (
          <>
            {feedback.tone === "done" && <strong>{t("page.study.done")} </strong>}
            {feedback.text}
          </>
        )}
      </p>
    </>
  );
  if (layout) return layout({ task: <p class={styles.task}>{task}</p>, board: <div data-exercise>{board}</div>, desk });
  return <ExerciseFrame info={info} task={task} board={board} desk={desk} />;
}

/** The parts of an exercise, stacked. */
export function ExerciseFrame({ info, task, board, desk }: ExerciseParts & { info: VariantInfo }) {
  return (
    <div class={classes(styles.exercise, info.boards > 1 && styles.wide, !!info.levels?.length && styles.space)}>
      <p class={styles.task}>{task}</p>
      <div class={styles.board} data-exercise>
        {board}
      </div>
      {desk}
    </div>
  );
}

/** Returns the default task text. */
function taskText(state: State, chapter: Chapter): string {
  if (!hasSolution(chapter.tree)) return chapter.name;
  return t("page.study.find-best", { side: state.turn });
}

/** Describes which piece or board to move, without its target. */
function hintText(state: State, move: string, kinds: Kinds): string {
  const found = state.moves.find((one) => one.move === move);
  const letter = found?.from && state.pieces[found.from];
  if (found?.from && letter) return t("page.study.move-piece", { piece: nameOf(letter, kinds), square: found.from });
  const pin = found?.ways?.[0]?.[0]?.square;
  return pin ? t("page.study.move-board", { pin }) : t("page.study.there-is-no-hint-for");
}

/** Makes a move in UCI notation readable: "a5h6" as "a5 to h6". */
function readableMove(move: string): string {
  const squares = /^([a-z]\d+(?:W|N|B|[QK]L\d)?)([a-z]\d+(?:W|N|B|[QK]L\d)?)/.exec(move);
  return squares ? t("page.study.from-to", { from: squares[1] ?? "", to: squares[2] ?? "" }) : move;
}
