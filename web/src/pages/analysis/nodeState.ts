// What stands on the board at a node of a tree.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { State, Step } from "../../wire.gen";
import { moves, type Tree } from "./tree";

export interface NodeState {
  state: State;
  /** The move that led here. */
  step: Step | undefined;
}

/** Tells what stands at the current node. A step to and fro costs one position, not the whole line. */
export class NodeReader {
  private handle: number | undefined;
  private origin = "";
  private line: readonly string[] = [];
  private reached: NodeState | undefined;

  constructor(private readonly rules: Pick<Rules, "openLine" | "push" | "pop" | "close">) {}

  /** What stands there, however far it is. */
  read(tree: Tree): NodeState {
    const found = this.advance(tree, Infinity);
    if (!found) throw new Error(t("page.analysis.the-position-cannot-be-reached"));
    return found;
  }

  /** Goes so many half-moves towards the current node, and tells what stands there once it is reached. */
  advance(tree: Tree, most: number): NodeState | null {
    const { variant, start, study } = tree;
    const origin = JSON.stringify([variant, start, study]);
    if (this.handle === undefined || origin !== this.origin) {
      this.close();
      const { handle, state } = this.rules.openLine({ variant, position: start, study, moves: [] });
      this.handle = handle;
      this.origin = origin;
      this.keep({ state, step: undefined }, []);
    }
    const handle = this.handle as number;
    const target = moves(tree, tree.here);
    let same = 0;
    while (same < target.length && target[same] === this.line[same]) same++;
    if (same < this.line.length) this.keep(last(this.rules.pop({ handle, ply: same, last: true })), target.slice(0, same));
    if (same < target.length) {
      const part = target.slice(same, same + Math.min(most, target.length));
      this.keep(last(this.rules.push({ handle, moves: part, last: true })), target.slice(0, same + part.length));
    }
    return this.line.length === target.length ? (this.reached as NodeState) : null;
  }

  readonly close = (): void => {
    if (this.handle !== undefined) this.rules.close(this.handle);
    this.handle = undefined;
  };

  private keep(reached: NodeState, line: readonly string[]): void {
    this.reached = reached;
    this.line = line;
  }
}

function last({ state, steps }: { state: State; steps: Step[] }): NodeState {
  return { state, step: steps.at(-1) };
}

/** So many half-moves are gone at once; then the page has its turn. */
const stride = 150;

export interface ShownNode extends NodeState {
  /** The node is further away than can be gone at once: what was shown before is shown until it is reached. */
  underWay: boolean;
}

/** What stands at the current node of a tree; a far one is reached by and by, so that the page never stands still. */
export function useNodeState(reader: NodeReader, tree: Tree): ShownNode {
  const [turn, setTurn] = useState(0);
  const shown = useRef<{ origin: string; node: NodeState } | null>(null);
  const line = moves(tree, tree.here).join(" ");
  const origin = JSON.stringify([tree.variant, tree.start, tree.study]);
  const reached = useMemo(() => reader.advance(tree, stride), [reader, origin, line, turn]);
  useEffect(() => {
    if (reached) return;
    const next = setTimeout(() => setTurn((before) => before + 1), 0);
    return () => clearTimeout(next);
  }, [reached, line, turn]);
  if (reached) shown.current = { origin, node: reached };
  if (shown.current?.origin !== origin) {
    // Something has to be shown of a tree that opens far from its start.
    shown.current = { origin, node: reader.read({ ...tree, here: 0 }) };
  }
  return { ...(shown.current as { node: NodeState }).node, underWay: !reached };
}
