// The position at a node of a tree.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { State, Step } from "../../wire.gen";
import { moves, type Tree } from "./tree";

export interface NodeState {
  state: State;
  /** The move that led to the node. */
  step: Step | undefined;
}

/** Returns a key for the start of a line of moves. */
const originOf = ({ variant, start, study }: Tree): string => JSON.stringify([variant, start, study]);

/**
 * Computes the state at the current node. One step back or forward costs one position, not the whole line.
 */
export class NodeReader {
  private handle: number | undefined;
  private origin = "";
  private line: readonly string[] = [];
  private reached: NodeState | undefined;

  constructor(private readonly rules: Pick<Rules, "openLine" | "push" | "pop" | "close">) {}

  /** Returns the state at the current node, however far away it is. */
  read(tree: Tree): NodeState {
    const found = this.advance(tree, Infinity);
    if (!found) throw new Error(t("page.analysis.the-position-cannot-be-reached"));
    return found;
  }

  /**
   * Plays up to `most` plies towards the current node. Returns its state once it is reached, and null before.
   */
  advance(tree: Tree, most: number): NodeState | null {
    const { variant, start, study } = tree;
    const origin = originOf(tree);
    if (this.handle === undefined || origin !== this.origin) {
      this.close();
      const { handle, state } = this.rules.openLine({ variant, position: start, study, moves: [] });
      this.handle = handle;
      this.origin = origin;
      this.keep({ state, step: undefined }, []);
    }
    const handle = this.handle as number;
    const target = moves(tree, tree.here);
    const same = this.shared(target);
    if (same < this.line.length)
      this.keep(last(this.rules.pop({ handle, ply: same, last: true })), target.slice(0, same));
    if (same < target.length) {
      const part = target.slice(same, same + Math.min(most, target.length));
      this.keep(last(this.rules.push({ handle, moves: part, last: true })), target.slice(0, same + part.length));
    }
    return this.line.length === target.length ? (this.reached as NodeState) : null;
  }

  /**
   * Returns the number of plies to play from the last position read to the current node. Plies taken back do not count.
   */
  distance(tree: Tree): number {
    const target = moves(tree, tree.here);
    if (this.handle === undefined || this.origin !== originOf(tree)) return target.length;
    return target.length - this.shared(target);
  }

  /** Returns the number of leading moves that a line shares with the one read last. */
  private shared(target: readonly string[]): number {
    let same = 0;
    while (same < target.length && target[same] === this.line[same]) same++;
    return same;
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

/** The maximum number of plies played while rendering: a step, or a short line. */
const near = 12;
/** The time, in milliseconds, that a chunk of a longer line may take before it yields to the browser. */
const turn = 8;

/**
 * Returns the size of the next chunk, given how long the last one took. The WebAssembly code is slow at first, and
 * some rules are slower than others.
 */
export function stride(gone: number, took: number): number {
  return Math.max(near, Math.min(400, 2 * gone, Math.round((gone * turn) / Math.max(took, 0.1))));
}

export interface ShownNode extends NodeState {
  /** Whether the node is still being computed; meanwhile the previous state is shown, or the root of a new tree. */
  underWay: boolean;
}

/**
 * Returns the state at the current node of a tree. A distant node is computed in chunks, so that the page
 * stays responsive.
 */
export function useNodeState(reader: NodeReader, tree: Tree): ShownNode {
  const [arrivals, setArrivals] = useState(0);
  const shown = useRef<{ origin: string; node: NodeState } | null>(null);
  const line = useMemo(() => moves(tree, tree.here).join(" "), [tree.nodes, tree.here]);
  const origin = originOf(tree);
  const reached = useMemo(
    () => (reader.distance(tree) <= near ? reader.advance(tree, near) : null),
    [reader, origin, line, arrivals],
  );
  useEffect(() => {
    if (reached) return;
    let most = near;
    const go = () => {
      const begun = performance.now();
      if (reader.advance(tree, most)) setArrivals((before) => before + 1);
      else next = setTimeout(go, 0);
      most = stride(most, performance.now() - begun);
    };
    let next = setTimeout(go, 0);
    return () => clearTimeout(next);
  }, [reader, origin, line, reached]);
  if (reached) shown.current = { origin, node: reached };
  if (shown.current?.origin !== origin) {
    // A tree that opens far from its start shows its root first.
    shown.current = { origin, node: reader.read({ ...tree, here: 0 }) };
  }
  return { ...(shown.current as { node: NodeState }).node, underWay: !reached };
}
