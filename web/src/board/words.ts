// What a square is called for those who listen, on flat boards and in space alike.
import type { MoveInfo, State } from "../wire.gen";
import { nameOf } from "./pieces";

/** Whether a move goes over the edge of the board and comes back at the other. */
export function overSeam(move: MoveInfo): boolean {
  return move.ways?.[0]?.some((touch) => touch.board !== "centre") ?? false;
}

/** "e4, white pawn, can capture here, over the seam". The name says where the square is. */
export function squareWords(name: string, state: State, square: string, selected: string | null, moves: readonly MoveInfo[] | undefined): string {
  const words = [name];
  const piece = state.pieces[square];
  if (piece) words.push(nameOf(piece));
  if (state.checked.includes(square)) words.push("in check");
  if (square === selected) words.push("chosen");
  const move = moves?.[0];
  if (move) words.push(move.capture ? "can capture here" : "can move here", ...(overSeam(move) ? ["over the seam"] : []), ...consequences(move));
  else if (moves) words.push("could go here next");
  return words.join(", ");
}

/** What a move does besides moving, in a few words each. */
function consequences(move: MoveInfo): string[] {
  return move.changes.flatMap((change) => {
    switch (change.effect) {
      case "captured":
        return change.from && change.from !== move.to && change.piece
          ? [`takes the ${nameOf(change.piece)} on ${change.from}`]
          : [];
      case "appears":
        return change.piece ? [`makes a ${nameOf(change.piece)} on ${change.to}`] : [];
      case "goes on":
        return [change.to === move.from ? "and comes back" : `goes on to ${change.to}`];
      default:
        return [];
    }
  });
}

/** Where a selected piece may go, in a sentence. */
export function selectedSentence(state: State, selected: string | null, targets: ReadonlyMap<string, readonly MoveInfo[]>): string {
  const piece = selected && state.pieces[selected];
  if (!piece) return "";
  const name = `${nameOf(piece)} on ${selected}`;
  if (targets.size === 0) return `The ${name} has no move.`;
  const places = [...targets].map(([to, [move]]) => `${move?.capture ? "takes " : ""}${to}${move && overSeam(move) ? " over the seam" : ""}`);
  return `The ${name} can go to ${places.join(", ")}.`;
}
