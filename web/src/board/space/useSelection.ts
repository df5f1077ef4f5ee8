// The selection and its moves, shared by the plan and the 3D view so that they always agree.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Direction, MoveInfo, State } from "../../wire.gen";
import type { BoardProps } from "../types";
import { touchMode } from "../../settings/touch";
import { vibrate } from "../haptics";
import { colourOf } from "../pieces";
import { movesFrom } from "../targets";
import { useGoals, commonReason, type ClosedPin } from "./useGoals";
import { movableBoards, movesOfBoard, rank, type PinMoves } from "./moves";

/** Several moves to one target, and where to show the choice. */
export interface Question {
  moves: MoveInfo[];
  /** A square or a pin. */
  at: string;
}

export interface Selection {
  /** The square of the selected piece. */
  square: string | null;
  /** The pin of the selected board. */
  board: string | null;
  /** The target squares of the selected piece. */
  hints: ReadonlyMap<string, MoveInfo[]>;
  /** The target pins of the selected board; its own pin represents a 180° rotation in place. */
  pins: ReadonlyMap<string, PinMoves>;
  /** The boards that may move. */
  boards: ReadonlySet<string>;
  /**
   * The boards that may be selected: on the user's turn all of them, since a board that cannot move shows the reason.
   */
  selectable: ReadonlySet<string>;
  /** The pins that are closed to the selected board. */
  closed: ReadonlyMap<string, ClosedPin>;
  /** The directions of the selected board's moves to other pins. */
  directions: ReadonlyMap<string, Direction>;
  /** The closed pin being hovered. */
  explained: ClosedPin | null;
  /**
   * The reason why a pin is closed, and the pin where the reason is shown: the hovered pin, or the pin of a board that
   * cannot move at all for one common reason.
   */
  note: { pin: string; why: string } | null;
  /** The move being hovered. */
  preview: MoveInfo | null;
  /** Whether a tap has previewed that move, so that a second tap plays it. */
  tapped: boolean;
  question: Question | null;
  /** Reports whether the piece on a square may be picked up. */
  liftable(square: string): boolean;
  /** Picks up a piece, even if another one is selected. */
  lift(square: string): void;
  /** Handles a press on a square. */
  press(square: string): void;
  /** Handles a tap on a square. On a target it plays the move or, in the touch mode "twice", previews it first. */
  tap(square: string): void;
  pressBoard(pin: string): void;
  pressPin(pin: string, turned: boolean): void;
  /** Shows or hides the reason why a pin is closed. */
  explain(pin: string | null): void;
  /** Sets the hovered square or pin; null for none. */
  point(target: { square: string } | { pin: string; turned: boolean } | null): void;
  play(move: MoveInfo): void;
  cancel(): void;
}

interface Selected {
  square: string | null;
  board: string | null;
  preview: MoveInfo | null;
  tapped: boolean;
  question: Question | null;
  explained: string | null;
}

const nothing: Selected = { square: null, board: null, preview: null, tapped: false, question: null, explained: null };
const noHints: ReadonlyMap<string, MoveInfo[]> = new Map();
const noPins: ReadonlyMap<string, PinMoves> = new Map();
const noBoards: ReadonlySet<string> = new Set();

/** Returns the initial selection: the board on a pin, the piece on a square, or nothing. */
function chosenFirst(state: State, chosen: string | undefined): Selected {
  if (!chosen) return nothing;
  return state.stands?.some((each) => each.pin === chosen)
    ? { ...nothing, board: chosen }
    : { ...nothing, square: chosen };
}

/** Reports whether the selected piece or board still exists in a position. */
function stillThere(state: State, { square, board }: Selected): boolean {
  return square ? state.pieces[square] !== undefined : (state.stands?.some((each) => each.pin === board) ?? false);
}

/**
 * Reports whether the side to move may play here now. Before the legal moves are known, a move is entered like a
 * premove.
 */
function mayMove({ movable, onMove, onPremove }: BoardProps, state: State): boolean {
  return (
    onMove !== undefined && (movable === "both" || (movable === state.turn && !(onPremove && state.moves.length === 0)))
  );
}

export function useSelection(props: BoardProps): Selection {
  const { state, onMove, onAsk, premove, onPremove, chosen } = props;
  const [selected, setSelected] = useState<Selected>(() => chosenFirst(state, chosen));
  const open = mayMove(props, state);

  // A selection belongs to its position. With `chosen` set, it lasts until the selected piece or board is gone.
  const stays = chosen !== undefined;
  useEffect(
    () =>
      setSelected((c) =>
        c === nothing ? c : stays && stillThere(state, c) ? { ...nothing, square: c.square, board: c.board } : nothing,
      ),
    [state.key, state.position, stays && state],
  );

  const { square, board, preview, tapped, question, explained } = selected;
  const { premoves } = props;
  const hints = useMemo(() => {
    if (open && square) return movesFrom(state.moves, square);
    return square && onPremove && premoves
      ? new Map(premoves(square).map((to): [string, MoveInfo[]] => [to, []]))
      : noHints;
  }, [open, state, square, premoves, !onPremove]);
  const pins = useMemo(() => (open && board ? movesOfBoard(state, board) : noPins), [open, state, board]);
  const boards = useMemo(() => (open ? movableBoards(state) : noBoards), [open, state]);
  const selectable = useMemo(() => (open ? new Set(state.stands?.map((s) => s.pin)) : noBoards), [open, state]);
  const { closed, directions } = useGoals(state, open ? board : null);

  const pointed = (explained && closed.get(explained)) || null;
  const fixed = pins.size ? "" : commonReason(closed);

  const liftable = (at: string): boolean => {
    const piece = state.pieces[at];
    if (!piece) return false;
    const colour = colourOf(piece);
    if (open) return colour === state.turn;
    return onPremove !== undefined && colour === props.movable;
  };
  const cancel = () => {
    if (premove) onPremove?.(null);
    setSelected(nothing);
  };
  const play = (move: MoveInfo) => {
    setSelected(nothing);
    onMove?.(move);
  };
  const decide = (moves: readonly MoveInfo[], at: string) => {
    const [only, ...more] = moves;
    if (only && more.length === 0) play(only);
    else if (only) setSelected((c) => ({ ...c, preview: null, question: { moves: [...moves], at } }));
  };
  const lift = (at: string) => setSelected({ ...nothing, square: at });

  const press = (at: string) => {
    const moves = hints.get(at);
    if (moves?.length) decide(moves, at);
    else if (at === square) setSelected(nothing);
    else if (square && !open && onPremove) {
      setSelected(nothing);
      if (!premoves || moves) onPremove({ from: square, to: at });
      else if (liftable(at)) lift(at);
    } else if (liftable(at)) lift(at);
    else {
      if (square && open) onAsk?.(square, at);
      cancel();
    }
  };
  const point: Selection["point"] = (target) => {
    let found: MoveInfo | undefined;
    if (target && "square" in target) found = hints.get(target.square)?.toSorted((a, b) => rank(a) - rank(b))[0];
    else if (target) found = pins.get(target.pin)?.[target.turned ? "turned" : "straight"][0];
    setSelected((c) => (c.preview === (found ?? null) ? c : { ...c, preview: found ?? null, tapped: false }));
  };

  return {
    square,
    board,
    hints,
    pins,
    boards,
    selectable,
    closed,
    directions,
    preview,
    tapped,
    question,
    liftable,
    lift,
    play,
    cancel,
    explained: pointed,
    note: pointed ?? (board && fixed ? { pin: board, why: fixed } : null),
    explain: (pin) => setSelected((c) => (c.explained === pin ? c : { ...c, explained: pin })),
    press,
    point,
    tap(at) {
      const previews =
        Boolean(hints.get(at)?.length) && !(tapped && preview?.to === at) && touchMode(props.beginner) === "twice";
      vibrate(previews ? "shown" : hints.has(at) ? "played" : "shown");
      if (!previews) return press(at);
      point({ square: at });
      setSelected((c) => ({ ...c, tapped: true }));
    },
    pressBoard(pin) {
      if (selectable.has(pin)) setSelected(pin === board ? nothing : { ...nothing, board: pin });
    },
    pressPin(pin, turned) {
      const moves = pins.get(pin);
      if (moves) decide(turned ? moves.turned : moves.straight, pin);
    },
  };
}

/**
 * Returns the pieces that a move would place, with their squares, except a piece that simply moves: its hint
 * is enough.
 */
export function ghosts(move: MoveInfo): { square: string; piece: string }[] {
  const placed = new Map<string, string>();
  for (const c of move.changes) {
    const piece = c.into ?? c.piece;
    if (piece && c.to && c.effect !== "captured" && c.effect !== "moves") placed.set(c.to, piece);
  }
  return [...placed].map(([square, piece]) => ({ square, piece }));
}
