// Moves by text, for those who type faster than they point.
import { useId, useState } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import type { MoveInfo, State } from "../../rules/types";
import { sentence, why } from "./words";

interface Props {
  rules: Rules;
  state: State;
  onMove: (move: MoveInfo) => void;
}

export function MoveField({ rules, state, onMove }: Props) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const id = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    const wish = text.trim();
    if (!wish) return;
    try {
      const answer = rules.explain({ variant: state.variant, position: state.position, study: state.study, move: wish });
      const move = answer.moves[0];
      if (!answer.legal || !move) {
        setProblem(sentence(answer.message));
        return;
      }
      setText("");
      setProblem("");
      onMove(move);
    } catch (refused) {
      setProblem(why(refused));
    }
  };
  return (
    <form class="movefield" onSubmit={submit}>
      <label class="stack">
        <span>Move</span>
        <span class="row nowrap">
          <input
            class="field"
            value={text}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder={state.moves[0]?.san ?? ""}
            aria-invalid={problem !== ""}
            aria-describedby={problem ? id : undefined}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setProblem("");
            }}
          />
          <button type="submit" class="button">
            Play
          </button>
        </span>
      </label>
      {problem && (
        <p class="notice" id={id} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
