// The state of one puzzle: moves, replies, hints, and finally the solution.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import { shownSan } from "../../rules/san";
import { announce } from "../../rules/text";
import { t } from "../../text/text";
import type { MoveInfo, VariantInfo } from "../../wire.gen";
import { mateIn, type Puzzle } from "./data";
import { purposes } from "../analysis/review/why";
import type { Result } from "./progress";
import { hintOf, mainTheme, tagName, describeMover } from "./text";

/** The delay of a reply, and the time for which a wrong move is shown, in milliseconds. */
const answerTime = 450;
const wrongMoveTime = 1100;

export interface Feedback {
  tone: "good" | "bad" | "neutral";
  text: string;
}

/** The number of hints for a move: the theme, the piece, and the move itself. */
export const maxHints = 3;

interface Attempt {
  rules: Rules;
  info: VariantInfo;
  puzzle: Puzzle;
  /** Whether the attempt counts for the rating. */
  rated: boolean;
  onEnd: (result: Result) => void;
}

export function useSolver({ rules, info, puzzle, rated, onEnd }: Attempt) {
  /** The number of plies of the solution played so far. */
  const [ply, setPly] = useState(0);
  /** A wrong move, shown briefly. */
  const [stray, setStray] = useState("");
  const [over, setOver] = useState<Result | null>(null);
  /** The number of hints given for the current move. */
  const [hints, setHints] = useState(0);
  const [helped, setHelped] = useState(false);
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  /** Whether the user was warned that the solution costs rating. */
  const [warned, setWarned] = useState(false);
  const counted = useRef(false);

  const first = useMemo(() => rules.state({ variant: info.name, position: puzzle.position }), [rules, info, puzzle]);
  const whole = useMemo(
    () => rules.line({ variant: info.name, position: puzzle.position, moves: puzzle.moves }),
    [rules, info, puzzle],
  );
  const line = useMemo(
    () =>
      rules.line({
        variant: info.name,
        position: puzzle.position,
        moves: [...puzzle.moves.slice(0, ply), ...(stray ? [stray] : [])],
      }),
    [rules, info, puzzle, ply, stray],
  );
  const answering = !over && !stray && ply % 2 === 1;
  const solution = over ? undefined : line.state.moves.find((move) => move.move === puzzle.moves[ply]);

  const end = (result: Result) => {
    if (counted.current) return;
    counted.current = true;
    onEnd(result);
  };

  const finish = (result: Result, text: string) => {
    end(result);
    setOver(result);
    setFeedback({ tone: result === "failed" ? "neutral" : "good", text });
  };

  useEffect(() => {
    if (!answering) return;
    const timer = setTimeout(() => {
      const after = rules.line({
        variant: info.name,
        position: puzzle.position,
        moves: puzzle.moves.slice(0, ply + 1),
      });
      setPly(ply + 1);
      setFeedback({
        tone: "good",
        text: t("page.puzzles.answer", { answer: announce(after.steps.at(-1), after.state) }),
      });
    }, answerTime);
    return () => clearTimeout(timer);
  }, [answering, ply]);

  useEffect(() => {
    if (!stray) return;
    const timer = setTimeout(() => setStray(""), wrongMoveTime);
    return () => clearTimeout(timer);
  }, [stray]);

  const move = (chosen: MoveInfo) => {
    if (over || answering || stray) return;
    const moves = [...puzzle.moves.slice(0, ply), chosen.move];
    const after = rules.line({ variant: info.name, position: puzzle.position, moves });
    const announcement = announce(after.steps.at(-1), after.state);
    const right = chosen.move === puzzle.moves[ply];
    if (right) {
      setPly(ply + 1);
      setHints(0);
      if (ply + 1 < puzzle.moves.length)
        setFeedback({ tone: "good", text: t("page.puzzles.right", { told: announcement }) });
      else
        finish(
          counted.current ? "failed" : helped ? "helped" : "solved",
          t("page.puzzles.solved", { told: announcement }),
        );
      return;
    }
    end("failed");
    setStray(chosen.move);
    setFeedback({
      tone: "bad",
      text: t("page.puzzles.not-this", { told: announcement, why: refusalText(puzzle, ply) }),
    });
  };

  const hint = () => {
    const next = Math.min(hints + 1, maxHints);
    setHints(next);
    setHelped(true);
    const text =
      next === 1
        ? hintOf(puzzle, info)
        : next === 2 && solution
          ? describeMover(solution, line.state)
          : solution
            ? t("page.puzzles.the-move-is", { san: shownSan(solution.san), text: solution.text })
            : "";
    setFeedback({ tone: "neutral", text });
  };

  const show = () => {
    if (rated && !counted.current && !warned) {
      setWarned(true);
      setFeedback({ tone: "neutral", text: t("page.puzzles.solution-costs") });
      return;
    }
    setStray("");
    setPly(puzzle.moves.length);
    const why = purposes(whole.steps, first.turn);
    // Name the theme, unless the descriptions of the moves already do.
    const theme = mainTheme(puzzle) && tagName(mainTheme(puzzle));
    if (theme && !why.join(" ").toLowerCase().includes(theme.toLowerCase()))
      why.push(t("page.puzzles.turns-on", { theme }));
    if (why.length === 0) why.push(announce(whole.steps.at(-1), whole.state));
    const solution = t("page.puzzles.solution", { moves: whole.steps.map((step) => shownSan(step.san)).join(" ") });
    finish("failed", [solution, ...why].join(" "));
  };

  /** Shows the solution after a number of plies, once the puzzle is over. */
  const look = (to: number) => over && setPly(Math.max(0, Math.min(puzzle.moves.length, to)));

  return {
    line,
    whole,
    ply,
    over,
    feedback,
    hints,
    solution,
    waiting: answering || stray !== "",
    move,
    hint,
    show,
    look,
    say: setFeedback,
  };
}

/** Explains why a move is not the solution, in terms that fit any wrong move. */
function refusalText(puzzle: Puzzle, ply: number): string {
  const n = mateIn(puzzle) - ply / 2;
  if (n > 0) return n === 1 ? t("page.puzzles.it-does-not-mate") : t("page.puzzles.does-not-mate", { n });
  return t("page.puzzles.another-move-wins-more");
}
