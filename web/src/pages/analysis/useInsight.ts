// Information about the current position from the engine, the evaluation and the endgame tables.
import { useTables } from "../../components/useTables";
import type { Rules } from "../../rules/rules";
import type { TablesAnswer } from "../../wire.gen";
import type { ReviewTools } from "./review/useReviewTools";
import type { BenchControl } from "./useBench";
import { type SearchState, useEngine, useSearchOptions } from "./useEngine";
import { useEvaluation, type EvaluationState } from "./useEvaluation";
import type { Position } from "./usePosition";

export interface Insight {
  search: SearchState;
  /** The number of engine lines. */
  lines: number;
  /** Whether the engine is on and may be shown, and the position has been computed. */
  thinking: boolean;
  /** Each piece's contribution. */
  worth: EvaluationState;
  tables: TablesAnswer | null;
}

export function useInsight(rules: Rules, bench: BenchControl, position: Position, tools: ReviewTools): Insight {
  const { state, task, underWay } = position;
  const manner = useSearchOptions();
  // The information is hidden during a plan, and during an exercise, whose solution it would give away.
  const visible = bench.plan === null && tools.exercise.slip === null;
  const thinking = bench.engineOn && visible && !underWay;
  const legal = state.moves.map((move) => move.move);
  const search = useEngine(thinking, task, legal, manner);
  const worth = useEvaluation(bench.showsWorth && visible, task);
  const tables = useTables(rules, state, visible && !underWay);
  return { search, lines: manner.count, thinking, worth, tables };
}
