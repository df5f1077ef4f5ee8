// The analysis board and everything around it.
import { classes } from "../../style/classes";
import * as styles from "./analysis.module.css";
import * as formStyles from "./form.module.css";
import * as controls from "../../style/controls.module.css";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { arrowsOf } from "../../board/arrows";
import { Board } from "../../board/Board";
import { lastStep } from "../../board/lastMove";
import { positionQuery } from "../../game/linkText";
import { queryOf, readVariant, refOf, rulesAddress, startsKingless, variants } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import type { MoveInfo, SearchInfo, VariantInfo } from "../../wire.gen";
import { Chooser, ImportExport, fileText } from "./ImportExport";
import { EngineLines, EvalBar } from "./EngineLines";
import { type Answer, ask, Explain, AnswerText } from "./Explain";
import { saveTree, savedTree, type SavedTree } from "./savedTrees";
import { NodeReader } from "./nodeState";
import { MoveTree } from "./MoveTree";
import { type Opened, read, replacedBy, treeOfPosition } from "./open";
import { Editor } from "./editor/Editor";
import { PlanDesk } from "./PlanDesk";
import { Notices } from "./Notices";
import { Annotations } from "./Annotations";
import * as trees from "./tree";
import type { Tree } from "./tree";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { useKeys } from "../../components/useKeys";
import { WingSwitch } from "../../components/WingSwitch";
import { useSticky } from "../../components/useSticky";
import { useEngine } from "./useEngine";
import { announce, sentence, errorText } from "../../rules/text";

interface Props {
  rules: Rules;
  opened: Opened;
}

/** A way back to what a tree was before. */
interface Undo extends SavedTree {
  words: string;
  /** The moves it leads back from: once they have changed it is closed. */
  from: Tree["nodes"];
  /** Only a part of the tree was taken away. */
  part: boolean;
}

/** The way back to a tree that another one took the place of. */
function undoOf(next: Tree, old: SavedTree | null): Undo | null {
  return old && { ...old, words: "The moves before are put away.", from: next.nodes, part: false };
}

export function Workbench({ rules, opened }: Props) {
  const [tree, setTree] = useState<Tree>(opened.tree);
  const [source, setSource] = useState(opened.source);
  const [flip, setFlip] = useState(false);
  const [engineOn, setEngineOn] = useState(false);
  const [count, setCount] = useState(3);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [said, setSaid] = useState("");
  const [choice, setChoice] = useState<Tree[] | null>(null);
  const [problem, setProblem] = useState(opened.problem);
  const [editing, setEditing] = useState(false);
  const [plan, setPlan] = useState(opened.plan);
  const [undo, setUndo] = useState(() => undoOf(opened.tree, opened.replaced));
  const [boardBox, sticky] = useSticky();
  const info = useMemo(() => readVariant(rules, tree.variant), [rules, tree.variant]) as VariantInfo;

  const reader = useMemo(() => new NodeReader(rules), [rules]);
  useEffect(() => reader.close, [reader]);
  const { state, step: played } = useMemo(() => reader.read(tree), [reader, tree.variant, tree.start, tree.study, trees.moves(tree, tree.here).join(" ")]);
  const step = useMemo(() => played ?? lastStep(info, state, tree.lastMove), [played, info, state, tree.lastMove]);
  const over = state.moves.length === 0;

  // At once: whoever leaves right after a move finds it again.
  useLayoutEffect(() => saveTree(tree, source), [tree, source]);

  const change = useCallback((next: Tree) => setTree(next), []);
  const play = useCallback((move: MoveInfo) => setTree((old) => trees.play(old, old.here, move.move, move.san)), []);
  const visit = useCallback((id: number) => setTree((old) => trees.go(old, id)), []);

  // An answer holds for its position only.
  useEffect(() => setAnswer(null), [state]);

  // Each move is told. Of the position that the page opens with only what nobody hears from the board: how it came about.
  const opening = useRef(true);
  useEffect(() => {
    if (!opening.current) setSaid(announce(played, state));
    else if (!played && tree.lastMove) setSaid(`The last move was ${tree.lastMove}. ${announce(undefined, state)}`);
    opening.current = false;
  }, [state]);

  const search = useEngine(
    engineOn && plan === null,
    over ? null : { variant: tree.variant, position: tree.start, study: tree.study, moves: trees.moves(tree, tree.here) },
    count,
  );

  const arrows = useMemo(
    () => arrowsOf(search.lines.flatMap((line) => state.moves.find((move) => move.move === line.moves[0]) ?? [])),
    [search, state],
  );

  const playLine = (line: SearchInfo, moves: number) =>
    setTree((old) => {
      let next = old;
      for (let at = 0; at < moves; at++) next = trees.play(next, next.here, line.moves[at] ?? "", line.san[at] ?? "");
      return next;
    });

  /** Shows a tree. From now on a reload opens it, and not what the address asked for at first. */
  const show = (next: SavedTree) => {
    setPlan(null);
    setSource(next.source);
    setTree(next.tree);
    history.replaceState(null, "", `/analysis${next.source || `?${queryOf(next.tree.variant)}`}`);
  };
  const openTrees = (found: Tree[]) => {
    const first = found[0];
    if (!first) return;
    if (found.length > 1) {
      setChoice(found);
      return;
    }
    setChoice(null);
    setProblem("");
    // Whether it can be played at all is known before it takes the old tree's place.
    reader.read(first);
    const old = first.variant === tree.variant ? { tree, source } : savedTree(first.variant);
    setUndo(undoOf(first, replacedBy(first, old, variants)));
    show({ tree: first, source: "" });
    setFlip(false);
  };
  const cut = () => {
    const next = trees.cut(tree, here.id);
    setUndo({ tree, source, words: `Deleted from ${here.san} on.`, from: next.nodes, part: true });
    setTree(next);
  };
  /** Another rule set: its own tree, as it was left. */
  const turnTo = (name: string) => {
    const other = readVariant(rules, name);
    if (other) openTrees([savedTree(name)?.tree ?? trees.newTree({ variant: name, start: other.start, study: startsKingless(other) })]);
  };

  const edited = (position: string) => {
    try {
      openTrees([treeOfPosition(rules, refOf(info), position)]);
      setEditing(false);
    } catch (failed) {
      setProblem(errorText(failed));
    }
  };

  useDrop(async (file) => {
    try {
      openTrees(await read(rules, tree.variant, await fileText(file)));
      setEditing(false);
    } catch (failed) {
      setProblem(errorText(failed));
    }
  });

  const noticesRead = () => {
    setProblem("");
    setTree((old) => (old.notices.length > 0 ? { ...old, notices: [] } : old));
  };
  const line = trees.path(tree, tree.here);
  const here = trees.node(tree, tree.here);
  const steps = { first: trees.root, previous: here.parent, next: here.children[0] ?? here.id, last: trees.end(tree, here.id) };
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
  const side = state.turn === "white" ? "White" : "Black";

  const top = (
    <>
      <header class={styles.head}>
        <h1>Analysis</h1>
        <label class={formStyles.inline}>
          <span>Rules</span>
          <select class={controls.field} value={tree.variant} onChange={(event) => turnTo(event.currentTarget.value)}>
            {[...(info.definition ? [info] : []), ...variants].map((one) => (
              <option value={refOf(one)}>{one.title}</option>
            ))}
          </select>
        </label>
        <a href={rulesAddress(info)}>The rules in words</a>
        {!info.definition && <a href={`/learn/${info.name}/rules`}>Rulebook</a>}
      </header>
      <Notices tree={tree} problem={problem} onClose={noticesRead} />
    </>
  );

  const wayBack = undo?.from === tree.nodes && (
    <p class={classes(controls.notice, styles.undo)} role="status">
      {undo.words}{" "}
      <button
        type="button"
        class={controls.button}
        onClick={() => {
          setUndo(null);
          show(undo);
        }}
      >
        Undo
      </button>
    </p>
  );

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
            onUse={edited}
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
          onLeave={() => show({ tree, source })}
        />
      ) : (
        <>
          <div class={classes(styles.board, sticky && styles.sticky)} ref={boardBox}>
            <Board
              info={info}
              state={state}
              flip={flip}
              movable="both"
              step={step}
              onMove={play}
              arrows={arrows}
              beside={<EvalBar best={search.lines[0]} turn={state.turn} flip={flip} on={engineOn} />}
              onAsk={(from, to) => setAnswer(ask(rules, state, from, to))}
              label={`${info.title}, analysis board`}
            />
          </div>

          <div class={styles.side}>
            {top}
            <div class={styles.situation}>
              <p class={styles.status}>{state.outcome.result !== "" ? sentence(state.outcome.sentence ?? "") : `${side} to move${state.checked.length > 0 ? ", in check" : ""}.`}</p>
              {played && <p class={styles.answer}>{sentence(played.text)}</p>}
              <div role="status">
                {answer && <AnswerText answer={answer} onPlay={play} />}
              </div>
            </div>
            <div class={formStyles.row}>
              <Steps
                back={line.length > 0}
                forward={here.children.length > 0}
                onStep={(to) => visit(steps[to])}
              />
              <div class={formStyles.row} role="group" aria-label="Board">
                <button type="button" class={controls.button} onClick={() => setFlip(!flip)}>
                  Flip
                </button>
                {info.boards > 1 && <WingSwitch />}
                <button type="button" class={controls.button} onClick={() => setEditing(true)}>
                  Edit
                </button>
                <button type="button" class={controls.button} onClick={() => setPlan("")}>
                  Try a plan
                </button>
                <button type="button" class={controls.button} onClick={() => openTrees([trees.newTree({ variant: refOf(info), start: info.start, study: startsKingless(info) })])}>
                  New
                </button>
                {!over && !state.study && (
                  <a class={controls.button} href={`/play${positionQuery(refOf(info), state.position, tree.here === trees.root ? tree.lastMove : here.move)}`}>
                    Play from here
                  </a>
                )}
              </div>
            </div>
            {!undo?.part && wayBack}
            <MoveTree tree={tree} onGo={visit} />
            <MoveField rules={rules} state={state} onMove={play} />
            <EngineLines
              search={search}
              on={engineOn}
              count={count}
              over={over}
              turn={state.turn}
              position={state.position}
              onSwitch={setEngineOn}
              onCount={setCount}
              onPlay={playLine}
            />
          </div>

          <div class={styles.rest}>
            <Annotations tree={tree} onChange={change} onCut={cut} />
            {undo?.part && wayBack}
            <Explain rules={rules} state={state} onPlay={play} />
            {choice ? (
              <Chooser trees={choice} onChoose={(one) => openTrees([one])} onCancel={() => setChoice(null)} />
            ) : (
              <ImportExport rules={rules} info={info} tree={tree} state={state} flip={flip} last={tree.here === trees.root ? tree.lastMove : here.move} onOpen={openTrees} onSay={setSaid} />
            )}
          </div>
        </>
      )}
      <p class={controls.visuallyHidden} role="status" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

/** Files may be dropped anywhere on the page. */
function useDrop(onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
