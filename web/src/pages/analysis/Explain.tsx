// Explains why a piece can or cannot move to a square.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./analysis.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { Explanation, MoveInfo, State } from "../../wire.gen";
import { hasWay, sentence, wayText, errorText } from "../../rules/text";

export type Answer = Explanation & { from: string; to: string };

/** Returns an explanation of why a piece or a board can or cannot move somewhere. */
export function explainMove(rules: Rules, state: State, from: string, to: string): Answer {
  try {
    return {
      ...rules.explain({ variant: state.variant, position: state.position, study: state.study, from, to }),
      from,
      to,
    };
  } catch (problem) {
    return { legal: false, message: errorText(problem), moves: [], from, to };
  }
}

interface Props {
  rules: Rules;
  state: State;
  onPlay: (move: MoveInfo) => void;
}

/** Two fields for asking about a move. Selecting a piece and a square on the board does the same. */
export function Explain({ rules, state, onPlay }: Props) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  // An explanation applies to one position only.
  useEffect(() => setAnswer(null), [state.position]);

  const space = state.stands !== undefined;
  return (
    <section class={styles.explain} aria-labelledby="explain-title">
      <h2 id="explain-title">{t("page.analysis.explain")}</h2>
      <p class={styles.hint}>{t("page.analysis.explain-hint", { space })}</p>
      <form
        class={classes(layouts.cluster, formStyles.row)}
        onSubmit={(event) => {
          event.preventDefault();
          if (from.trim() && to.trim()) setAnswer(explainMove(rules, state, from.trim(), to.trim()));
        }}
      >
        <label class={formStyles.inline}>
          <span>{t("page.analysis.from")}</span>
          <input
            class={classes(controls.field, styles.square)}
            value={from}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(e) => setFrom(e.currentTarget.value)}
          />
        </label>
        <label class={formStyles.inline}>
          <span>{t("page.analysis.to")}</span>
          <input
            class={classes(controls.field, styles.square)}
            value={to}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(e) => setTo(e.currentTarget.value)}
          />
        </label>
        <Button type="submit">{t("page.analysis.why")}</Button>
      </form>
      <div role="status">{answer && <AnswerText answer={answer} onPlay={onPlay} />}</div>
    </section>
  );
}

/** An explanation in words. */
export function AnswerText({ answer, onPlay }: { answer: Answer; onPlay: (move: MoveInfo) => void }) {
  if (!answer.legal) {
    return (
      <p class={classes(styles.answer, styles.no)}>
        <strong>{t("page.analysis.answer-no", { from: answer.from, to: answer.to })}</strong> {sentence(answer.message)}
      </p>
    );
  }
  return (
    <div class={classes(styles.answer, styles.yes)}>
      <p>
        <strong>{t("page.analysis.answer-yes", { from: answer.from, to: answer.to })}</strong>{" "}
        {answer.moves.length > 1 ? t("page.analysis.such-moves", { n: answer.moves.length }) : ""}
      </p>
      <ul>
        {answer.moves.map((move) => (
          <li key={move.move}>
            {sentence(move.text)}
            {hasWay(move) && <Ways move={move} />}{" "}
            <button type="button" class={classes(controls.bare, styles.link)} onClick={() => onPlay(move)}>
              {t("page.analysis.play-move", { san: shownSan(move.san) })}
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
          {at === 0
            ? t("page.analysis.the-way", { way: wayText(way) })
            : t("page.analysis.another-way", { way: wayText(way) })}
        </span>
      ))}
    </>
  );
}
