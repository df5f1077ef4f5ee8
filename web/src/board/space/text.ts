// Texts about squares, boards and selections.
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { MoveInfo, MountedBoard, VariantInfo } from "../../wire.gen";
import { capitalise } from "../../rules/text";
import { roleOf } from "../pieces";
import { boardMove, promotion } from "./moves";

/** Returns the name of a level: "White's board W". */
export function levelName(info: VariantInfo, level: string): string {
  if (info.pins?.some((p) => p.name === level)) return t("page.board.board-on", { pin: level });
  const owners: Record<string, string> = {
    W: t("page.board.whites-board-w"),
    N: t("page.board.the-neutral-board-n"),
    B: t("page.board.blacks-board-b"),
  };
  return owners[level] ?? t("page.board.level", { level });
}

/** Returns the name of a fixed board, as a heading. */
export function mainName(info: VariantInfo, level: string): string {
  const owners: Record<string, Plain> = {
    W: "page.board.main-white",
    N: "page.board.main-neutral",
    B: "page.board.main-black",
  };
  const name = owners[level];
  return name && !info.pins?.some((p) => p.name === level) ? t(name) : capitalise(levelName(info, level));
}

/** Describes the board on a pin by owner and orientation. */
export function standName(stand: MountedBoard): string {
  return t("page.board.stand", { owner: stand.owner, pin: stand.pin, turned: Boolean(stand.turned) });
}

/** Returns the text that distinguishes a move from the others. */
export function distinction(move: MoveInfo, others: readonly MoveInfo[]): string {
  const words: string[] = [];
  const board = boardMove(move);
  if (board && others.some((m) => boardMove(m)?.onto !== board.onto))
    words.push(t("page.board.to", { square: board.onto ?? "" }));
  if (board && others.some((m) => boardMove(m)?.turned !== board.turned)) {
    words.push(board.turned ? t("page.board.turned-half-round") : t("page.board.as-it-stands"));
  }
  if (move.to && others.some((m) => m.to !== move.to)) words.push(t("page.board.to", { square: move.to }));
  if (move.from && others.some((m) => m.from !== move.from)) words.push(t("page.board.from", { square: move.from }));
  const into = promotion(move)?.into;
  if (into) words.push(roleOf(into));
  return capitalise(words.join(", ") || move.san);
}
