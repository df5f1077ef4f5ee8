// The board of the analysis page and the column next to it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { Tables } from "../../components/Tables";
import { hasCopies } from "../../board/flat/layout";
import { refOf, startsKingless, rulesAddress } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { t } from "../../text/text";
import type { MoveInfo, Colour, State, Step } from "../../wire.gen";
import { AnalysisBoard } from "./AnalysisBoard";
import { Annotations } from "./Annotations";
import * as styles from "./analysis.module.css";
import { Button } from "../../components/Button";
import { Contributions } from "./Contributions";
import { Drawer, type Part } from "./Drawer";
import { EngineLines } from "./EngineLines";
import { AnswerText, Explain } from "./Explain";
import { GameIntro } from "./GameIntro";
import { Graph } from "./Graph";
import { Chooser, ImportExport } from "./ImportExport";
import { SavedList } from "./SavedList";
import { MoveTree } from "./MoveTree";
import { ReviewPanel } from "./review/ReviewPanel";
import type { ReviewTools } from "./review/useReviewTools";
import * as trees from "./tree";
import * as formStyles from "../../components/form.module.css";
import type { BenchControl } from "./useBench";
import type { Insight } from "./useInsight";
import type { Position } from "./usePosition";
import { sentence, sideName } from "../../rules/text";
import { numbering, path, type Tree } from "./tree";
import { WingSwitch } from "../../components/WingSwitch";
import { positionQuery } from "../../game/linkText";

interface DeskProps {
  rules: Rules;
  bench: BenchControl;
  position: Position;
  tools: ReviewTools;
  insight: Insight;
  onPlay: (move: MoveInfo) => void;
  /** Announces the text to screen readers. */
  onSay: (text: string) => void;
  head: ComponentChildren;
}

/** The board and its column, shown unless the user is setting up a position or trying a plan. */
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
          <MoveTree tree={tree} intro={<GameIntro info={info} />} onGo={visit} />
        </div>
        <Situation tree={tree} state={state} step={position.played} />
        <div role="status" class={styles.explanation}>
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

/** Returns the sections of the drawer. */
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
          onOpen={() => dispatch({ type: "drawer", part: "share" })}
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

/** The last deletion or replacement, with an undo button. */
function UndoNotice({ bench: { undo, takeBack } }: { bench: BenchControl }) {
  if (!undo) return null;
  return (
    <p class={classes(controls.notice, layouts.row, layouts.spread, layouts.gap6, styles.undo)} role="status">
      {undo.words} <Button onClick={takeBack}>{t("page.analysis.undo")}</Button>
    </p>
  );
}

/**
 * Returns a ref whose element scrolls to its top when another tree is opened, so that the first moves are
 * visible.
 */
function useTopWhenOpened(opened: number) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  useLayoutEffect(() => {
    // A new element is at its top, and scrolling it would force a layout.
    if (before.current !== opened) element.current?.scrollTo(0, 0);
    before.current = opened;
  }, [opened]);
  return element;
}

/** Formats the time left like a clock. */
function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tenths = ms < 20_000 ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenths}`;
}

/** Returns the latest times of both clocks on the path to the current node. */
function clocksAt(tree: Tree): Partial<Record<Colour, number>> {
  const times: Partial<Record<Colour, number>> = {};
  const { black } = numbering(tree.start);
  path(tree, tree.here).forEach((at, ply) => {
    if (at.clock !== undefined) times[(ply % 2 === 0) !== black ? "white" : "black"] = at.clock;
  });
  return times;
}

/** The last move and the side to move, with clock times if known. */
function Situation({ tree, state, step }: { tree: Tree; state: State; step: Step | undefined }) {
  const clocks = clocksAt(tree);
  const known = (["white", "black"] as const).filter((side) => clocks[side] !== undefined);
  return (
    <div class={styles.situation}>
      <p class={classes(layouts.cluster, layouts.spread, styles.now)}>
        <span class={styles.status}>
          {state.outcome.result !== ""
            ? sentence(state.outcome.sentence ?? "")
            : t("page.analysis.side-to-move", { side: state.turn, check: state.checked.length > 0 })}
        </span>
        {known.length > 0 && (
          <span class={controls.figures} data-clocks>
            {known.map((side) => `${sideName(side)} ${clockText(clocks[side] ?? 0)}`).join(" · ")}
          </span>
        )}
      </p>
      <p class={styles.description}>{step ? sentence(step.text) : ""}</p>
    </div>
  );
}

interface Props {
  rules: Rules;
  bench: BenchControl;
  position: Position;
  onPlay: (move: MoveInfo) => void;
  /** Each piece's contribution, if shown. */
  children: ComponentChildren;
}

/** The drawer's section on the position: more actions, and why a move is illegal. */
function BoardPart({ rules, bench, position, onPlay, children }: Props) {
  const { dispatch, showsWorth } = bench;
  const { info, state, over, last } = position;
  return (
    <>
      <div class={classes(layouts.cluster, formStyles.row)} role="group" aria-label={t("page.analysis.board")}>
        <Button onClick={() => dispatch({ type: "edit", on: true })}>{t("page.analysis.edit")}</Button>
        <Button onClick={() => dispatch({ type: "plan", plan: "" })}>{t("page.analysis.try-a-plan")}</Button>
        <Button
          class={showsWorth && controls.primary}
          aria-pressed={showsWorth}
          onClick={() => dispatch({ type: "worth", on: !showsWorth })}
        >
          {t("page.analysis.worth-of-pieces")}
        </Button>
        {!over && !state.study && (
          <a class={controls.button} href={`/play${positionQuery(refOf(info), state.position, last)}`}>
            {t("page.analysis.play-from-here")}
          </a>
        )}
        <a class={controls.button} href={rulesAddress(info)}>
          {t("page.analysis.the-rules-in-words")}
        </a>
        {!info.definition && (
          <a class={controls.button} href={`/learn/${info.name}/rules`}>
            {t("page.analysis.rulebook")}
          </a>
        )}
      </div>
      {hasCopies(info) && <WingSwitch />}
      {children}
      <Explain rules={rules} state={state} onPlay={onPlay} />
    </>
  );
}
