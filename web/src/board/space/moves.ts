// Groups the moves of a position by target: a square, a pin, or a board that turns in place.
import type { Change, MoveInfo, State, VariantInfo } from "../../wire.gen";

/** Where the board on a pin may go: with its present orientation, or rotated 180°. */
export interface PinMoves {
  straight: MoveInfo[];
  turned: MoveInfo[];
}

/** The effect of a board move on the board. */
export interface BoardMove {
  pin: string;
  onto: string;
  turned: boolean;
}

/** Returns how a move moves a board, or undefined if it does not. */
export function boardMove(move: MoveInfo): BoardMove | null {
  const shift = move.changes.find((c) => c.effect === "board");
  const turn = move.changes.find((c) => c.effect === "turns");
  const pin = shift?.pin ?? turn?.pin;
  if (!pin) return null;
  return { pin, onto: shift?.onto ?? pin, turned: turn !== undefined };
}

/** The boards that may move now. */
export function movableBoards(state: State): Set<string> {
  const pins = new Set<string>();
  for (const move of state.moves) {
    const pin = boardMove(move)?.pin;
    if (pin) pins.add(pin);
  }
  return pins;
}

/** The moves of the board on a pin, keyed by target pin. Its own pin is a rotation in place. */
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

/** The promotion piece that a move asks the player to choose, if any. */
export function promotion(move: MoveInfo): Change | undefined {
  const asked = /[qrbn]$/.test(move.move) ? move.move.at(-1) : undefined;
  return move.changes.find((c) => c.effect === "promotes" && c.into?.toLowerCase() === asked);
}

/** The rank of a move among those to one square: queen first, rotated boards last. */
export function rank(move: MoveInfo): number {
  return "qrbn".indexOf(promotion(move)?.into?.toLowerCase() ?? "q") + (boardMove(move)?.turned ? 4 : 0);
}

/** The squares to tint for a move: for a board move, all squares of the board. */
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

/** The pieces that a move takes from one square to another, keyed by target square. */
export function journeys(move: MoveInfo): Map<string, string> {
  const from = new Map<string, string>();
  for (const c of move.changes) {
    if (c.from && c.to && c.from !== c.to) from.set(c.to, from.get(c.from) ?? c.from);
  }
  return from;
}
