// What stands on the board at a node of a tree.
import { FollowedLine } from "../../game/line";
import type { Rules } from "../../rules/rules";
import type { State, Step } from "../../wire.gen";
import { moves, type Tree } from "./tree";

export interface NodeState {
  state: State;
  /** The move that led here. */
  step: Step | undefined;
}

/** Tells what stands at the current node. A step to and fro costs one position, not the whole line. */
export class NodeReader {
  private readonly line: FollowedLine;

  constructor(rules: Pick<Rules, "openLine" | "push" | "pop" | "close">) {
    this.line = new FollowedLine(rules);
  }

  read(tree: Tree): NodeState {
    const { variant, start, study } = tree;
    const { state, steps } = this.line.follow({ variant, position: start, study, moves: moves(tree, tree.here) });
    return { state, step: steps.at(-1) };
  }

  readonly close = (): void => this.line.close();
}
