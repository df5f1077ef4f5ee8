// Why a piece can go to a square, or why not.
import { classes } from "../../style/classes";
import * as styles from "./analysis.module.css";
import * as formStyles from "./form.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import type { Explanation, MoveInfo, State } from "../../wire.gen";
import { hasWay, sentence, wayText, errorText } from "../../rules/text";

export type Answer = Omit<Explanation, "said"> & { from: string; to: string };

/** Asks why a piece, or a board, can or cannot go somewhere. */
export function ask(rules: Rules, state: State, from: string, to: string): Answer {
  try {
    return { ...rules.explain({ variant: state.variant, position: state.position, study: state.study, from, to }), from, to };
  } catch (problem) {
    return { legal: false, message: errorText(problem), moves: [], from, to };
  }
}

interface Props {
  rules: Rules;
  state: State;
  onPlay: (move: MoveInfo) => void;
}

/** Two fields to ask with; on the board the same is asked by choosing a piece and a square. */
export function Explain({ rules, state, onPlay }: Props) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  // An answer holds for its position only.
  useEffect(() => setAnswer(null), [state.position]);

  const space = state.stands !== undefined;
  return (
    <section class={styles.explain} aria-labelledby="explain-title">
      <h2 id="explain-title">Explain</h2>
      <p class={styles.hint}>
        Choose a piece and a square it cannot go to, or name {space ? "two squares or two pins" : "two squares"} here.
      </p>
      <form
        class={formStyles.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (from.trim() && to.trim()) setAnswer(ask(rules, state, from.trim(), to.trim()));
        }}
      >
        <label class={formStyles.inline}>
          <span>From</span>
          <input class={classes(controls.field, styles.square)} value={from} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(e) => setFrom(e.currentTarget.value)} />
        </label>
        <label class={formStyles.inline}>
          <span>To</span>
          <input class={classes(controls.field, styles.square)} value={to} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(e) => setTo(e.currentTarget.value)} />
        </label>
        <button type="submit" class={controls.button}>
          Why?
        </button>
      </form>
      <div role="status">{answer && <AnswerText answer={answer} onPlay={onPlay} />}</div>
    </section>
  );
}

/** An answer in words. */
export function AnswerText({ answer, onPlay }: { answer: Answer; onPlay: (move: MoveInfo) => void }) {
  if (!answer.legal) {
    return (
      <p class={classes(styles.answer, styles.no)}>
        <strong>
          {answer.from} to {answer.to}: no.
        </strong>{" "}
        {sentence(answer.message)}
      </p>
    );
  }
  return (
    <div class={classes(styles.answer, styles.yes)}>
      <p>
        <strong>
          {answer.from} to {answer.to}: yes.
        </strong>{" "}
        {answer.moves.length > 1 ? `There are ${answer.moves.length} such moves.` : ""}
      </p>
      <ul>
        {answer.moves.map((move) => (
          <li key={move.move}>
            {sentence(move.text)}
            {hasWay(move) && <Ways move={move} />}{" "}
            <button type="button" class={styles.link} onClick={() => onPlay(move)}>
              Play {move.san}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Ways({ move }: { move: MoveInfo }) {
  const ways = move.ways ?? [];
  return (
    <>
      {ways.map((way, at) => (
        <span>
          {" "}
          {at === 0 ? "The way" : "Another way"}: {wayText(way)}.
        </span>
      ))}
    </>
  );
}
