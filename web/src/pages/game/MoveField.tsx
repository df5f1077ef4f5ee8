// A field that takes moves as text.
import { useState } from "preact/hooks";
import { Refused, type Rules } from "../../rules/rules";
import type { MoveInfo, State } from "../../rules/types";
import { sentence } from "../analysis/words";

/** The legal move a text means, or the sentence that says why it cannot be played. */
function readMove(rules: Rules, { variant, position, study }: State, text: string): MoveInfo | string {
  const move = text.trim();
  if (!move) return "Type a move, such as e4 or e2e4.";
  try {
    const answer = rules.explain({ variant, position, study, move });
    return (answer.legal && answer.moves[0]) || sentence(answer.message);
  } catch (problem) {
    if (problem instanceof Refused) return sentence(problem.message);
    throw problem;
  }
}

interface MoveFieldProps {
  rules: Rules;
  state: State;
  enabled: boolean;
  onMove: (move: MoveInfo) => void;
  onProblem: (problem: string) => void;
}

export function MoveField({ rules, state, enabled, onMove, onProblem }: MoveFieldProps) {
  const [text, setText] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (!enabled) return onProblem("It is not your turn.");
    const move = readMove(rules, state, text);
    if (typeof move === "string") return onProblem(move);
    setText("");
    onMove(move);
  };
  return (
    <form class="move-field" onSubmit={submit}>
      <label>
        <span class="unseen">Type a move</span>
        <input
          class="field"
          placeholder="Type a move"
          value={text}
          maxLength={40}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          onInput={(event) => {
            setText(event.currentTarget.value);
            onProblem("");
          }}
        />
      </label>
      <button type="submit" class="button">
        Play
      </button>
    </form>
  );
}
