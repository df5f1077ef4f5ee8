// What is said about squares, boards and choices.
import type { MoveInfo, MountedBoard, VariantInfo } from "../../wire.gen";
import { capitalise } from "../../rules/text";
import { roleOf } from "../pieces";
import { boardMove, promotion } from "./moves";

/** The name of a level: "white's board W". */
export function levelName(info: VariantInfo, level: string): string {
  if (info.pins?.some((p) => p.name === level)) return `the board on ${level}`;
  const owners: Record<string, string> = { W: "white's board W", N: "the neutral board N", B: "black's board B" };
  return owners[level] ?? `level ${level}`;
}

/** Says of a board on a pin whose it is and how it stands. */
export function standName(stand: MountedBoard): string {
  return `${capitalise(stand.owner)}'s board on ${stand.pin}${stand.turned ? ", turned half round" : ""}`;
}

/** What sets one of several moves apart from the others. */
export function distinction(move: MoveInfo, others: readonly MoveInfo[]): string {
  const words: string[] = [];
  const board = boardMove(move);
  if (board && others.some((m) => boardMove(m)?.onto !== board.onto)) words.push(`to ${board.onto}`);
  if (board && others.some((m) => boardMove(m)?.turned !== board.turned)) {
    words.push(board.turned ? "turned half round" : "as it stands");
  }
  if (move.to && others.some((m) => m.to !== move.to)) words.push(`to ${move.to}`);
  if (move.from && others.some((m) => m.from !== move.from)) words.push(`from ${move.from}`);
  const into = promotion(move)?.into;
  if (into) words.push(roleOf(into));
  return capitalise(words.join(", ") || move.san);
}
