// Replaces src/rules/useRules.ts, whose rules answer synchronously. A board makes only one kind of request: where an
// attack board may move. Here the request is asynchronous, and the board is redrawn when the response arrives.
import { createContext } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { Rules } from "@tainchess/rules";
import type { BoardAnswer, BoardRequest } from "../../../src/wire.gen";

export const RulesOf = createContext<Rules | null>(null);

interface Answering {
  board(request: BoardRequest): BoardAnswer;
}

export function useRules(): { rules: Answering | null; problem: string } {
  const rules = useContext(RulesOf);
  const [come, setCome] = useState(0);
  const known = useMemo(() => new Map<string, BoardAnswer | null>(), [rules]);
  const answering = useMemo(
    () =>
      rules && {
        board(request: BoardRequest): BoardAnswer {
          const key = JSON.stringify(request);
          const answer = known.get(key);
          if (answer) return answer;
          if (answer === undefined) {
            known.set(key, null);
            rules.board(request).then(
              (found) => {
                known.set(key, found);
                setCome((count) => count + 1);
              },
              () => undefined,
            );
          }
          throw new Error("the response is pending");
        },
      },
    [rules, known, come],
  );
  return { rules: answering, problem: "" };
}
