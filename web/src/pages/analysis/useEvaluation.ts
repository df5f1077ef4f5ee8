// What the position is worth as it stands, asked while somebody wants to know.
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../../rules/text";
import type { Evaluation, LineRequest } from "../../wire.gen";
import { evaluateInWorker } from "./inWorker";

export interface EvaluationState {
  evaluation?: Evaluation;
  problem?: string;
  /** The evaluation is of an earlier position: the new one is on its way. */
  late: boolean;
}

/** Weighs a position while it is on; null is a game that is over, where there is nothing to weigh. */
export function useEvaluation(on: boolean, task: LineRequest | null): EvaluationState {
  const key = JSON.stringify(task);
  const [known, setKnown] = useState<{ key: string; evaluation?: Evaluation; problem?: string }>({ key: "" });
  useEffect(() => {
    if (!on || !task || (known.key === key && !known.problem)) return;
    let left = false;
    evaluateInWorker(task).then(
      (evaluation) => left || setKnown({ key, evaluation }),
      (failed: unknown) => left || setKnown({ key, problem: errorText(failed) }),
    );
    return () => {
      left = true;
    };
  }, [on, key]);
  if (!on || !task) return { late: false };
  return {
    evaluation: known.evaluation,
    problem: known.key === key ? known.problem : undefined,
    late: known.key !== key,
  };
}
