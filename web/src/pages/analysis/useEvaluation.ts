// The static evaluation of the position, requested on demand.
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../../rules/text";
import type { Evaluation, LineRequest } from "../../wire.gen";
import { evaluateInWorker } from "./inWorker";

export interface EvaluationState {
  evaluation?: Evaluation;
  problem?: string;
  /** Whether the evaluation is of an earlier position while the new one is being computed. */
  late: boolean;
}

/** Evaluates a position while switched on; a null task means a finished game, which has no evaluation. */
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
