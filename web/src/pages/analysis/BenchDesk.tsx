// The board of the analysis page and the column next to it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { Tables } from "../../components/Tables";
import { refOf, startsKingless } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { t } from "../../text/text";
import type { MoveInfo } from "../../wire.gen";
import { AnalysisBoard } from "./AnalysisBoard";
import { Annotations } from "./Annotations";
import * as styles from "./analysis.module.css";
import { Button } from "../../components/Button";
import { BoardPart } from "./BoardPart";
import { Contributions } from "./Contributions";
import { Drawer, type Part } from "./Drawer";
import { EngineLines } from "./EngineLines";
import { AnswerText } from "./Explain";
import { Graph } from "./Graph";
import { Chooser, ImportExport } from "./ImportExport";
import { SavedList } from "./SavedList";
import { MoveTree } from "./MoveTree";
import { ReviewPanel } from "./review/ReviewPanel";
import type { ReviewTools } from "./review/useReviewTools";
import { Situation } from "./Situation";
import * as trees from "./tree";
import type { BenchControl } from "./useBench";
import type { Insight } from "./useInsight";
import type { Position } from "./usePosition";

interface DeskProps {
  rules: Rules;
  bench: BenchControl;
  position: Position;
  tools: ReviewTools;
  insight: Insight;
  onPlay: (move: MoveInfo) => void;
  /** Announces something to those who listen. */
  onSay: (text: string) => void;
  head: ComponentChildren;
}

/** The board and its column, while neither a position is set up nor a plan tried. */
export function BenchDesk(props: DeskProps) {
  const { rules, bench, position, tools, insight, onPlay, head } = props;
  const { tree, flip, engineOn, drawer, choice, change, visit, dispatch, open } = bench;
  const { info, state, over } = position;
  const { exercise, found } = tools;
  const side = useTopWhenOpened(bench.opened);
  const { search, tables } = insight;
  const here = trees.node(tree, tree.here);
  const steps = trees.steps(tree);
  const playLine = (moves: string[], san: string[]) => change((old) => trees.playLine(old, old.here, moves, san));
  const answer = bench.answer?.about === state ? bench.answer.answer : null;
  return (
    <>
      <AnalysisBoard rules={rules} bench={bench} position={position} tools={tools} insight={insight} onMove={onPlay} />
      <div
        class={classes(layouts.stack, layouts.gap8, styles.side, drawer && styles.opened, tables && styles.tabled)}
        ref={side}
      >
        {head}
        <EngineLines
          search={search}
          on={engineOn}
          count={insight.lines}
          over={over}
          turn={state.turn}
          position={state.position}
          onSwitch={(on) => dispatch({ type: "engine", on })}
          onPlay={(line, moves) => playLine(line.moves.slice(0, moves), line.san)}
        />
        {tables && <Tables known={tables} onPlay={playLine} />}
        <div class={styles.moves}>
          <MoveTree tree={tree} onGo={visit} />
        </div>
        <Situation tree={tree} state={state} step={position.played} />
        <div role="status" class={styles.asked}>
          {answer && <AnswerText answer={answer} onPlay={onPlay} />}
        </div>
        <div class={classes(layouts.cluster, layouts.gap3, styles.tools)}>
          <Steps back={tree.here !== trees.root} forward={here.children.length > 0} onStep={(to) => visit(steps[to])} />
          <Button onClick={() => dispatch({ type: "flip", flip: !flip })}>{t("page.analysis.flip")}</Button>
          <Button
            onClick={() =>
              open([trees.newTree({ variant: refOf(info), start: info.start, study: startsKingless(info) })])
            }
          >
            {t("page.analysis.new")}
          </Button>
        </div>
        <UndoNotice bench={bench} />
        <Graph tree={tree} review={found} onGo={visit} />
        {choice && (
          <Chooser
            trees={choice}
            onChoose={(one) => open([one])}
            onCancel={() => dispatch({ type: "choose", trees: null })}
          />
        )}
        <Drawer
          parts={partsOf(props)}
          open={drawer}
          onOpen={(part) => dispatch({ type: "drawer", part })}
          news={found}
        />
        <MoveField rules={rules} state={state} onMove={exercise.slip ? exercise.attempt : onPlay} />
      </div>
    </>
  );
}

/** The parts of the drawer. */
function partsOf({ rules, bench, position, tools, insight, onPlay, onSay }: DeskProps): Part[] {
  const { tree, flip, change, dispatch, open } = bench;
  const { info, state, over, last } = position;
  const { exercise } = tools;
  const here = trees.node(tree, tree.here);
  const cut = () => {
    const words = t("page.analysis.deleted-from", { san: shownSan(here.san) });
    dispatch({ type: "replace", tree: trees.cut(tree, here.id), words });
  };
  return [
    {
      id: "review",
      title: t("page.analysis.review"),
      content: () => (
        <ReviewPanel
          tree={tree}
          review={tools.found}
          state={tools.review}
          workers={tools.workers}
          exercise={exercise}
          onExercise={tools.practise}
          onEnd={exercise.end}
          onLine={tools.addLine}
        />
      ),
    },
    {
      id: "notes",
      title: t("page.analysis.notes"),
      content: () => <Annotations tree={tree} onChange={(next) => change(() => next)} onCut={cut} />,
    },
    {
      id: "board",
      title: t("page.analysis.board"),
      content: () => (
        <BoardPart rules={rules} bench={bench} position={position} onPlay={onPlay}>
          {bench.showsWorth && !exercise.slip && <Contributions {...insight.worth} over={over} />}
        </BoardPart>
      ),
    },
    {
      id: "saved",
      title: t("page.analysis.kept"),
      content: () => (
        <SavedList
          tree={tree}
          onOpen={(one) => open([one])}
          onName={(name) => change((old) => ({ ...old, name }))}
          onForget={(id) => change((old) => (old.id === id ? { ...old, id: undefined } : old))}
        />
      ),
    },
    {
      id: "share",
      title: t("page.analysis.share"),
      content: () => (
        <ImportExport
          rules={rules}
          info={info}
          tree={tree}
          state={state}
          flip={flip}
          last={last}
          onOpen={open}
          onSay={onSay}
        />
      ),
    },
  ];
}

/** What was just deleted or replaced, and a button that brings it back. */
function UndoNotice({ bench: { undo, takeBack } }: { bench: BenchControl }) {
  if (!undo) return null;
  return (
    <p class={classes(controls.notice, layouts.row, layouts.spread, layouts.gap6, styles.undo)} role="status">
      {undo.words} <Button onClick={takeBack}>{t("page.analysis.undo")}</Button>
    </p>
  );
}

/** Scrolls an element to its top when another tree is opened: whoever opened it from the drawer sees its moves. */
function useTopWhenOpened(opened: number) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.scrollTo(0, 0), [opened]);
  return element;
}
