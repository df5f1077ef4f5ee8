// The moves as in a book: the main line, and the variations set in.
import { classes } from "../../style/classes";
import * as styles from "./movetree.module.css";
import * as controls from "../../style/controls.module.css";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { name, sign } from "./nags";
import { type Node, node, numbering, root, type Tree } from "./tree";

interface Props {
  tree: Tree;
  onGo: (id: number) => void;
}

export function MoveTree({ tree, onGo }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only the list scrolls, never the page.
    const frame = box.current;
    const here = frame?.querySelector<HTMLElement>("[aria-current]");
    if (!frame || !here) return;
    const at = here.offsetTop - frame.offsetTop;
    if (at < frame.scrollTop || at + here.offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTop = at - frame.clientHeight / 2;
    }
  }, [tree.here]);
  const first = node(tree, root);
  return (
    <div class={styles.tree} ref={box} role="group" aria-label="Moves">
      {players(tree) && <p class={styles.players}>{players(tree)}</p>}
      {first.comment && <p class={styles.comment}>{first.comment}</p>}
      {first.children.length === 0 ? (
        <p class={styles.empty}>Play a move on the board, or open a game.</p>
      ) : (
        <Line tree={tree} from={first} depth={0} onGo={onGo} />
      )}
      {tree.result !== "*" && first.children.length > 0 && <p class={classes(styles.result, controls.figures)}>{tree.result.replace("1/2-1/2", "½–½").replace("-", "–")}</p>}
    </div>
  );
}

/** Who played, if the game tells. */
function players(tree: Tree): string {
  const names = ["White", "Black"].map((side) => tree.tags.find((tag) => tag.name === side)?.value || "?");
  return names.some((one) => one !== "?") ? names.join(" – ") : "";
}

interface LineProps extends Props {
  /** The node whose main line is shown. */
  from: Node;
  /** The first move, if it is not the main one. */
  start?: number;
  depth: number;
  /** How many moves were played before. */
  ply?: number;
}

// A line is gone along in a loop; only variations go deeper.
function Line({ tree, from, start, depth, ply = 0, onGo }: LineProps) {
  const shown: VNode[] = [];
  let number = true;
  let at = from;
  let next = start ?? from.children[0];
  while (next !== undefined) {
    const move = node(tree, next);
    // A variation shows what stands beside its first move's fellow, not again its own fellows.
    const others = shown.length === 0 && start !== undefined ? [] : at.children.slice(1);
    if (move.before) shown.push(<span class={styles.comment}>{move.before}</span>);
    shown.push(<Move key={move.id} tree={tree} move={move} ply={ply} number={number || move.before !== ""} onGo={onGo} />);
    number = false;
    if (move.comment) {
      shown.push(<span class={styles.comment}>{move.comment}</span>);
      number = true;
    }
    for (const other of others) {
      shown.push(
        <div class={classes(styles.variation, depth > 0 && styles.deep)} key={`v${other}`}>
          <Line tree={tree} from={at} start={other} depth={depth + 1} ply={ply} onGo={onGo} />
        </div>,
      );
      number = true;
    }
    at = move;
    next = move.children[0];
    ply++;
  }
  return <>{shown}</>;
}

function Move({ tree, move, ply, number, onGo }: { tree: Tree; move: Node; ply: number; number: boolean; onGo: Props["onGo"] }) {
  const { first, black } = numbering(tree.start);
  const count = ply + (black ? 1 : 0);
  const white = count % 2 === 0;
  const here = tree.here === move.id;
  const lead = white ? `${first + Math.floor(count / 2)}.` : number ? `${first + Math.floor(count / 2)}…` : "";
  const marks = move.nags.map(name).join(", ");
  return (
    <button
      type="button"
      class={styles.move}
      aria-current={here ? "step" : undefined}
      aria-label={`${lead} ${move.san}${marks ? `, ${marks}` : ""}`.trim()}
      onClick={() => onGo(move.id)}
    >
      {lead && <span class={classes(styles.number, controls.figures)}>{lead}</span>}
      {move.san}
      {move.nags.length > 0 && <span class={styles.marks}>{move.nags.map(sign).join(" ")}</span>}
    </button>
  );
}
