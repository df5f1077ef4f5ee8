// The board of a rule set with levels: its plan and its 3D view, sharing one selection.
import { classes } from "../../style/classes";
import * as styles from "./space.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { list, t } from "../../text/text";
import type { Plain } from "../../text/types";
import { describeSelection } from "../describe";
import { useDrawings } from "../useDrawings";
import { Caption } from "../Caption";
import { low, useMedia } from "../../style/useMedia";
import type { BoardProps } from "../types";
import { useSelection, type Selection } from "./useSelection";
import { useQuadrants, type QuadrantSwitch } from "./useQuadrants";
import { commonReason } from "./useGoals";
import { Note, Picker } from "./Picker";
import { PlanView } from "./Plan";
import { arrange, layPlan, proportions, type Arrangement } from "./places";
import { TiltedBoard } from "./TiltedBoard";
import { drawsSpace, SpaceView } from "./SpaceView";

type View = NonNullable<BoardProps["view"]>;

const views: Record<View, Plain> = { plan: "page.board.plan", space: "page.board.space", both: "page.board.both" };
const phone = 480;
const wide = 620; // the minimum width for both views
const tall = 560; // the minimum height for showing both views by default
const least = 30; // if the squares of the whole plan would be smaller than this, the 3D view is the default
const stored = "tain.space-view";

function loadView(): View | null {
  try {
    const saved = localStorage.getItem(stored);
    return saved && saved in views ? (saved as View) : null;
  } catch {
    return null;
  }
}

function saveView(view: View): void {
  try {
    localStorage.setItem(stored, view);
  } catch {
    // Without storage, the next visit starts with the default view.
  }
}

export default function SpaceBoard(props: BoardProps) {
  if (props.small) return <TiltedBoard {...props} />;
  return <WholeBoard {...props} />;
}

function WholeBoard(props: BoardProps) {
  const selection = useSelection(props);
  const quadrants = useQuadrants(selection.board !== null);
  const root = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [saved, setSaved] = useState<View | null>(() => props.view ?? loadView());
  const [resets, setResets] = useState(0);
  const [missing, setMissing] = useState(false);
  const [focused, setFocused] = useState<string | null>(null);
  const lowWindow = useMedia(low);
  const can = useMemo(drawsSpace, []) && !missing;

  useEffect(() => {
    const element = probe.current;
    if (!element) return undefined;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  // A button pressed with a key may disappear, but the focus must stay on the board.
  const keyed = useRef(false);
  useEffect(() => {
    if (!keyed.current || document.activeElement !== document.body) return;
    root.current?.querySelector<SVGElement>('[role=gridcell][tabindex="0"]')?.focus();
  }, [props.state.position, selection.question, selection.board]);

  const isWide = room.width >= wide;
  // On a phone only the 3D view shows all boards without scrolling.
  const flat = room.width >= phone && squareOf(room) >= least;
  const preferred = saved ?? (isWide && room.height >= tall ? "both" : flat ? "plan" : "space");
  const view: View = !can ? "plan" : preferred === "both" && !isWide ? "plan" : preferred;
  // In a low window the controls are next to the boards, in a free area of the plan or the stage.
  const beside = lowWindow && view !== "both";
  const arrangement = view === "both" ? "stack" : beside ? "fold" : arrange(room.width, room.height);
  const planWidth = widthOf(arrangement, room.width, room.height);
  // The 3D view fits any window.
  const height = view === "both" || beside ? room.height : Math.min(room.height, Math.max(360, room.width * 1.4));
  const { question, note } = selection;
  const drawings = useDrawings(props);
  const drawn = { ...props, drawings: drawings.shown };
  const choices = (["plan", "space", "both"] as const).filter((v) => v !== "both" || isWide);

  return (
    <div
      ref={root}
      class={classes(
        styles.board,
        view === "both" && styles.both,
        beside && styles.beside,
        view === "space" && styles.space,
      )}
      onKeyDownCapture={() => {
        keyed.current = true;
      }}
      onPointerDownCapture={() => {
        keyed.current = false;
      }}
    >
      <div class={styles.measure} aria-hidden="true">
        <div ref={probe} class={styles.room} />
      </div>
      <div class={styles.bar} style={beside && view === "plan" ? spareOf(props, planWidth, room.width) : undefined}>
        {can && (
          <div class={styles.viewSwitch} role="group" aria-label={t("page.board.view")}>
            {choices.map((v) => (
              <button
                key={v}
                type="button"
                aria-pressed={v === view}
                onClick={() => {
                  setSaved(v);
                  saveView(v);
                }}
              >
                {t(views[v])}
              </button>
            ))}
          </div>
        )}
        {!can && <p class={styles.missing}>{t("page.board.this-browser-cannot-show-the")}</p>}
        <BoardActions selection={selection} quadrants={quadrants} />
        {view !== "plan" && selection.board === null && (
          <button type="button" class={styles.action} onClick={() => setResets(resets + 1)}>
            {t("page.board.reset-view")}
          </button>
        )}
      </div>
      <p class={controls.visuallyHidden} role="status">
        {drawings.announcement}
      </p>
      <p class={controls.visuallyHidden} aria-live="polite">
        {describeSelection(props.state, selection.square, selection.hints)}
      </p>
      <div class={styles.views}>
        {selection.tapped && selection.preview && (
          <Caption
            move={selection.preview}
            choice={(selection.hints.get(selection.preview.to ?? "")?.length ?? 0) > 1}
            down={0.04}
          />
        )}
        {room.width > 0 && (
          <div
            class={view === "space" ? controls.visuallyHidden : styles.planBox}
            style={view === "space" ? undefined : { width: `${planWidth}px` }}
            onFocusIn={(event) => setFocused(focusedPlace(event.target))}
            onFocusOut={() => setFocused(null)}
            {...drawings.handlers}
          >
            <PlanView board={drawn} selection={selection} arrangement={arrangement} quadrants={quadrants.shown} />
            {note && view !== "space" && <Note text={note.why} style={placeOf(props, arrangement, note.pin)} />}
            {question && view !== "space" && (
              <Picker
                moves={question.moves}
                onPick={selection.play}
                onCancel={selection.cancel}
                style={placeOf(props, arrangement, question.at)}
              />
            )}
          </div>
        )}
        {view !== "plan" && room.width > 0 && (
          <SpaceView
            board={drawn}
            selection={selection}
            focused={focused}
            quadrants={quadrants.shown}
            hasPickers={view === "space"}
            height={height}
            resets={resets}
            onMissing={() => setMissing(true)}
          />
        )}
      </div>
    </div>
  );
}

/** Returns the size of the squares if the whole plan is visible. */
function squareOf({ width, height }: { width: number; height: number }): number {
  const { width: files, height: ranks } = proportions[arrange(width, height)];
  return Math.min(width / files, height / ranks);
}

/** Returns the maximum width of a plan. On a phone it takes the full width and is taller. */
function widthOf(arrangement: Arrangement, across: number, down: number): number {
  if (across < phone) return across;
  const { width, height } = proportions[arrangement];
  return Math.min(across, (down * width) / height);
}

/** A sentence about the selected board, and its actions. */
function BoardActions({ selection, quadrants }: { selection: Selection; quadrants: QuadrantSwitch }) {
  const { board, pins } = selection;
  const turn = board ? pins.get(board)?.turned : undefined;
  return (
    <>
      <p class={styles.sentence} role="status">
        {boardText(selection)}
      </p>
      <button
        type="button"
        class={classes(styles.action, styles.quadrants)}
        aria-pressed={quadrants.shown}
        title={t("page.board.quadrants-legend")}
        onClick={quadrants.toggle}
      >
        {t("page.board.quadrants")}
      </button>
      {board && turn && turn.length > 0 && (
        <button type="button" class={styles.action} onClick={() => selection.pressPin(board, true)}>
          {t("page.board.turn-half-round")}
        </button>
      )}
    </>
  );
}

/** Describes where the selected board may and may not move; empty without a selection. */
function boardText({ board, pins, closed, directions }: Selection): string {
  if (!board) return "";
  const open = [...pins.keys()].filter((pin) => pin !== board);
  const shut = [...closed.values()].filter((c) => c.neighbour && c.pin !== board).map((c) => c.pin);
  if (!pins.size) return commonReason(closed) || t("page.board.board-stuck", { pin: board });
  const goals = open.map((pin) => t("page.board.pin-direction", { pin, direction: directions.get(pin) ?? "" }));
  const args = { pin: board, pins: list(goals, "or"), shut: list(shut, "or") };
  if (!open.length) return shut.length ? t("page.board.board-turns-not", args) : t("page.board.board-turns", args);
  return shut.length ? t("page.board.board-goes-not", args) : t("page.board.board-goes", args);
}

/** Returns the square or pin that has keyboard focus, if any. */
function focusedPlace(target: EventTarget | null): string | null {
  if (!(target instanceof SVGElement) || !target.matches(":focus-visible")) return null;
  return target.dataset.square ?? target.dataset.pin ?? target.dataset.handle ?? target.dataset.closed ?? null;
}

/** Returns the position of the free area of a folded plan, for the controls. */
function spareOf({ info, flip = false }: BoardProps, planWidth: number, across: number) {
  const { spare, width } = layPlan(info, "fold", flip);
  const scale = planWidth / width;
  return {
    left: `${(across - planWidth) / 2 + (spare.x - spare.width / 2) * scale}px`,
    top: `${(spare.y - spare.height / 2) * scale}px`,
    width: `${spare.width * scale}px`,
  };
}

/**
 * Returns the position of a square or pin on the plan as percentages, for notes and pickers; undefined if its
 * name is unknown.
 */
function placeOf(props: BoardProps, arrangement: Arrangement, name: string) {
  const plan = layPlan(props.info, arrangement, props.flip ?? false);
  const at = plan.squares.get(name) ?? plan.pins.find((p) => p.level === name);
  if (!at) return undefined;
  return { "--x": `${(at.x / plan.width) * 100}%`, "--y": `${(at.y / plan.height) * 100}%` };
}
