// One chapter to read or edit: board, moves, comments and drawings.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import type { Ink } from "../../board/types";
import { lastStep } from "../../board/lastMove";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { useKeys } from "../../components/useKeys";
import { useSticky } from "../../components/useSticky";
import { queryOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { announce, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { MoveInfo, VariantInfo } from "../../wire.gen";
import { Annotations } from "../analysis/Annotations";
import { type Answer, AnswerText, explainMove } from "../analysis/Explain";
import { MoveTree } from "../analysis/MoveTree";
import { NodeReader } from "../analysis/nodeState";
import * as trees from "../analysis/tree";
import type { Tree } from "../analysis/tree";
import { draw, drawingsOf, setDrawings } from "./drawings";
import { Drawings } from "./Drawings";
import type { Chapter } from "./study";

interface Props {
  rules: Rules;
  info: VariantInfo;
  chapter: Chapter;
  editable: boolean;
  onTree: (tree: Tree) => void;
  head: ComponentChildren;
  foot: ComponentChildren;
  rest: ComponentChildren;
}

export function ChapterBoard({ rules, info, chapter, editable, onTree, head, foot, rest }: Props) {
  const { tree } = chapter;
  const [flip, setFlip] = useState(chapter.flip);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [pen, setPen] = useState<Ink | null>(null);
  const [from, setFrom] = useState("");
  const [boardBox, sticky] = useSticky();
  useEffect(() => setFlip(chapter.flip), [chapter.flip]);

  const reader = useMemo(() => new NodeReader(rules), [rules]);
  useEffect(() => reader.close, [reader]);
  const { state, step: played } = useMemo(
    () => reader.read(tree),
    [reader, tree.variant, tree.start, tree.study, trees.moves(tree, tree.here).join(" ")],
  );
  const step = useMemo(() => played ?? lastStep(info, state, tree.lastMove), [played, info, state, tree.lastMove]);
  const here = trees.node(tree, tree.here);
  const drawings = useMemo(() => drawingsOf(here), [here.shapes]);
  const text = here.comment;

  // An explanation and an unfinished arrow apply to their position only.
  const opening = useRef(true);
  useEffect(() => {
    setAnswer(null);
    setFrom("");
    if (!opening.current) setAnnouncement([announce(played, state), text].filter(Boolean).join(" "));
    opening.current = false;
  }, [state]);

  const visit = (id: number) => onTree(trees.go(tree, id));
  const play = (move: MoveInfo) => onTree(trees.play(tree, tree.here, move.move, move.san));
  const steps = {
    first: trees.root,
    previous: here.parent,
    next: here.children[0] ?? here.id,
    last: trees.end(tree, here.id),
  };
  useKeys({
    ArrowLeft: () => visit(steps.previous),
    ArrowRight: () => visit(steps.next),
    ArrowUp: () => visit(trees.sibling(tree, here.id, -1)),
    ArrowDown: () => visit(trees.sibling(tree, here.id, 1)),
    Home: () => visit(steps.first),
    End: () => visit(steps.last),
    f: () => setFlip(!flip),
  });

  /** While the pen is on, pressing squares draws. */
  const press = (event: Event) => {
    const square =
      pen && event.target instanceof Element
        ? event.target.closest<SVGElement>("[data-square]")?.dataset.square
        : undefined;
    if (!pen || !square) return;
    event.preventDefault();
    event.stopPropagation();
    if (!from) setFrom(square);
    else {
      setFrom("");
      onTree(setDrawings(tree, here.id, draw(drawings, { ink: pen, from, to: square })));
    }
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") press(event);
  };
  const shown = useMemo(
    () => (from && pen ? [...drawings, { ink: pen, from, to: from }] : drawings),
    [drawings, from, pen],
  );

  return (
    <>
      <div
        class={classes(styles.board, sticky && styles.sticky, pen && styles.penDown)}
        ref={boardBox}
        onClickCapture={press}
        onKeyDownCapture={key}
      >
        <Board
          info={info}
          state={state}
          flip={flip}
          movable={pen ? "none" : "both"}
          step={step}
          onMove={play}
          drawings={shown}
          onDraw={editable ? (next) => onTree(setDrawings(tree, here.id, next)) : undefined}
          onAsk={(start, to) => setAnswer(explainMove(rules, state, start, to))}
          label={`${info.title}, ${chapter.name}`}
        />
      </div>
      <div class={classes(layouts.stack, layouts.gap8, styles.side)}>
        {head}
        <div class={styles.situation}>
          {text && <p class={styles.text}>{text}</p>}
          <p class={classes(layouts.dim, layouts.flush)}>
            {played ? `${sentence(played.text)} ` : ""}
            {state.outcome.result !== ""
              ? sentence(state.outcome.sentence ?? "")
              : t("page.analysis.side-to-move", { side: state.turn, check: state.checked.length > 0 })}
          </p>
          <div role="status">{answer && <AnswerText answer={answer} onPlay={play} />}</div>
        </div>
        <div class={classes(layouts.cluster, layouts.gap3, styles.tools)}>
          <Steps back={here.id !== trees.root} forward={here.children.length > 0} onStep={(to) => visit(steps[to])} />
          <Button onClick={() => setFlip(!flip)}>{t("page.study.flip")}</Button>
          <a
            class={controls.button}
            href={`/analysis?${queryOf(tree.variant)}&position=${encodeURIComponent(state.position)}`}
          >
            {t("page.study.analyse")}
          </a>
        </div>
        <MoveTree tree={tree} onGo={visit} />
        <MoveField rules={rules} state={state} onMove={play} />
        {foot}
      </div>
      {editable && (
        <div class={classes(layouts.stack, layouts.gap8, styles.rest)}>
          <Annotations tree={tree} onChange={onTree} onCut={() => onTree(trees.cut(tree, here.id))} />
          <Drawings
            drawings={drawings}
            pen={pen}
            from={from}
            onPen={(next) => {
              setPen(next);
              setFrom("");
            }}
            onDraw={(next) => onTree(setDrawings(tree, here.id, next))}
          />
        </div>
      )}
      {rest}
      <p class={controls.visuallyHidden} role="status" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}
