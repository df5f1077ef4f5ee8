// Drawing on a board with the right mouse button, or with keys from the focused square.
import { useRef, useState } from "preact/hooks";
import { useSyncExternalStore } from "preact/compat";
import { t } from "../text/text";
import { drawingText, drawingsOf, inkOf, saveDrawings, onDrawingsChange, toggled } from "./drawings";
import type { BoardProps, Drawing } from "./types";

export interface Drawings {
  /** The drawings, including the one in progress. */
  shown: readonly Drawing[];
  /** A description of the drawing last made with keys, for screen readers. */
  announcement: string;
  /** Handlers for the element around the board. */
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onContextMenu: (event: MouseEvent) => void;
    onKeyDownCapture: (event: KeyboardEvent) => void;
  };
}

/** Returns the square whose cell is at a point of the window, or null. */
function cellAt(board: Element, event: MouseEvent): string | null {
  const root = board.getRootNode() as Document | ShadowRoot;
  for (const element of root.elementsFromPoint(event.clientX, event.clientY)) {
    const cell = element.closest<SVGElement>("[role=gridcell][data-square]");
    if (cell && board.contains(cell)) return cell.dataset.square ?? null;
  }
  return null;
}

/** Handles drawing on a board. `hit` finds squares that are not cells, such as those of side boards. */
export function useDrawings(props: BoardProps, hit?: (event: MouseEvent) => string | null): Drawings {
  const { info, state, onDraw, small = false } = props;
  const position = `${info.name} ${state.key}`;
  const saved = useSyncExternalStore(onDrawingsChange, () => drawingsOf(position));
  const drawn = props.drawings ?? saved;
  const [pending, setPending] = useState<Drawing | null>(null);
  const [announcement, setAnnouncement] = useState("");
  /** The square where an arrow drawn with keys starts. */
  const [start, setStart] = useState<string | null>(null);
  const latest = useRef(drawn);
  latest.current = drawn;

  const keep = (next: Drawing[]) => (onDraw ? onDraw(next) : saveDrawings(position, next));
  const draw = (one: Drawing) => {
    const next = toggled(latest.current, one);
    keep(next);
    setAnnouncement(
      next.includes(one)
        ? t("page.board.drawn", { drawing: drawingText(one) })
        : t("page.board.taken-away", { drawing: drawingText(one) }),
    );
  };

  function onPointerDown(event: PointerEvent): void {
    const board = event.currentTarget as Element;
    const find = (at: MouseEvent) => hit?.(at) ?? cellAt(board, at);
    const from = event.button === 2 && event.pointerType === "mouse" ? find(event) : null;
    if (!from || small) return;
    const move = (at: MouseEvent) => {
      const to = find(at);
      setPending(to ? { from, to, ink: inkOf(at) } : null);
    };
    const stop = new AbortController();
    const finish = (at: MouseEvent, done: boolean) => {
      stop.abort();
      setPending(null);
      const to = find(at);
      if (done && to) draw({ from, to, ink: inkOf(at) });
    };
    const { signal } = stop;
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", (at) => finish(at, true), { signal });
    addEventListener("pointercancel", (at) => finish(at, false), { signal });
    move(event);
  }

  function onKeyDownCapture(event: KeyboardEvent): void {
    if (small || event.ctrlKey || event.metaKey) return;
    const cell =
      event.target instanceof Element ? event.target.closest<SVGElement>("[role=gridcell][data-square]") : null;
    const square = cell?.dataset.square;
    if (!square) return;
    const ink = inkOf(event);
    // By key code, because Alt changes the letter on some keyboards.
    if (event.code === "KeyC") draw({ from: square, to: square, ink });
    else if (event.code === "KeyA" && start === null) {
      setStart(square);
      setAnnouncement(t("page.board.arrow-begins", { square }));
    } else if (event.code === "KeyA" && start !== null) {
      setStart(null);
      if (start === square) setAnnouncement(t("page.board.the-arrow-is-dropped"));
      else draw({ from: start, to: square, ink });
    } else if (event.code === "KeyX" && !event.altKey && latest.current.length > 0) {
      keep([]);
      setAnnouncement(t("page.board.all-drawings-are-taken-away"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const preview = pending
    ? [...drawn.filter(({ from, to }) => from !== pending.from || to !== pending.to), pending]
    : drawn;
  const begun: readonly Drawing[] = start ? [...preview, { from: start, to: start, ink: "green" }] : preview;
  return {
    shown: small ? (props.drawings ?? []) : begun,
    announcement,
    handlers: {
      onPointerDown,
      onContextMenu: (event) => {
        if (!small) event.preventDefault();
      },
      onKeyDownCapture,
    },
  };
}
