// The analysis page, once its rules and its tree are loaded.
import { useCallback } from "preact/hooks";
import { useKeys } from "../../components/useKeys";
import { refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { MoveInfo } from "../../wire.gen";
import * as styles from "./analysis.module.css";
import { BenchHead } from "./BenchHead";
import { Editor } from "./editor/Editor";
import { fileText } from "./ImportExport";
import { type Opened, read } from "./open";
import { PlanDesk } from "./PlanDesk";
import { useReviewTools } from "./review/useReviewTools";
import * as trees from "./tree";
import { type BenchControl, useBench } from "./useBench";
import { useDrop } from "./useDrop";
import { useInsight } from "./useInsight";
import { useAnnouncement, usePosition } from "./usePosition";
import { BenchDesk } from "./BenchDesk";

interface Props {
  rules: Rules;
  opened: Opened;
}

export function Workbench({ rules, opened }: Props) {
  const bench = useBench(rules, opened);
  const { tree, change, dispatch } = bench;
  const position = usePosition(rules, bench.reader, tree);
  const tools = useReviewTools(bench, opened.review);
  const [announcement, announce] = useAnnouncement(tree, position);
  const play = useCallback((move: MoveInfo) => change((old) => trees.play(old, old.here, move.move, move.san)), []);
  useDrop(async (file) => {
    try {
      bench.open(await read(rules, tree.variant, await fileText(file)));
      dispatch({ type: "edit", on: false });
    } catch (failed) {
      dispatch({ type: "problem", text: errorText(failed) });
    }
  });
  useTreeKeys(bench);
  const insight = useInsight(rules, bench, position, tools);
  const { info, state } = position;
  const head = <BenchHead bench={bench} info={info} />;
  return (
    <div class={classes(layouts.stack, layouts.gap8, styles.analysis, bench.editing && styles.editing)} data-full-width>
      {bench.editing ? (
        <div class={classes(layouts.stack, layouts.gap8, styles.edit)}>
          {head}
          <Editor
            key={`${tree.variant} ${state.position}`}
            rules={rules}
            info={info}
            position={state.position}
            onUse={(text) => bench.openPosition(refOf(info), text) && dispatch({ type: "edit", on: false })}
            onCancel={() => dispatch({ type: "edit", on: false })}
          />
        </div>
      ) : bench.plan !== null ? (
        <PlanDesk
          key={`${tree.variant} ${state.position}`}
          rules={rules}
          info={info}
          base={state}
          plan={bench.plan}
          flip={bench.flip}
          alone={trees.node(tree, trees.root).children.length === 0}
          head={head}
          onPlan={(plan) => dispatch({ type: "plan", plan })}
          onFlip={() => dispatch({ type: "flip", flip: !bench.flip })}
          onLeave={bench.leavePlan}
        />
      ) : (
        <BenchDesk
          rules={rules}
          bench={bench}
          position={position}
          tools={tools}
          insight={insight}
          onPlay={play}
          onSay={announce}
          head={head}
        />
      )}
      <p class={controls.visuallyHidden} role="status" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

/** Handles keys that navigate the tree, except while it is hidden. */
function useTreeKeys({ tree, flip, editing, plan, visit, dispatch }: BenchControl): void {
  const steps = trees.steps(tree);
  useKeys(
    editing || plan !== null
      ? {}
      : {
          ArrowLeft: () => visit(steps.previous),
          ArrowRight: () => visit(steps.next),
          ArrowUp: () => visit(trees.sibling(tree, tree.here, -1)),
          ArrowDown: () => visit(trees.sibling(tree, tree.here, 1)),
          Home: () => visit(steps.first),
          End: () => visit(steps.last),
          f: () => dispatch({ type: "flip", flip: !flip }),
        },
  );
}
