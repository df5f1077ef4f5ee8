// What stands on the board at a node of a tree.
//
// A move in a position always does the same, so every step is asked for once:
// going to and fro in a long game costs one position, not the whole game.
import type { Rules } from "../../rules/rules";
import type { State, Step } from "../../wire.gen";
import { moves, type Tree } from "./tree";

export interface NodeState {
  state: State;
  /** The move that led here. */
  step: Step | undefined;
}

// Far more than a person looks through; then it begins anew.
const maxCached = 20_000;

/** Makes the function that tells what stands at the current node; it remembers the steps it has seen. */
export function stateReader(rules: Pick<Rules, "line">): (tree: Tree) => NodeState {
  const known = new Map<string, Step>();

  const keyOfStart = new Map<string, string>();
  const startKey = (tree: Tree): string => {
    const name = `${tree.variant} ${tree.start}`;
    const key = keyOfStart.get(name) ?? rules.line({ variant: tree.variant, start: tree.start, study: tree.study }).state.key;
    keyOfStart.set(name, key);
    return key;
  };

  return (tree) => {
    const { variant, study } = tree;
    const line = moves(tree, tree.here);
    const steps: Step[] = [];
    let position = tree.start;
    const name = (from: string, move: string) => `${variant} ${study} ${from} ${move}`;
    for (const move of line) {
      const step = known.get(name(position, move));
      if (!step) break;
      steps.push(step);
      position = step.position;
    }
    const answer = rules.line({ variant, start: position, study, moves: line.slice(steps.length) });
    if (known.size > maxCached) known.clear();
    for (const step of answer.steps) {
      known.set(name(position, line[steps.length] ?? ""), step);
      steps.push(step);
      position = step.position;
    }
    const { state } = answer;
    // How often a position has come up is known to the whole line only.
    const before = steps.slice(0, -1).filter((step) => step.key === state.key).length;
    if (before + (line.length > 3 && startKey(tree) === state.key ? 1 : 0) >= 2) {
      state.outcome = rules.line({ variant, start: tree.start, study, moves: line }).state.outcome;
    }
    return { state, step: steps.at(-1) };
  };
}
