// The content of the element: the board and its messages.
import { lastStep } from "../../../src/board/lastMove";
import { Board } from "../../../src/board/Board";
import type { BoardProps } from "../../../src/board/types";
import { announce, sentence } from "../../../src/rules/text";
import * as controls from "../../../src/style/controls.module.css";
import type { LineAnswer, Rules, VariantInfo } from "@tainchess/rules";
import { LookOf, type Look } from "./look";
import { RulesOf } from "./useRules";

/** A position with the game it belongs to. */
export interface Shown {
  info: VariantInfo;
  line: LineAnswer;
}

interface Props
  extends Pick<BoardProps, "flip" | "movable" | "chosen" | "view" | "label" | "onMove" | "onAsk" | "small"> {
  look: Look;
  rules: Rules | null;
  shown: Shown | null;
  note: string;
  error: string;
}

export function View({ look, rules, shown, note, error, ...board }: Props) {
  if (error) {
    return (
      <p part="error" role="alert">
        {sentence(error)}
      </p>
    );
  }
  if (!shown) {
    return (
      <div part="waiting" aria-busy="true">
        <slot />
      </div>
    );
  }
  const { info, line } = shown;
  const { state, steps } = line;
  const step = steps.at(-1);
  const result = steps.length > 0 || board.movable !== "none" ? (state.outcome.sentence ?? "") : "";
  return (
    <LookOf.Provider value={look}>
      <RulesOf.Provider value={rules}>
        <div part="board" data-space={info.levels?.length ? true : undefined}>
          <Board info={info} state={state} step={step ?? lastStep(info, state, line.lastMove)} fixed {...board} />
        </div>
        <p class={controls.visuallyHidden} role="status">
          {step && announce(step, state)}
        </p>
        {(note || result) && (
          <p part="note" role={note ? "status" : undefined}>
            {sentence(note || result)}
          </p>
        )}
      </RulesOf.Provider>
    </LookOf.Provider>
  );
}
