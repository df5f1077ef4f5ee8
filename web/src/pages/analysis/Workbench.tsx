// The analysis board and everything around it.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./analysis.module.css";
import * as formStyles from "./form.module.css";
import * as controls from "../../style/controls.module.css";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { arrowsOf } from "../../board/arrows";
import { Board } from "../../board/Board";
import { lastStep } from "../../board/lastMove";
import { readVariant, refOf, rulesAddress, startsKingless, variants } from "../../game/variants";
import { positionQuery } from "../../game/linkText";
import { engineDepth, engineLines, engineMemory, engineThreads, engineTime, engineUntil } from "../../settings/engine";
import { useSetting } from "../../settings/settings";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { MoveInfo, SearchInfo, VariantInfo } from "../../wire.gen";
import { Chooser, ImportExport, fileText } from "./ImportExport";
import { Drawer, type Part, type PartId } from "./Drawer";
import { EngineLines, EvalBar } from "./EngineLines";
import { type Answer, ask, Explain, AnswerText } from "./Explain";
import { Graph } from "./Graph";
import { KeptList } from "./KeptList";
import { NodeReader, useNodeState } from "./nodeState";
import { MoveTree } from "./MoveTree";
import { type Opened, read } from "./open";
import { Editor } from "./editor/Editor";
import { PlanDesk } from "./PlanDesk";
import { Notices } from "./Notices";
import { Contributions } from "./Contributions";
import { figuresOf } from "./worth";
import { Annotations } from "./Annotations";
import { ReviewPanel } from "./review/ReviewPanel";
import { useExercise } from "./review/useExercise";
import { gameOf, reviewOf, useReview } from "./review/useReview";
import { useWorkers } from "./review/useWorkers";
import type { Slip } from "./review/review";
import { Situation } from "./Situation";
import * as trees from "./tree";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { useKeys } from "../../components/useKeys";
import { WingSwitch } from "../../components/WingSwitch";
import { Tables, tablesEval } from "../../components/Tables";
import { useTables } from "../../components/useTables";
import { useSticky } from "../../components/useSticky";
import { useEngine } from "./useEngine";
import { useDrop } from "./useDrop";
import { useEvaluation } from "./useEvaluation";
import { useTree } from "./useTree";
import { announce, errorText } from "../../rules/text";

interface Props {
  rules: Rules;
  opened: Opened;
}

export function Workbench({ rules, opened }: Props) {
  const [flip, setFlip] = useState(false);
  const [engineOn, setEngineOn] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [said, setSaid] = useState("");
  const [editing, setEditing] = useState(false);
  const [weighing, setWeighing] = useState(false);
  const [drawer, setDrawer] = useState<PartId | null>(opened.review ? "review" : null);
  const [boardBox, sticky] = useSticky();
  const side = useRef<HTMLDivElement>(null);
  const reader = useMemo(() => new NodeReader(rules), [rules]);
  useEffect(() => reader.close, [reader]);
  const held = useTree(rules, reader, opened, () => {
    review.stop();
    exercise.end();
    setFlip(false);
    // Who opened it from the drawer sees its moves.
    side.current?.scrollTo(0, 0);
  });
  const { tree, setTree, plan, setPlan, openTrees } = held;
  const info = useMemo(() => readVariant(rules, tree.variant), [rules, tree.variant]) as VariantInfo;

  const { state, step: played, underWay } = useNodeState(reader, tree);
  const step = useMemo(() => played ?? lastStep(info, state, tree.lastMove), [played, info, state, tree.lastMove]);
  const over = state.moves.length === 0;
  const here = trees.node(tree, tree.here);

  const review = useReview(tree, setTree);
  const workers = useWorkers(tree, setTree, review);
  const found = useMemo(() => reviewOf(tree), [tree.review, tree.nodes]);
  const exercise = useExercise(
    () => gameOf(tree),
    // Workers have searched more than anybody waits for here.
    () => Math.min(tree.review?.nodes ?? 10_000, 150_000),
    (slip) =>
      setTree((old) =>
        old.review
          ? {
              ...old,
              review: {
                ...old.review,
                slips: old.review.slips.map((one) => (one.ply === slip.ply ? { ...one, solved: true } : one)),
              },
            }
          : old,
      ),
  );
  useEffect(() => {
    if (!opened.review) return;
    // Once: who reloads the page finds the review that was made.
    history.replaceState(
      null,
      "",
      `${location.pathname}${location.search.replace(/[?&]review(=[^&]*)?(?=&|$)/, "").replace(/^&/, "?")}`,
    );
    review.begin();
  }, []);

  const play = useCallback((move: MoveInfo) => setTree((old) => trees.play(old, old.here, move.move, move.san)), []);
  const visit = useCallback((id: number) => setTree((old) => trees.go(old, id)), []);

  // An answer holds for its position only.
  useEffect(() => setAnswer(null), [state]);

  // Each move is told. Of the position that the page opens with only what nobody hears from the board: how it came about.
  const opening = useRef(true);
  useEffect(() => {
    if (!opening.current) setSaid(announce(played, state));
    else if (!played && tree.lastMove)
      setSaid(t("page.analysis.last-move", { move: tree.lastMove, more: announce(undefined, state) }));
    opening.current = false;
  }, [state]);

  const [until] = useSetting(engineUntil);
  const [time] = useSetting(engineTime);
  const [depth] = useSetting(engineDepth);
  const [count] = useSetting(engineLines);
  const [threads] = useSetting(engineThreads);
  const [memory] = useSetting(engineMemory);
  const thinking = engineOn && plan === null && !exercise.slip && !underWay;
  const task = { variant: tree.variant, position: tree.start, study: tree.study, moves: trees.moves(tree, tree.here) };
  const search = useEngine(
    thinking,
    over ? null : task,
    state.moves.map((move) => move.move),
    { count, limits: until === "time" ? { time: time * 1000 } : until === "depth" ? { depth } : {}, threads, memory },
  );

  const weighed = useEvaluation(weighing && plan === null && !exercise.slip, over ? null : task);
  const figures = useMemo(
    () => (weighed.evaluation && !weighed.late ? figuresOf(weighed.evaluation) : undefined),
    [weighed.evaluation, weighed.late],
  );
  const tabled = useTables(rules, state, plan === null && !exercise.slip && !underWay);

  const shown =
    exercise.slip && (exercise.tone === "right" || exercise.tone === "shown")
      ? [exercise.slip.better]
      : exercise.slip
        ? []
        : search.lines.map((line) => line.moves[0]);
  const arrows = useMemo(
    () => arrowsOf(shown.flatMap((move) => state.moves.find((one) => one.move === move) ?? [])),
    [shown.join(" "), state],
  );
  const drawings = useMemo(
    () => (here.shapes ?? []).map(({ colour, from, to }) => ({ ink: colour, from, to: to ?? from })),
    [here.shapes],
  );

  const playLine = (line: SearchInfo, moves: number) =>
    setTree((old) => trees.playLine(old, old.here, line.moves.slice(0, moves), line.san));

  const cut = () =>
    held.replace(trees.cut(tree, here.id), t("page.analysis.deleted-from", { san: shownSan(here.san) }));

  useDrop(async (file) => {
    try {
      openTrees(await read(rules, tree.variant, await fileText(file)));
      setEditing(false);
    } catch (failed) {
      held.setProblem(errorText(failed));
    }
  });

  const noticesRead = () => {
    held.setProblem("");
    setTree((old) => (old.notices.length > 0 ? { ...old, notices: [] } : old));
  };
  const line = trees.path(tree, tree.here);
  const steps = {
    first: trees.root,
    previous: here.parent,
    next: here.children[0] ?? here.id,
    last: trees.end(tree, here.id),
  };
  // While a position is set up the tree is out of sight, and stays as it is.
  useKeys(
    editing || plan !== null
      ? {}
      : {
          ArrowLeft: () => visit(steps.previous),
          ArrowRight: () => visit(steps.next),
          ArrowUp: () => visit(trees.beside(tree, here.id, -1)),
          ArrowDown: () => visit(trees.beside(tree, here.id, 1)),
          Home: () => visit(steps.first),
          End: () => visit(steps.last),
          f: () => setFlip(!flip),
        },
  );

  /** Asks for a better move than one that was played. */
  const practise = (slip: Slip) => {
    const before = [trees.node(tree, trees.root), ...trees.mainLine(tree)][slip.ply];
    if (before) visit(before.id);
    setFlip(slip.side === "black");
    exercise.begin(slip);
  };

  const top = (
    <>
      <header class={styles.head}>
        <h1>{t("page.analysis.analysis")}</h1>
        <label class={formStyles.inline}>
          <span class={controls.visuallyHidden}>{t("page.analysis.rules")}</span>
          <select
            class={controls.field}
            value={tree.variant}
            onChange={(event) => held.turnTo(event.currentTarget.value)}
          >
            {[...(info.definition ? [info] : []), ...variants].map((one) => (
              <option value={refOf(one)}>{one.title}</option>
            ))}
          </select>
        </label>
      </header>
      <Notices tree={tree} problem={held.problem} onClose={noticesRead} />
    </>
  );

  const wayBack = held.undo && (
    <p class={classes(controls.notice, styles.undo)} role="status">
      {held.undo.words}{" "}
      <button type="button" class={controls.button} onClick={held.takeBack}>
        {t("page.analysis.undo")}
      </button>
    </p>
  );
  const last = tree.here === trees.root ? tree.lastMove : here.move;

  const parts: Part[] = [
    {
      id: "review",
      title: t("page.analysis.review"),
      content: () => (
        <ReviewPanel
          tree={tree}
          review={found}
          state={review}
          workers={workers}
          exercise={exercise}
          onExercise={practise}
          onEnd={exercise.end}
          onLine={(slip) => {
            exercise.end();
            setTree((old) => trees.playLine(old, old.here, slip.line, slip.lineSan));
          }}
        />
      ),
    },
    {
      id: "notes",
      title: t("page.analysis.notes"),
      content: () => <Annotations tree={tree} onChange={setTree} onCut={cut} />,
    },
    {
      id: "board",
      title: t("page.analysis.board"),
      content: () => (
        <>
          <div class={formStyles.row} role="group" aria-label={t("page.analysis.board")}>
            <button type="button" class={controls.button} onClick={() => setEditing(true)}>
              {t("page.analysis.edit")}
            </button>
            <button type="button" class={controls.button} onClick={() => setPlan("")}>
              {t("page.analysis.try-a-plan")}
            </button>
            <button
              type="button"
              class={classes(controls.button, weighing && controls.primary)}
              aria-pressed={weighing}
              onClick={() => setWeighing(!weighing)}
            >
              {t("page.analysis.worth-of-pieces")}
            </button>
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
          {info.boards > 1 && <WingSwitch />}
          {weighing && !exercise.slip && <Contributions {...weighed} over={over} />}
          <Explain rules={rules} state={state} onPlay={play} />
        </>
      ),
    },
    {
      id: "saved",
      title: t("page.analysis.kept"),
      content: () => (
        <KeptList
          tree={tree}
          onOpen={(one) => openTrees([one])}
          onName={(name) => setTree((old) => ({ ...old, name }))}
          onForget={(id) => setTree((old) => (old.id === id ? { ...old, id: undefined } : old))}
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
          onOpen={openTrees}
          onSay={setSaid}
        />
      ),
    },
  ];

  return (
    <div class={classes(styles.analysis, editing && styles.editing)} data-full-width>
      {editing ? (
        <div class={styles.edit}>
          {top}
          <Editor
            key={`${tree.variant} ${state.position}`}
            rules={rules}
            info={info}
            position={state.position}
            onUse={(position) => held.openPosition(refOf(info), position) && setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        </div>
      ) : plan !== null ? (
        <PlanDesk
          key={`${tree.variant} ${state.position}`}
          rules={rules}
          info={info}
          base={state}
          plan={plan}
          flip={flip}
          alone={trees.node(tree, trees.root).children.length === 0}
          head={top}
          onPlan={setPlan}
          onFlip={() => setFlip(!flip)}
          onLeave={held.leavePlan}
        />
      ) : (
        <>
          <div class={classes(styles.board, sticky && styles.sticky)} ref={boardBox} aria-busy={underWay}>
            <Board
              info={info}
              state={state}
              flip={flip}
              movable={
                underWay || exercise.judging
                  ? "none"
                  : exercise.slip && tree.here === slipNode(tree, exercise.slip)
                    ? state.turn
                    : "both"
              }
              step={step}
              onMove={exercise.slip && tree.here === slipNode(tree, exercise.slip) ? exercise.attempt : play}
              arrows={arrows}
              figures={figures}
              beside={
                <EvalBar
                  best={search.lines[0]}
                  noted={tabled ? tablesEval(tabled) : here.eval}
                  turn={state.turn}
                  flip={flip}
                  on={thinking}
                />
              }
              drawings={drawings}
              onDraw={(drawn) =>
                setTree((old) =>
                  trees.annotate(old, old.here, {
                    shapes: drawn.map(({ ink, from, to }) => ({ colour: ink, from, ...(to === from ? {} : { to }) })),
                  }),
                )
              }
              onAsk={(from, to) => setAnswer(ask(rules, state, from, to))}
              label={t("page.analysis.board-label", { title: info.title })}
            />
          </div>

          <div class={classes(styles.side, drawer && styles.opened, tabled && styles.tabled)} ref={side}>
            {top}
            <EngineLines
              search={search}
              on={engineOn}
              count={count}
              over={over}
              turn={state.turn}
              position={state.position}
              onSwitch={setEngineOn}
              onPlay={playLine}
            />
            {tabled && (
              <Tables
                known={tabled}
                onPlay={(moves, san) => setTree((old) => trees.playLine(old, old.here, moves, san))}
              />
            )}
            <div class={styles.moves}>
              <MoveTree tree={tree} onGo={visit} />
            </div>
            <Situation tree={tree} state={state} step={played} />
            <div role="status" class={styles.asked}>
              {answer && <AnswerText answer={answer} onPlay={play} />}
            </div>
            <div class={styles.tools}>
              <Steps back={line.length > 0} forward={here.children.length > 0} onStep={(to) => visit(steps[to])} />
              <button type="button" class={controls.button} onClick={() => setFlip(!flip)}>
                {t("page.analysis.flip")}
              </button>
              <button
                type="button"
                class={controls.button}
                onClick={() =>
                  openTrees([trees.newTree({ variant: refOf(info), start: info.start, study: startsKingless(info) })])
                }
              >
                {t("page.analysis.new")}
              </button>
            </div>
            {wayBack}
            <Graph tree={tree} review={found} onGo={visit} />
            {held.choice && (
              <Chooser trees={held.choice} onChoose={(one) => openTrees([one])} onCancel={held.dropChoice} />
            )}
            <Drawer parts={parts} open={drawer} onOpen={setDrawer} news={found} />
            <MoveField rules={rules} state={state} onMove={exercise.slip ? exercise.attempt : play} />
          </div>
        </>
      )}
      <p class={controls.visuallyHidden} role="status" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

/** The node an exercise begins at. */
function slipNode(tree: trees.Tree, slip: Slip): number {
  return [trees.node(tree, trees.root), ...trees.mainLine(tree)][slip.ply]?.id ?? -1;
}
