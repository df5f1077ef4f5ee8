// A board to try a rule on: it says what each move did, and when the task is done.
import { classes } from "../../style/classes";
import * as styles from "./exercise.module.css";
import * as controls from "../../style/controls.module.css";
import { useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import type { Rules } from "../../rules/rules";
import type { MoveInfo, VariantInfo } from "../../wire.gen";
import { announce, sentence, errorText } from "../../rules/text";
import type { Task } from "./lesson";
import { useNear } from "./useNear";

interface Props {
  rules: Rules;
  info: VariantInfo;
  task: Task;
  done: boolean;
  onDone: () => void;
}

const tones = { done: styles.done, told: styles.told, refused: styles.refused };

/** What is said below the board. */
interface Said {
  tone: keyof typeof tones;
  text: string;
}

export function Exercise({ rules, info, task, done, onDone }: Props) {
  const [played, setPlayed] = useState<string[]>([]);
  const [said, setSaid] = useState<Said | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const request = { variant: info.name, position: task.start, study: task.study };
  const line = useMemo(
    () => rules.line({ ...request, moves: [...(task.lead ?? []), ...played] }),
    [rules, info, task, played],
  );
  const { state } = line;

  const move = (chosen: MoveInfo) => {
    const next = [...played, chosen.move];
    const after = rules.line({ ...request, moves: [...(task.lead ?? []), ...next] });
    const told = announce(after.steps.at(-1), after.state);
    setPlayed(next);
    if (played.length === 0 && task.goal?.includes(chosen.move)) {
      setSaid({ tone: "done", text: `${told} ${task.done}` });
      onDone();
    } else if (played.length === 0 && task.goal) {
      setSaid({ tone: "told", text: `${told} That was another move. Reset the board and try again.` });
    } else setSaid({ tone: "told", text: told });
  };

  const refuse = (asked: string, ask: () => string) => {
    let reason: string;
    try {
      reason = sentence(ask());
    } catch (problem) {
      reason = errorText(problem);
    }
    const meant = played.length === 0 && !task.goal?.length && task.refused?.some((one) => one.move === asked);
    if (meant) {
      setSaid({ tone: "done", text: `${reason} ${task.done}` });
      onDone();
    } else setSaid({ tone: "refused", text: reason });
  };
  const place = { variant: info.name, position: state.position, study: state.study };
  const ask = (from: string, to: string) =>
    refuse(info.pins?.some((pin) => pin.name === from) ? `${from}-${to}` : from + to, () => rules.explain({ ...place, from, to }).message);
  const askMove = (text: string) => refuse(text, () => rules.explain({ ...place, move: text }).message);

  const reset = () => {
    setPlayed([]);
    setSaid(null);
  };

  return (
    <div class={classes(styles.exercise, info.boards > 1 && styles.wide, !!info.levels?.length && styles.space)}>
      <p class={styles.task}>{task.task}</p>
      <div class={styles.board} ref={box} data-exercise>
        {near && (
          <Board
            info={info}
            state={state}
            flip={task.flip}
            movable="both"
            fixed
            step={line.steps.at(-1)}
            onMove={move}
            onAsk={ask}
            label={`${info.title}, board to try`}
          />
        )}
      </div>
      <div class={styles.foot}>
        <button type="button" class={controls.button} disabled={played.length === 0 && !said} onClick={reset}>
          Reset
        </button>
        {played.length === 0 &&
          task.refused?.map((one) => (
            <button type="button" class={classes(controls.button, styles.quiet)} key={one.move} onClick={() => askMove(one.move)}>
              Why not {spoken(one.move)}?
            </button>
          ))}
        {done && (
          <span class={styles.tick} role="img" aria-label="Task done">
            ✓
          </span>
        )}
      </div>
      <p class={classes(styles.feedback, said && tones[said.tone])} role="status">
        {said && (
          <>
            {said.tone === "done" && <strong>Done. </strong>}
            {said.text}
          </>
        )}
      </p>
    </div>
  );
}

/** A move's UCI notation, easier to read: "a5h6" as "a5 to h6". */
function spoken(move: string): string {
  const squares = /^([a-z]\d(?:W|N|B|[QK]L\d)?)([a-z]\d(?:W|N|B|[QK]L\d)?)/.exec(move);
  return squares ? `${squares[1]} to ${squares[2]}` : move;
}
