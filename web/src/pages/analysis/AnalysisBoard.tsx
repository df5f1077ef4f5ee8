// The board of the analysis page, with marks from the engine, the tables and annotations.
import { useMemo } from "preact/hooks";
import { arrowsOf } from "../../board/arrows";
import { Board } from "../../board/Board";
import { tablesEval } from "../../components/Tables";
import { useSticky } from "../../components/useSticky";
import type { Rules } from "../../rules/rules";
import { classes } from "../../style/classes";
import { t } from "../../text/text";
import type { MoveInfo } from "../../wire.gen";
import * as styles from "./analysis.module.css";
import { EvalBar } from "./EngineLines";
import { explainMove } from "./Explain";
import type { ReviewTools } from "./review/useReviewTools";
import * as trees from "./tree";
import type { BenchControl } from "./useBench";
import type { SearchState } from "./useEngine";
import type { Insight } from "./useInsight";
import type { Position } from "./usePosition";
import { figuresOf } from "./worth";

interface Props {
  rules: Rules;
  bench: BenchControl;
  position: Position;
  tools: ReviewTools;
  insight: Insight;
  onMove: (move: MoveInfo) => void;
}

export function AnalysisBoard({ rules, bench, position, tools, insight, onMove }: Props) {
  const { search, thinking, worth, tables } = insight;
  const { tree, flip, change, dispatch } = bench;
  const { info, state, step, underWay } = position;
  const { exercise, atExercise } = tools;
  const [box, sticky] = useSticky();
  const here = trees.node(tree, tree.here);
  const best = bestMoves(tools, search);
  const arrows = useMemo(
    () => arrowsOf(best.flatMap((move) => state.moves.find((one) => one.move === move) ?? [])),
    [best.join(" "), state],
  );
  const drawings = useMemo(
    () => (here.shapes ?? []).map(({ colour, from, to }) => ({ ink: colour, from, to: to ?? from })),
    [here.shapes],
  );
  const figures = useMemo(
    () => (worth.evaluation && !worth.late ? figuresOf(worth.evaluation) : undefined),
    [worth.evaluation, worth.late],
  );
  const noted = tables ? tablesEval(tables) : here.eval;
  // Without an engine, evaluations or endgame tables there is no bar, because an empty one looks like unfinished
  // progress.
  const evaluated = useMemo(() => Object.values(tree.nodes).some((one) => one.eval), [tree.nodes]);
  const bar = bench.engineOn || thinking || evaluated || tables;
  return (
    <div class={classes(styles.board, sticky && styles.sticky)} ref={box} aria-busy={underWay}>
      <Board
        info={info}
        state={state}
        flip={flip}
        movable={underWay || exercise.judging ? "none" : atExercise ? state.turn : "both"}
        step={step}
        onMove={atExercise ? exercise.attempt : onMove}
        arrows={arrows}
        figures={figures}
        {...(bar
          ? { gauge: <EvalBar best={search.lines[0]} noted={noted} turn={state.turn} flip={flip} on={thinking} /> }
          : {})}
        drawings={drawings}
        onDraw={(drawn) => {
          const shapes = drawn.map(({ ink, from, to }) => ({ colour: ink, from, ...(to === from ? {} : { to }) }));
          change((old) => trees.annotate(old, old.here, { shapes }));
        }}
        onAsk={(from, to) => dispatch({ type: "answer", answer: explainMove(rules, state, from, to), about: state })}
        label={t("page.analysis.board-label", { title: info.title })}
      />
    </div>
  );
}

/**
 * Returns the moves to show as arrows: the engine's top choices, or the solution of an exercise once it is found or
 * shown.
 */
function bestMoves({ exercise: { slip, tone } }: ReviewTools, search: SearchState): string[] {
  if (!slip) return search.lines.flatMap((line) => line.moves[0] ?? []);
  return tone === "right" || tone === "shown" ? [slip.better] : [];
}
