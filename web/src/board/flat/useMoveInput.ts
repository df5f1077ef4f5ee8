// Selection, dragging, keys: how a person's hand becomes a move. It knows no
// rules: where a piece may go is what the state's moves say.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Colour, MoveInfo } from "../../wire.gen";
import { setting } from "../../settings/settings";
import { touchMoves } from "../../settings/touch";
import { feel } from "../haptics";
import { colourOf } from "../pieces";
import type { BoardProps } from "../types";
import type { Layout, Point } from "./layout";
import { neighbour, squareAt } from "./layout";

/** A move with several continuations to pick from: promotions. */
export interface Pick {
  to: string;
  moves: MoveInfo[];
}

export interface Drag {
  from: string;
  letter: string;
  touch: boolean;
}

/** What a hand or the keys are about to play, and what the board listens to. */
export interface MoveInput {
  selected: string | null;
  /** What a selected piece may do, by the square it may go to. */
  targets: Map<string, MoveInfo[]>;
  /** The square that hand or keys point at. */
  hovered: string | null;
  /** The square the keys stand on. */
  cursor: string;
  pick: Pick | null;
  drag: Drag | null;
  /** The square at a place of the window, on whichever board it is shown. */
  hit: (event: MouseEvent) => string | null;
  /** Whether a tap has shown the move to the square pointed at, and a second one would play it. */
  shown: boolean;
  /** What points at the board. */
  by: RefObject<Hand>;
  /** Whose pieces may be selected now. */
  own: Colour | null;
  play: (move: MoveInfo) => void;
  /** A square was pressed where something else lies over the board. */
  press: (event: PointerEvent) => void;
  dropPick: () => void;
  /** Where the hand let go of the piece that is being played: it need not travel. */
  dropped: RefObject<string | null>;
  /** The piece under the hand, which follows it. */
  held: RefObject<SVGGElement | null>;
  /** For the element around the SVG: an SVG that listens for focus takes it. */
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

type Hand = "mouse" | "touch" | "keys";

interface Selection {
  square: string;
  letter: string;
  key: string;
  waiting: boolean;
}

interface Press {
  pointer: number;
  square: string;
  at: Point;
  again: boolean;
  touch: boolean;
  since: number;
}

/** A move that a tap has shown. */
interface Shown {
  from: string;
  to: string;
  key: string;
}

const none: Map<string, MoveInfo[]> = new Map();
const slack = 5;
/** How far a pointer may stray, in pixels, and still mean the square that slid away under it. */
const near = 20;
/** How long a finger holds to look at a move instead of playing it. */
const hold = 400;

export function useMoveInput(props: BoardProps, layout: Layout, svg: RefObject<SVGSVGElement | null>): MoveInput {
  const { state, info, movable, onMove, onPremove, onAsk } = props;
  const [selection, setSelection] = useState<Selection | null>(() => {
    const letter = props.chosen && state.pieces[props.chosen];
    return props.chosen && letter ? { square: props.chosen, letter, key: state.key, waiting: false } : null;
  });
  const [hovered, setHovered] = useState<string | null>(null);
  const [cursor, setCursor] = useState<string>(() => layout.rows[layout.ranks - 1]?.[layout.files >> 1]?.name ?? "");
  const [picked, setPick] = useState<(Pick & { key: string }) | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const press = useRef<Press | null>(null);
  const dropped = useRef<string | null>(null);
  const held = useRef<SVGGElement>(null);
  const hand = useRef<Point>({ x: 0, y: 0 });
  const by = useRef<Hand>("mouse");
  const [tapped, setTapped] = useState<Shown | null>(null);
  /** Where a pointer came upon the square it points at. */
  const found = useRef<Point & { square: string | null }>({ x: 0, y: 0, square: null });

  const active = !props.small && movable !== "none";
  const mine = active && !!onMove && (movable === "both" || movable === state.turn) && state.moves.length > 0;
  // For the opponent's move, or to know what moves there are.
  const waiting = active && !!onPremove && movable !== "both" && !mine && !state.outcome.result;

  const own = mine ? state.turn : waiting ? movable : null;

  function selectable(square: string): boolean {
    const letter = state.pieces[square];
    return letter !== undefined && colourOf(letter) === own;
  }

  // A choice stands as long as the position does; one made while waiting lasts
  // until the piece is gone.
  const selected =
    selection &&
    state.pieces[selection.square] === selection.letter &&
    (selection.key === state.key || selection.waiting || props.chosen !== undefined) &&
    selectable(selection.square)
      ? selection.square
      : null;
  const { premoves } = props;
  const targets = useMemo(() => {
    if (!selected || !mine)
      return waiting && selected && premoves
        ? new Map(premoves(selected).map((to): [string, MoveInfo[]] => [to, []]))
        : none;
    const all = new Map<string, MoveInfo[]>();
    for (const move of state.moves) {
      if (move.from !== selected || !move.to) continue;
      const same = all.get(move.to);
      if (same) same.push(move);
      else all.set(move.to, [move]);
    }
    return all;
  }, [state, selected, mine, waiting, premoves]);
  const pick = picked && picked.key === state.key ? picked : null;
  const shown = tapped !== null && tapped.key === state.key && tapped.from === selected && tapped.to === hovered;

  function select(square: string | null): void {
    const letter = square && state.pieces[square];
    setSelection(letter ? { square, letter, key: state.key, waiting } : null);
    setTapped(null);
    setPick(null);
  }

  function play(move: MoveInfo): void {
    select(null);
    if (by.current === "touch") feel("played");
    onMove?.(move);
  }

  function attempt(to: string, byHand = false): void {
    if (!selected || to === selected) return;
    if (waiting) {
      // What no answer could make possible is not promised.
      if (!premoves || targets.has(to)) onPremove?.({ from: selected, to });
      select(null);
      return;
    }
    const moves = targets.get(to);
    const only = moves?.length === 1 ? moves[0] : undefined;
    dropped.current = moves && byHand ? to : null;
    if (only) play(only);
    else if (moves) setPick({ to, moves, key: state.key });
    else {
      onAsk?.(selected, to);
      if (by.current === "touch") feel("refused");
      select(null);
    }
  }

  /** Whether a finger on a square, so long, wants to see what a move does before it plays it. */
  function onlyLooks(to: string, time: number): boolean {
    if (!selected || !targets.has(to)) return false;
    if (setting(touchMoves) === "hold") return time > hold;
    if (shown && tapped?.to === to) return false;
    setTapped({ from: selected, to, key: state.key });
    point(to);
    feel("shown");
    return true;
  }

  function point(square: string | null, event?: PointerEvent): void {
    if (event) found.current = { square, x: event.clientX, y: event.clientY };
    setHovered(square);
  }

  function activate(square: string): void {
    if (square === selected) select(null);
    else if (selected && (targets.has(square) || !selectable(square))) attempt(square);
    else if (selectable(square)) select(square);
  }

  function pointOf(event: MouseEvent | Touch): Point {
    const box = svg.current?.getBoundingClientRect();
    if (!box?.width) return { x: -1, y: -1 };
    const scale = layout.width / box.width;
    return { x: layout.left + (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  function hit(event: MouseEvent | Touch): string | null {
    // What has slid away under a pointer that has not moved is still what it means.
    const { x, y, square } = found.current;
    if (layout.left !== 0 && square === hovered && square && Math.hypot(event.clientX - x, event.clientY - y) < near)
      return square;
    return squareAt(layout, pointOf(event))?.square ?? null;
  }

  function follow(): void {
    held.current?.setAttribute("transform", `translate(${hand.current.x} ${hand.current.y})`);
  }

  function onPointerDown(event: PointerEvent): void {
    // The second button draws (useDrawings), and drops what is about to be played; others belong to the browser.
    if (active && event.button === 2) {
      if (selected) select(null);
      if (props.premove) onPremove?.(null);
    }
    if (!active || event.button !== 0 || (press.current && !event.isPrimary)) return;
    const square = hit(event);
    if (!square) return;
    const at = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType !== "mouse";
    press.current = { pointer: event.pointerId, square, at, again: square === selected, touch, since: event.timeStamp };
    by.current = touch ? "touch" : "mouse";
    if (props.premove) onPremove?.(null);
    if (pick) setPick(null);
    point(square, event);
    if (square !== selected && selectable(square) && !targets.has(square)) select(square);
  }

  function onPointerMove(event: PointerEvent): void {
    if (!active) return;
    const now = press.current;
    if (now && now.pointer !== event.pointerId) return;
    if (now && event.buttons === 0) {
      onPointerCancel(event); // it was let go where nobody heard of it
      return;
    }
    // Not earlier, since what captures the pointer also takes the focus.
    if (now) svg.current?.setPointerCapture(event.pointerId);
    const square = hit(event);
    const shows = now !== null || (selected !== null && event.pointerType === "mouse");
    if (shows && !now) by.current = "mouse";
    if (shows && square !== hovered) point(square, event);
    if (!now) return;
    hand.current = pointOf(event);
    if (drag) {
      follow();
      return;
    }
    const far = Math.hypot(event.clientX - now.at.x, event.clientY - now.at.y) > slack;
    const letter = state.pieces[now.square];
    if (far && letter && selected === now.square) setDrag({ from: now.square, letter, touch: now.touch });
  }

  function onPointerUp(event: PointerEvent): void {
    const now = press.current;
    if (!now || now.pointer !== event.pointerId) return;
    press.current = null;
    const square = hit(event);
    if (now.touch) setHovered(null);
    if (now.touch && !drag && square && onlyLooks(square, event.timeStamp - now.since)) return;
    if (drag) {
      setDrag(null);
      if (square) attempt(square, true);
    } else if (square === now.square && square !== selected) attempt(square);
    else if (square === now.square && now.again) select(null);
    else if (square && targets.has(square)) attempt(square);
  }

  function onPointerCancel(event: PointerEvent): void {
    if (press.current?.pointer !== event.pointerId) return;
    press.current = null;
    setDrag(null);
    setHovered(null);
  }

  const steps: Record<string, [columns: number, rows: number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    const row = layout.rows[layout.squares.get(cursor)?.row ?? 0];
    if (step) moveTo(neighbour(layout, cursor, ...step, info.wraps));
    else if (event.key === "Home") moveTo(row?.[0]?.name);
    else if (event.key === "End") moveTo(row?.[row.length - 1]?.name);
    else if (event.key === "Enter" || event.key === " ") activate(cursor);
    else if (event.key === "Escape" && (selected || pick || drag || props.premove)) {
      press.current = null;
      setDrag(null);
      select(null);
      if (props.premove) onPremove?.(null);
    } else return;
    event.preventDefault();
    // The arrow keys belong to the board here, not to a page that listens for
    // them to go through a game.
    event.stopPropagation();
  }

  function cellOf(square: string): SVGElement | null {
    return svg.current?.querySelector<SVGElement>(`[role="gridcell"][data-square="${CSS.escape(square)}"]`) ?? null;
  }

  function moveTo(square: string | undefined): void {
    if (!square) return;
    setCursor(square);
    by.current = "keys";
    setHovered(square);
    cellOf(square)?.focus();
  }

  function onFocusIn(event: FocusEvent): void {
    const cell = event.target instanceof SVGElement ? event.target : null;
    const square = cell?.dataset.square;
    if (!square) return;
    setCursor(square);
    if (cell.matches(":focus-visible")) setHovered(square);
  }

  // Assistive technology clicks without a pointer.
  function onClick(event: MouseEvent): void {
    const cell = event.target instanceof SVGElement ? event.target : null;
    if (active && event.detail === 0 && cell?.dataset.square) activate(cell.dataset.square);
  }

  // A finger on a piece drags it; anywhere else it scrolls the page.
  const holds = useRef<(touch: Touch) => boolean>(() => false);
  holds.current = (touch) => {
    const square = hit(touch);
    return active && square !== null && (selectable(square) || selected !== null);
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
    hovered,
    cursor,
    pick,
    drag,
    hit,
    shown,
    by,
    own,
    play,
    press: (event) => {
      const square = hit(event);
      by.current = event.pointerType === "mouse" ? "mouse" : "touch";
      if (active && square && (by.current === "mouse" || !onlyLooks(square, 0))) activate(square);
    },
    dropPick: () => {
      setPick(null);
      cellOf(cursor)?.focus();
    },
    dropped,
    held,
    focus: {
      onFocusIn,
      onFocusOut: (event) => {
        const next = event.relatedTarget;
        if (!(next instanceof Node) || !svg.current?.contains(next)) setHovered(null);
      },
    },
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onPointerLeave: (event) => {
        // A finger leaves with every tap, and what it has shown stays.
        if (!press.current && event.pointerType === "mouse") setHovered(null);
      },
      onKeyDown,
      onClick,
    },
  };
}
