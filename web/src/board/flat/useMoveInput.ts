// Connects pointer and key events on a board to the state machine in moveInput.ts, and runs its effects.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { touchMode } from "../../settings/touch";
import type { Colour, MoveInfo } from "../../wire.gen";
import { vibrate } from "../haptics";
import { movesFrom } from "../targets";
import type { BoardProps } from "../types";
import type { Layout, Point } from "./layout";
import { neighbour, squareAt } from "./layout";
import {
  begin,
  canEscape,
  type Drag,
  type Hand,
  type InputContext,
  type InputEffect,
  type InputEvent,
  isShown,
  type Pick,
  pickOf,
  pressOf,
  selectable,
  selectedSquare,
  transition,
} from "./moveInput";

/** The current move input, and the board's event handlers. */
export interface MoveInput {
  selected: string | null;
  /** The moves of the selected piece, keyed by target square. */
  targets: ReadonlyMap<string, MoveInfo[]>;
  /** The square under the pointer or the keyboard cursor. */
  hovered: string | null;
  /** The square of the keyboard cursor. */
  cursor: string;
  pick: Pick | null;
  drag: Drag | null;
  /** The square at a point of the window, on any of the boards. */
  hit: (event: MouseEvent) => string | null;
  /** Whether a tap has previewed the move to the hovered square, so that a second tap plays it. */
  shown: boolean;
  /** The input device last used. */
  by: RefObject<Hand>;
  /** The side whose pieces may be selected. */
  own: Colour | null;
  play: (move: MoveInfo) => void;
  /** Called when a square is pressed through an overlay. */
  press: (event: PointerEvent) => void;
  dropPick: () => void;
  /** The square where the user dropped the piece; its move is not animated. */
  dropped: RefObject<string | null>;
  /** The dragged piece, which follows the pointer. */
  held: RefObject<SVGGElement | null>;
  /** Handlers for the element around the SVG: an SVG with focus handlers would be focusable. */
  focus: {
    onFocusIn: (event: FocusEvent) => void;
    onFocusOut: (event: FocusEvent) => void;
  };
  handlers: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onClick: (event: MouseEvent) => void;
  };
}

const none: ReadonlyMap<string, MoveInfo[]> = new Map();
/** The distance, in pixels, that a pointer may move while still referring to the square that slid away under it. */
const near = 20;

const arrows: Record<string, [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the input context of a board: whose pieces may be moved, and whether it waits for the opponent. */
function useContext(props: BoardProps): InputContext & { active: boolean } {
  const { state, movable, onMove, onPremove, premoves, chosen, small } = props;
  const active = !small && movable !== "none";
  const mine = active && !!onMove && (movable === "both" || movable === state.turn) && state.moves.length > 0;
  // Waiting for the opponent, or for the legal moves.
  const waiting = active && !!onPremove && movable !== "both" && !mine && !state.outcome.result;
  const targets = useMemo(() => {
    const known = new Map<string, ReadonlyMap<string, MoveInfo[]>>();
    const find = (from: string): ReadonlyMap<string, MoveInfo[]> => {
      if (mine) return movesFrom(state.moves, from);
      return waiting && premoves ? new Map(premoves(from).map((to) => [to, []])) : none;
    };
    return (from: string) => {
      const found = known.get(from) ?? find(from);
      known.set(from, found);
      return found;
    };
  }, [state, mine, waiting, premoves]);
  return {
    active,
    pieces: state.pieces,
    key: state.key,
    own: mine ? state.turn : waiting ? movable : null,
    waiting,
    lasting: chosen !== undefined,
    premoved: Boolean(props.premove),
    limited: premoves !== undefined,
    targets,
    touch: touchMode(props.beginner),
  };
}

export function useMoveInput(props: BoardProps, layout: Layout, svg: RefObject<SVGSVGElement | null>): MoveInput {
  const { info, onMove, onPremove, onAsk } = props;
  const context = useContext(props);
  const { active } = context;
  const [input, setInput] = useState(() => {
    const cursor = layout.rows[layout.ranks - 1]?.[layout.files >> 1]?.name ?? "";
    return begin(cursor, props.chosen, context.pieces, context.key);
  });
  /** The state after the last event, which may not be rendered yet. */
  const latest = useRef(input);
  const by = useRef<Hand>("mouse");
  const dropped = useRef<string | null>(null);
  const held = useRef<SVGGElement>(null);
  /** The pointer's position on the board. */
  const pointer = useRef<Point>({ x: 0, y: 0 });

  const selected = selectedSquare(input, context);
  const targets = selected ? context.targets(selected) : none;

  function carryOut(effect: InputEffect): void {
    switch (effect.type) {
      case "play":
        onMove?.(effect.move);
        break;
      case "premove":
        onPremove?.(effect.premove);
        break;
      case "ask":
        onAsk?.(effect.from, effect.to);
        break;
      case "feel":
        vibrate(effect.what);
        break;
      case "dropped":
        dropped.current = effect.square;
        break;
    }
  }

  function send(event: InputEvent): void {
    const { state, effects } = transition(latest.current, event, context);
    latest.current = state;
    by.current = state.hand;
    setInput(state);
    effects.forEach(carryOut);
  }

  function pointOf(event: MouseEvent | Touch): Point {
    const box = svg.current?.getBoundingClientRect();
    if (!box?.width) return { x: -1, y: -1 };
    const scale = layout.width / box.width;
    return { x: layout.left + (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  function hit(event: MouseEvent | Touch): string | null {
    // If the view slid under a resting pointer, keep the square that was under it.
    const { found, hovered } = latest.current;
    const strayed = Math.hypot(event.clientX - found.x, event.clientY - found.y);
    if (layout.left !== 0 && found.square && found.square === hovered && strayed < near) return found.square;
    return squareAt(layout, pointOf(event))?.square ?? null;
  }

  const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

  /** Reports whether an event belongs to the pointer that is pressed. */
  const presses = (event: PointerEvent) => pressOf(latest.current)?.pointer === event.pointerId;

  function onPointerDown(event: PointerEvent): void {
    // The right button draws (useDrawings), deselects and cancels the premove; other buttons are left to the browser.
    if (active && event.button === 2) send({ type: "second-button" });
    if (!active || event.button !== 0 || (pressOf(latest.current) && !event.isPrimary)) return;
    const square = hit(event);
    if (!square) return;
    const touch = event.pointerType !== "mouse";
    send({ type: "press", pointer: event.pointerId, square, at: at(event), touch, time: event.timeStamp });
  }

  function onPointerMove(event: PointerEvent): void {
    const pressed = pressOf(latest.current) !== null;
    if (!active || (pressed && !presses(event))) return;
    if (pressed && event.buttons === 0) {
      send({ type: "cancel" }); // the release event was missed
      return;
    }
    // The pointer is not captured earlier, because capturing it also moves the focus.
    if (pressed) svg.current?.setPointerCapture(event.pointerId);
    send({ type: "move", square: hit(event), at: at(event), mouse: event.pointerType === "mouse" });
    if (!pressed) return;
    pointer.current = pointOf(event);
    follow();
  }

  /** Moves the dragged piece under the pointer. */
  function follow(): void {
    held.current?.setAttribute("transform", `translate(${pointer.current.x} ${pointer.current.y})`);
  }
  const drag = input.phase.type === "dragging" ? input.phase.drag : null;
  useLayoutEffect(follow, [drag]);

  function onPointerUp(event: PointerEvent): void {
    if (presses(event)) send({ type: "release", square: hit(event), time: event.timeStamp });
  }

  function onPointerCancel(event: PointerEvent): void {
    if (presses(event)) send({ type: "cancel" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { cursor } = latest.current;
    const arrow = arrows[event.key];
    const row = layout.rows[layout.squares.get(cursor)?.row ?? 0];
    if (arrow) goTo(neighbour(layout, cursor, ...arrow, info.wraps || info.shape?.ends !== undefined));
    else if (event.key === "Home") goTo(row?.[0]?.name);
    else if (event.key === "End") goTo(row?.[row.length - 1]?.name);
    else if (event.key === "Enter" || event.key === " ") send({ type: "activate", square: cursor });
    else if (event.key === "Escape" && canEscape(latest.current, context)) send({ type: "escape" });
    else return;
    event.preventDefault();
    // Here the arrow keys move around the board. The page would use them to step through a game.
    event.stopPropagation();
  }

  function cellOf(square: string): SVGElement | null {
    return svg.current?.querySelector<SVGElement>(`[role="gridcell"][data-square="${CSS.escape(square)}"]`) ?? null;
  }

  function goTo(square: string | undefined): void {
    if (!square) return;
    send({ type: "go", square });
    cellOf(square)?.focus();
  }

  /** Returns the cell of an event, with its square; null if the event is not on a cell. */
  function cellAt(event: Event): { cell: SVGElement; square: string } | null {
    const cell = event.target instanceof SVGElement ? event.target : null;
    return cell?.dataset.square ? { cell, square: cell.dataset.square } : null;
  }

  function onFocusIn(event: FocusEvent): void {
    const found = cellAt(event);
    if (found) send({ type: "focus", square: found.square, visible: found.cell.matches(":focus-visible") });
  }

  // Assistive technology clicks without pointer events.
  function onClick(event: MouseEvent): void {
    const found = cellAt(event);
    if (active && event.detail === 0 && found) send({ type: "activate", square: found.square });
  }

  // A touch on a selectable piece, or on any square while a piece is selected, goes to the board. Any other touch
  // scrolls the page.
  const holds = useRef<(touch: Touch) => boolean>(() => false);
  holds.current = (touch) => {
    const square = hit(touch);
    if (!active || square === null) return false;
    return selected !== null || selectable(context, square);
  };
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const preventScroll = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (event.touches.length === 1 && touch && event.cancelable && holds.current(touch)) event.preventDefault();
    };
    element.addEventListener("touchstart", preventScroll, { passive: false });
    return () => element.removeEventListener("touchstart", preventScroll);
  }, [svg]);

  return {
    selected,
    targets,
    hovered: input.hovered,
    cursor: input.cursor,
    pick: pickOf(input, context),
    drag,
    hit,
    shown: isShown(input, context),
    by,
    own: context.own,
    play: (move) => send({ type: "play", move }),
    press: (event) => {
      const square = hit(event);
      if (active && square) send({ type: "tap-over", square, touch: event.pointerType !== "mouse" });
    },
    dropPick: () => {
      send({ type: "drop-pick" });
      cellOf(latest.current.cursor)?.focus();
    },
    dropped,
    held,
    focus: {
      onFocusIn,
      onFocusOut: (event) => {
        const next = event.relatedTarget;
        if (!(next instanceof Node) || !svg.current?.contains(next)) send({ type: "blur" });
      },
    },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onPointerLeave: (event) => {
        // On touch screens every tap ends with this event, but the preview must stay.
        if (event.pointerType === "mouse") send({ type: "leave" });
      },
      onKeyDown,
      onClick,
    },
  };
}
