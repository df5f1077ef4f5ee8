// Selection, dragging, keys: how a person's hand becomes a move. It knows no
// rules: where a piece may go is what the state's moves say.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Colour, MoveInfo } from "../../wire.gen";
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
  /** Whose pieces may be selected now. */
  own: Colour | null;
  play: (move: MoveInfo) => void;
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
}

const none: Map<string, MoveInfo[]> = new Map();
const slack = 5;

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

  const active = !props.small && movable !== "none";
  const mine = active && !!onMove && (movable === "both" || movable === state.turn) && state.moves.length > 0;
  const waiting = active && !!onPremove && movable !== "both" && movable !== state.turn && !state.outcome.result;

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
    if (!selected || !mine) return waiting && selected && premoves ? new Map(premoves(selected).map((to): [string, MoveInfo[]] => [to, []])) : none;
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

  function select(square: string | null): void {
    const letter = square && state.pieces[square];
    setSelection(letter ? { square, letter, key: state.key, waiting } : null);
    setPick(null);
  }

  function play(move: MoveInfo): void {
    select(null);
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
      select(null);
    }
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
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  function hit(event: MouseEvent | Touch): string | null {
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
    press.current = { pointer: event.pointerId, square, at, again: square === selected, touch };
    if (props.premove) onPremove?.(null);
    if (pick) setPick(null);
    setHovered(square);
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
    if (shows && square !== hovered) setHovered(square);
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
    setHovered(square);
    cellOf(square)?.focus();
  }

  function onFocusIn(event: FocusEvent): void {
    const cell = event.target instanceof SVGElement ? event.target : null;
    const square = cell?.dataset["square"];
    if (!square) return;
    setCursor(square);
    if (cell.matches(":focus-visible")) setHovered(square);
  }

  // Assistive technology clicks without a pointer.
  function onClick(event: MouseEvent): void {
    const cell = event.target instanceof SVGElement ? event.target : null;
    if (active && event.detail === 0 && cell?.dataset["square"]) activate(cell.dataset["square"]);
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
    own,
    play,
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
      onPointerLeave: () => {
        if (!press.current) setHovered(null);
      },
      onKeyDown,
      onClick,
    },
  };
}
