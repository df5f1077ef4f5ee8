// The moves: the main line in pairs, with comments and variations indented below.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./movetree.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Windowed } from "../../components/Windowed";
import { t } from "../../text/text";
import { name, sign } from "./nags";
import { guess, type Row, rowOf, rowsOf, type ShownMove } from "./rows";
import { scoreOf, scoreText } from "./score";
import { node, root, type Tree } from "./tree";

interface Props {
  tree: Tree;
  /** Shown before the first move. */
  intro?: ComponentChildren;
  onGo: (id: number) => void;
}

export function MoveTree({ tree, intro, onGo }: Props) {
  const rows = useMemo(() => rowsOf(tree), [tree.nodes, tree.start]);
  const current = useMemo(() => (tree.here === root ? 0 : rowOf(rows, tree.here)), [rows, tree.here]);
  const coarse = useMemo(() => matchMedia("(pointer: coarse)").matches, []);
  const draw = (row: Row) => {
    if (row.kind === "text") {
      return (
        <p class={styles.comment} key={row.key} data-key={row.key}>
          {row.text}
        </p>
      );
    }
    if (row.kind === "pair") {
      return (
        <div class={styles.pair} key={row.key} data-key={row.key}>
          <span class={classes(styles.number, controls.figures)} aria-hidden="true">
            {row.number}
          </span>
          {row.white ? <Move tree={tree} move={row.white} onGo={onGo} main /> : <span class={styles.gap}>…</span>}
          {row.black && <Move tree={tree} move={row.black} onGo={onGo} main />}
        </div>
      );
    }
    return (
      <div
        class={classes(styles.variation, row.depth > 1 && styles.deep)}
        style={{ "--deep": Math.min(row.depth, 8) - 1 }}
        key={row.key}
        data-key={row.key}
      >
        {row.parts.map((part) =>
          typeof part === "string" ? (
            <span class={styles.comment}>{part}</span>
          ) : (
            <Move key={part.id} tree={tree} move={part} onGo={onGo} />
          ),
        )}
      </div>
    );
  };
  const who = players(tree);
  return (
    <Windowed
      class={classes(layouts.card, styles.tree)}
      label={t("page.analysis.moves")}
      rows={rows}
      current={current}
      guess={(row, width) => guess(row, width, coarse ? 44 : 32)}
      draw={draw}
      before={
        <>
          {who && <p class={styles.players}>{who}</p>}
          {node(tree, root).children.length === 0 && (
            <div class={styles.empty}>
              <p>{t("page.analysis.play-a-move-on-the")}</p>
              {intro}
            </div>
          )}
        </>
      }
      after={
        tree.result !== "*" &&
        rows.length > 0 && (
          <p class={classes(styles.result, controls.figures)}>
            {tree.result.replace("1/2-1/2", "½–½").replace("-", "–")}
          </p>
        )
      }
    />
  );
}

/** Returns the players, if the game names them. */
function players(tree: Tree): string {
  const names = ["White", "Black"].map((side) => tree.tags.find((tag) => tag.name === side)?.value || "?");
  return names.some((one) => one !== "?") ? names.join(" – ") : "";
}

function Move({
  tree,
  move,
  main = false,
  onGo,
}: {
  tree: Tree;
  move: ShownMove;
  main?: boolean;
  onGo: Props["onGo"];
}) {
  const at = node(tree, move.id);
  const score = main && at.eval ? scoreText(scoreOf(at.eval)) : "";
  // Voice control uses the visible text, so the accessible name contains it in this order.
  const words = [`${move.lead} ${shownSan(at.san)} ${score}`.trim(), ...at.nags.map(name)];
  return (
    <button
      type="button"
      class={classes(controls.bare, styles.move)}
      aria-current={tree.here === at.id ? "step" : undefined}
      aria-label={words.join(", ")}
      onClick={() => onGo(at.id)}
    >
      {!main && move.lead && <span class={classes(styles.number, controls.figures)}>{move.lead}</span>}
      {shownSan(at.san)}
      {at.nags.length > 0 && (
        <span class={styles.marks} aria-hidden="true">
          {at.nags.map(sign).join(" ")}
        </span>
      )}{" "}
      {score && (
        <span class={classes(styles.eval, controls.figures)} aria-hidden="true">
          {score}
        </span>
      )}
    </button>
  );
}
