// A text field for players who prefer typing moves.
import { shownSan, typedSan } from "../rules/san";
import { classes } from "../style/classes";
import * as styles from "./movefield.module.css";
import * as controls from "../style/controls.module.css";
import * as layouts from "../style/layout.module.css";
import { useId, useState } from "preact/hooks";
import { Button } from "./Button";
import type { Rules } from "../rules/rules";
import { t } from "../text/text";
import type { MoveInfo, State } from "../wire.gen";
import { sentence, errorText } from "../rules/text";

interface MoveFieldProps {
  rules: Rules;
  state: State;
  /** The reason why no move can be played now, if any. */
  closed?: string;
  onMove: (move: MoveInfo) => void;
}

/** The result of an input: why it is not a move, or which moves it may mean. It applies to one position. */
interface Answer {
  about: State;
  problem: string;
  moves: MoveInfo[];
}

function readMove(rules: Rules, state: State, text: string): Answer {
  const { variant, position, study } = state;
  const move = text.trim();
  if (!move) return { about: state, problem: t("page.common.type-a-move-such-as"), moves: [] };
  const read = (move: string): Answer => {
    try {
      const { message, moves } = rules.explain({ variant, position, study, move });
      return { about: state, problem: sentence(message), moves };
    } catch (problem) {
      return { about: state, problem: errorText(problem), moves: [] };
    }
  };
  // Parse with the displayed piece letters first, then with the English ones.
  const own = typedSan(move);
  const first = read(own);
  if (first.moves.length > 0 || own === move) return first;
  const english = read(move);
  return english.moves.length > 0 ? english : first;
}

export function MoveField({ rules, state, closed, onMove }: MoveFieldProps) {
  const [text, setText] = useState("");
  const [given, answer] = useState<Answer | null>(null);
  const id = useId();
  const current = given?.about === state ? given : null;
  const play = (move: MoveInfo) => {
    setText("");
    answer(null);
    onMove(move);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const read = closed ? { about: state, problem: closed, moves: [] } : readMove(rules, state, text);
    const [only, ...more] = read.moves;
    if (only && more.length === 0) play(only);
    else answer(read);
  };
  return (
    <form class={styles.form} onSubmit={submit}>
      <label>
        <span class={controls.visuallyHidden}>{t("page.common.type-a-move")}</span>
        <input
          class={controls.field}
          placeholder={t("page.common.type-a-move")}
          value={text}
          maxLength={40}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          aria-invalid={current !== null}
          aria-describedby={current ? id : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value);
            answer(null);
          }}
        />
      </label>
      <Button type="submit">{t("page.common.play-move")}</Button>
      {current && (
        <div class={classes(controls.notice, styles.answer)} id={id} role="alert">
          {current.problem}
          {current.moves.length > 0 && (
            <div
              class={classes(layouts.cluster, layouts.gap3, styles.choice)}
              role="group"
              aria-label={t("page.common.which-move-is-meant")}
            >
              {current.moves.map((move) => (
                <Button key={move.move} title={sentence(move.text)} onClick={() => play(move)}>
                  {shownSan(move.san)}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </form>
  );
}
