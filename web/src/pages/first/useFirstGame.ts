// The state of a scripted first game: the player's moves, the opponent's replies, and the response to other moves.
import { useEffect, useMemo, useState } from "preact/hooks";
import { arrowsOf } from "../../board/arrows";
import { EarlyRules } from "../../rules/early";
import { announce, errorText, sentence } from "../../rules/text";
import { useRules } from "../../rules/useRules";
import type { Colour, MoveInfo, State, Step, VariantInfo } from "../../wire.gen";
import type { BoardArrow } from "../../board/types";
import type { LoadedFirstGame } from "./firstGame";

/** The delay before a reply, and the time for which a wrong move is shown, in milliseconds. */
const replyTime = 900;
const strayTime = 1400;

/** The number of wrong moves in a step after which the hint is shown. */
const patience = 2;

export interface FirstGameView {
  state: State;
  step: Step | undefined;
  movable: Colour | "none";
  /** The current step, counted from 0. */
  at: number;
  over: boolean;
  feedback: string;
  arrows: BoardArrow[];
}

/** Runs a first game. The view is null until the start position or the rules are available. */
export function useFirstGame(info: VariantInfo, { game, first }: LoadedFirstGame) {
  const { rules: loaded, problem } = useRules();
  const early = useMemo(() => first && new EarlyRules(first), [first]);
  const rules = loaded ?? early;
  const [moves, setMoves] = useState<readonly string[]>([]);
  /** A move that is not accepted, shown briefly. */
  const [stray, setStray] = useState("");
  const [strays, setStrays] = useState(0);
  const [hinted, setHinted] = useState(false);
  const [feedback, setFeedback] = useState("");

  const lineAfter = (played: readonly string[]) =>
    rules?.line({ variant: info.name, ...(game.start ? { position: game.start } : {}), moves: [...played] });
  const line = useMemo(() => lineAfter(stray ? [...moves, stray] : moves), [rules, moves, stray]);
  const at = Math.floor(moves.length / 2);
  const step = game.steps[at];
  const moved = moves.length % 2 === 1;
  const reply = moved ? step?.reply : undefined;
  const over = moved && !reply;

  useEffect(() => {
    // The position after the reply needs the rules.
    if (!reply || !loaded) return;
    const timer = setTimeout(() => {
      const after = lineAfter([...moves, reply]);
      setMoves([...moves, reply]);
      // The sentence about the player's own move stays, because it is what the step teaches.
      if (after) setFeedback((own) => `${own} ${announce(after.steps.at(-1), after.state)}`);
    }, replyTime);
    return () => clearTimeout(timer);
  }, [reply, loaded]);

  useEffect(() => {
    if (!stray) return;
    const timer = setTimeout(() => setStray(""), strayTime);
    return () => clearTimeout(timer);
  }, [stray]);

  const move = (chosen: MoveInfo) => {
    if (!step || moved || stray) return;
    if (!step.moves.includes(chosen.move)) {
      setStray(chosen.move);
      setStrays(strays + 1);
      setFeedback(step.wrong);
      return;
    }
    const after = lineAfter([...moves, chosen.move]);
    setMoves([...moves, chosen.move]);
    setStrays(0);
    setHinted(false);
    if (after) setFeedback(announce(after.steps.at(-1), after.state));
  };

  const ask = (from: string, to: string) => {
    if (!rules || !line) return;
    const { variant, position, study } = line.state;
    try {
      setFeedback(sentence(rules.explain({ variant, position, study, from, to }).message));
    } catch (reason) {
      setFeedback(errorText(reason));
    }
  };

  const wanted = moved || stray ? undefined : line?.state.moves.find((one) => step?.moves.includes(one.move));
  const view: FirstGameView | null = line
    ? {
        state: line.state,
        step: line.steps.at(-1),
        movable: moved || stray ? "none" : line.state.turn,
        at,
        over,
        feedback,
        arrows: wanted && (hinted || strays >= patience) ? arrowsOf([wanted]) : [],
      }
    : null;
  // Without the rules, the first move can be played, but not the reply.
  return { view, problem: loaded || (early && !moved) ? "" : problem, move, ask, hint: () => setHinted(true) };
}
