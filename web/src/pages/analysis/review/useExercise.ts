// An exercise of a review: find a better move than the one that was played.
import { useEffect, useRef, useState } from "preact/hooks";
import { Engine } from "../../../rules/engine";
import { shownSan } from "../../../rules/san";
import { errorText, sentence } from "../../../rules/text";
import { t } from "../../../text/text";
import type { MoveInfo } from "../../../wire.gen";
import { expected, good, type Slip } from "./review";
import { judgeMove, type ReviewedGame, forOpponent } from "./reviewGame";
import { whyOf } from "./why";

export interface ExerciseState {
  slip: Slip | null;
  /** The feedback on the last attempt. */
  feedback: string;
  tone: "" | "right" | "wrong" | "shown";
  /** Whether an attempt is being judged. */
  judging: boolean;
  begin: (slip: Slip) => void;
  end: () => void;
  attempt: (move: MoveInfo) => void;
  show: () => void;
}

export function useExercise(
  game: () => ReviewedGame,
  nodes: () => number,
  onSolved: (slip: Slip) => void,
): ExerciseState {
  const [slip, setSlip] = useState<Slip | null>(null);
  const [feedback, setFeedback] = useState("");
  const [tone, setTone] = useState<ExerciseState["tone"]>("");
  const [judging, setJudging] = useState(false);
  const engine = useRef<Engine | null>(null);
  const turn = useRef(0);
  const close = () => {
    engine.current?.close();
    engine.current = null;
  };
  useEffect(() => close, []);

  const show = (how: ExerciseState["tone"], text: string) => {
    setTone(how);
    setFeedback(text);
    setJudging(false);
  };
  const begin = (next: Slip) => {
    turn.current++;
    setSlip(next);
    show("", "");
  };
  const attempt = async (move: MoveInfo) => {
    if (!slip || judging) return;
    if (move.move === slip.better) {
      show("right", t("page.analysis.try-right", { san: shownSan(move.san), why: slip.instead.join(" ") }));
      onSolved(slip);
      return;
    }
    if (move.san === slip.san) {
      show("wrong", t("page.analysis.try-same", { san: shownSan(move.san), why: slip.against.join(" ") }));
      return;
    }
    const mine = ++turn.current;
    setJudging(true);
    setTone("");
    setFeedback(t("page.analysis.looking-at", { san: shownSan(move.san) }));
    try {
      engine.current ??= new Engine();
      const { verdict, step, answer } = await judgeMove(engine.current, game(), slip.ply, move.move, nodes());
      if (mine !== turn.current) return;
      const after = forOpponent(verdict.score);
      if (expected(slip.before) - expected(after) < good) {
        show(
          "right",
          t("page.analysis.try-as-good", {
            san: shownSan(move.san),
            better: shownSan(slip.betterSan),
            why: slip.instead.join(" "),
          }),
        );
        onSolved(slip);
        return;
      }
      const { against } = step
        ? whyOf({ side: slip.side, played: step, answer, better: [], before: slip.before, after })
        : { against: [] };
      show("wrong", t("page.analysis.try-not", { san: shownSan(move.san), why: against.map(sentence).join(" ") }));
    } catch (failed) {
      if (mine === turn.current) show("wrong", errorText(failed));
    }
  };
  return {
    slip,
    feedback,
    tone,
    judging,
    begin,
    end: () => {
      turn.current++;
      setSlip(null);
      show("", "");
      close();
    },
    attempt: (move) => void attempt(move),
    show: () => {
      turn.current++;
      if (slip) show("shown", slip.instead.join(" "));
    },
  };
}
