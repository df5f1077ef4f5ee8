// Groups the moves of a position by target: a square, a pin, or a board that rotates in place.
import type { Change, MoveInfo, State, VariantInfo } from "../../wire.gen";

/** The moves of a board to one pin: with its present orientation, and rotated 180°. */
export interface PinMoves {
  straight: MoveInfo[];
  turned: MoveInfo[];
}

/** A board move: its start pin, its target pin, and whether the board rotates. */
export interface BoardMove {
  pin: string;
  onto: string;
  turned: boolean;
}

/** Returns the board move that a move contains, or null if it moves no board. */
export function boardMove(move: MoveInfo): BoardMove | null {
  const shift = move.changes.find((c) => c.effect === "board");
  const turn = move.changes.find((c) => c.effect === "turns");
  const pin = shift?.pin ?? turn?.pin;
  if (!pin) return null;
  return { pin, onto: shift?.onto ?? pin, turned: turn !== undefined };
}

/** Returns the pins of the boards that may move. */
export function movableBoards(state: State): Set<string> {
  const pins = new Set<string>();
  for (const move of state.moves) {
    const pin = boardMove(move)?.pin;
    if (pin) pins.add(pin);
  }
  return pins;
}

/**
 * Returns the moves of the board on a pin, keyed by target pin. The key of a rotation in place is the board's
 * own pin.
 */
export function movesOfBoard(state: State, pin: string): Map<string, PinMoves> {
  const found = new Map<string, PinMoves>();
  for (const move of state.moves) {
    const b = boardMove(move);
    if (b?.pin !== pin) continue;
    const at = found.get(b.onto) ?? { straight: [], turned: [] };
    (b.turned ? at.turned : at.straight).push(move);
    found.set(b.onto, at);
  }
  return found;
}

/** Returns the promotion that the player must choose in a move, if any. */
export function promotion(move: MoveInfo): Change | undefined {
  const chosen = /[qrbn]$/.test(move.move) ? move.move.at(-1) : undefined;
  return move.changes.find((c) => c.effect === "promotes" && c.into?.toLowerCase() === chosen);
}

/** Returns the sort rank of a move among those to one square: queen first, rotated boards last. */
export function rank(move: MoveInfo): number {
  return "qrbn".indexOf(promotion(move)?.into?.toLowerCase() ?? "q") + (boardMove(move)?.turned ? 4 : 0);
}

/** Returns the squares to tint for a move; for a board move, all squares of the board. */
export function touched(move: MoveInfo, info: VariantInfo): string[] {
  const names = new Set<string>([move.from, move.to].filter((square) => square !== undefined));
  for (const c of move.changes) {
    if (c.effect === "captured") continue;
    for (const q of info.squares) if (c.pin && q.level === (c.onto ?? c.pin)) names.add(q.name);
    if (c.from) names.add(c.from);
    if (c.to) names.add(c.to);
  }
  return [...names];
}

/** Returns the start squares of the pieces that a move carries, keyed by target square. */
export function journeys(move: MoveInfo): Map<string, string> {
  const from = new Map<string, string>();
  for (const c of move.changes) {
    if (c.from && c.to && c.from !== c.to) from.set(c.to, from.get(c.from) ?? c.from);
  }
  return from;
}
