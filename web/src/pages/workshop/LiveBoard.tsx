// The board of the game as it is now: choose a piece, and see what the rules let it do.
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { PieceIcon } from "../../board/Piece";
import { refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { capitalise, errorText, sentence, sideName } from "../../rules/text";
import type { MoveInfo, State, Step, VariantInfo } from "../../wire.gen";
import { kindNames, kinds, type Kind } from "./draft";

/** What the board shows; without a position, the start. */
export interface Look {
  position?: string;
  /** The move that led there. */
  step?: Step;
  /** The square whose piece is chosen at first. */
  chosen: string;
  /** Another number is another board. */
  id: number;
}

export const startLook: Look = { chosen: "", id: 0 };

/** A board with room for one piece to show what it can do: beside an edge, with the kings where no rules of the edge reach them. */
const open: Record<Kind, { position: string; chosen: string }> = {
  p: { position: "4k3/8/8/7p/P7/8/6P1/4K3 w - - 0 1", chosen: "a4" },
  n: { position: "4k3/8/8/8/1N6/8/8/K7 w - - 0 1", chosen: "b4" },
  b: { position: "2k5/8/8/8/8/1B6/8/4K3 w - - 0 1", chosen: "b3" },
  r: { position: "3k4/8/8/8/2R4p/8/8/4K3 w - - 0 1", chosen: "c4" },
  q: { position: "3k4/8/8/7p/8/2Q5/8/6K1 w - - 0 1", chosen: "c3" },
  k: { position: "4k3/8/8/8/K7/8/8/8 w - - 0 1", chosen: "a4" },
};

/** A position without castling rights, for a game where there are none. */
function withoutRights(position: string): string {
  const fields = position.split(" ");
  fields[2] = "-";
  return fields.join(" ");
}

/** The state of a position; one that the rules refuse is tried without rights, then the start is shown. */
export function stateOf(rules: Rules, info: VariantInfo, position: string | undefined): State {
  const variant = refOf(info);
  for (const text of position ? [position, withoutRights(position)] : []) {
    try {
      return rules.state({ variant, position: text, study: true });
    } catch {
      // Other rules may not know this position.
    }
  }
  return rules.state({ variant, position: info.start, study: true });
}

interface Props {
  rules: Rules;
  info: VariantInfo;
  state: State;
  look: Look;
  onLook: (look: Look) => void;
}

export function LiveBoard({ rules, info, state, look, onLook }: Props) {
  const [answer, setAnswer] = useState("");
  const [flip, setFlip] = useState(false);
  useEffect(() => setAnswer(""), [state]);
  const play = (move: MoveInfo) => {
    const { steps } = rules.line({ variant: refOf(info), position: state.position, study: true, moves: [move.move] });
    const step = steps[0];
    if (step) onLook({ ...look, position: step.position, step });
  };
  const ask = (from: string, to: string) => {
    try {
      setAnswer(sentence(rules.explain({ variant: refOf(info), position: state.position, study: true, from, to }).message));
    } catch (problem) {
      setAnswer(errorText(problem));
    }
  };
  const over = state.outcome.result !== "";
  const said = useMemo(
    () => answer || (look.step && sentence(look.step.text)) || (over ? sentence(state.outcome.sentence ?? "") : `${sideName(state.turn)} to move. Choose a piece.`),
    [answer, look.step, over, state],
  );
  return (
    <>
      <div class={styles.live}>
        <Board key={look.id} info={info} state={state} step={look.step} chosen={look.chosen} flip={flip} movable="both" onMove={play} onAsk={ask} label={`${info.title}, to try`} />
      </div>
      <p class={styles.said} role="status">
        {said}
      </p>
      <div class={styles.tries} role="group" aria-label="What to look at">
        <button type="button" class={controls.button} disabled={look.position === undefined} onClick={() => onLook({ chosen: "", id: look.id + 1 })}>
          Start
        </button>
        {kinds.map((kind) => (
          <button
            type="button"
            class={controls.button}
            aria-label={`${capitalise(kindNames[kind])} on an open board`}
            title={`${capitalise(kindNames[kind])} on an open board`}
            aria-pressed={look.position === open[kind].position}
            onClick={() => onLook({ ...open[kind], id: look.id + 1 })}
          >
            <PieceIcon letter={kind.toUpperCase()} label="" />
          </button>
        ))}
        <button type="button" class={controls.button} onClick={() => setFlip(!flip)}>
          Flip
        </button>
      </div>
    </>
  );
}
