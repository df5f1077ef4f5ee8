// The current position, with its rules and search task.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { lastStep } from "../../board/lastMove";
import { readVariant } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { announce } from "../../rules/text";
import { t } from "../../text/text";
import type { State, Step, VariantInfo } from "../../wire.gen";
import { type NodeReader, useNodeState } from "./nodeState";
import * as trees from "./tree";
import type { Tree } from "./tree";
import type { Task } from "./useEngine";

export interface Position {
  info: VariantInfo;
  state: State;
  /** The move of the tree that led to the position. */
  played: Step | undefined;
  /** The move to show as the last one, even if only its squares are known. */
  step: Step | undefined;
  /** The last move in UCI notation, or "" if it is unknown. */
  last: string;
  /** Whether the node is still being computed; meanwhile the previous state is shown, or the root of a new tree. */
  underWay: boolean;
  over: boolean;
  /** The engine's task at this position; null when the game is over. */
  task: Task | null;
}

export function usePosition(rules: Rules, reader: NodeReader, tree: Tree): Position {
  const { variant, start, study, here, lastMove } = tree;
  const info = useMemo(() => readVariant(rules, variant), [rules, variant]) as VariantInfo;
  const { state, step: played, underWay } = useNodeState(reader, tree);
  const step = useMemo(() => played ?? lastStep(info, state, lastMove), [played, info, state, lastMove]);
  const over = state.moves.length === 0;
  return {
    info,
    state,
    played,
    step,
    last: here === trees.root ? lastMove : trees.node(tree, here).move,
    underWay,
    over,
    task: over ? null : { variant, position: start, study, moves: trees.moves(tree, here) },
  };
}

/**
 * Announces each move to screen readers. For the initial position it announces only the last move, which the
 * board does not describe.
 */
export function useAnnouncement(tree: Tree, { state, played }: Position): [string, (text: string) => void] {
  const [announcement, setAnnouncement] = useState("");
  const opening = useRef(true);
  useEffect(() => {
    if (!opening.current) setAnnouncement(announce(played, state));
    else if (!played && tree.lastMove) {
      const more = announce(undefined, state);
      setAnnouncement(t("page.analysis.last-move", { move: tree.lastMove, more }));
    }
    opening.current = false;
  }, [state]);
  return [announcement, setAnnouncement];
}
