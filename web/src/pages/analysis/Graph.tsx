// The evaluation after each move of the main line, as a curve for navigation.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./graph.module.css";
import { useMemo } from "preact/hooks";
import { t } from "../../text/text";
import type { Review } from "./review/review";
import { scoreOf, scoreText, scoreWords, share } from "./score";
import { mainLine, type Node, node, numbering, root, type Tree } from "./tree";

interface Props {
  tree: Tree;
  review: Review | undefined;
  onGo: (id: number) => void;
}

const height = 100;

/**
 * Returns White's winning chance after a ply of the line, if known: from an evaluation, or because the move
 * mates.
 */
function heightOf(nodes: readonly Node[], ply: number, black: boolean): number | null {
  const at = nodes[ply];
  if (at?.eval) return share(scoreOf(at.eval));
  if (!at?.san.includes("#") || !nodes[ply - 1]?.eval) return null;
  return (ply % 2 === 1) !== black ? 1 : 0;
}

/**
 * Returns the curve and the area under it, from the first evaluation to the last, connected by straight
 * lines.
 */
function curve(nodes: readonly Node[], black: boolean): { line: string; area: string } {
  const points = nodes.flatMap((_, x) => {
    const white = heightOf(nodes, x, black);
    return white === null ? [] : [{ x, y: (height * (1 - white)).toFixed(1) }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return { line: "", area: "" };
  // A single evaluation is drawn as a short segment.
  if (first === last) points.push({ x: first.x + 1, y: first.y });
  const line = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
  return { line, area: `${line}L${points.at(-1)?.x} ${height}L${first.x} ${height}Z` };
}

/** Returns a position along the graph, clamped so that marks stay inside. */
const within = (share: number, margin: number) =>
  `clamp(${margin}px, ${(100 * share).toFixed(2)}%, 100% - ${margin}px)`;

export function Graph({ tree, review, onGo }: Props) {
  const nodes = useMemo(() => [node(tree, root), ...mainLine(tree)], [tree.nodes]);
  const { first, black } = numbering(tree.start);
  const { line, area } = useMemo(() => curve(nodes, black), [nodes, black]);
  const places = useMemo(() => new Map(nodes.map((at, ply) => [at.id, ply])), [nodes]);
  if (!line) return null;
  // In a variation, the graph shows where it branches off.
  let at = node(tree, tree.here);
  while (!places.has(at.id)) at = node(tree, at.parent);
  const ply = places.get(at.id) ?? 0;
  const width = Math.max(1, nodes.length - 1);
  const count = ply - 1 + (black ? 1 : 0);
  const where =
    ply === 0
      ? t("page.analysis.at-the-start")
      : t("page.analysis.after-move", {
          move: `${first + Math.floor(count / 2)}${count % 2 === 0 ? "." : "…"} ${shownSan(at.san)}`,
        });
  const score = at.eval && scoreOf(at.eval);
  const value = score ? `${scoreWords(score)}, ${scoreText(score)}` : t("page.analysis.not-evaluated");
  const words = `${where}: ${value}`;
  const go = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const to = nodes[Math.round(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * width)];
    if (to) onGo(to.id);
  };
  return (
    <div
      class={styles.graph}
      role="slider"
      tabIndex={0}
      aria-label={t("page.analysis.evaluation-of-the-game")}
      aria-valuemin={0}
      aria-valuemax={width}
      aria-valuenow={ply}
      aria-valuetext={words}
      title={words}
      onPointerDown={go}
      onPointerMove={go}
      data-graph
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class={styles.area} d={area} />
        <line class={styles.even} x1="0" x2={width} y1={height / 2} y2={height / 2} />
        <path class={styles.line} d={line} />
      </svg>
      <span class={styles.here} style={{ left: within(ply / width, 1) }} data-here={ply} />
      {review?.slips.map((slip) => {
        const white = heightOf(nodes, slip.ply + 1, black);
        return (
          white !== null && (
            <span
              key={slip.ply}
              class={classes(styles.slip, slip.side === "white" ? styles.white : styles.black)}
              style={{ left: within((slip.ply + 1) / width, 6), top: within(1 - white, 6) }}
              data-slip={slip.ply}
            />
          )
        );
      })}
    </div>
  );
}
