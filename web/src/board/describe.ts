// Descriptions of squares for screen readers, on flat boards and in space.
import { t } from "../text/text";
import type { MoveInfo, State } from "../wire.gen";
import { passedTo } from "./targets";
import { type Kinds, nameOf } from "./pieces";

/** Reports whether a move wraps around the edge of the board. */
function overSeam(move: MoveInfo): boolean {
  return move.ways?.[0]?.some((touch) => touch.board !== "centre") ?? false;
}

/** Describes a square: "e4, white pawn, can capture here, over the seam". */
export function describeSquare(
  name: string,
  state: State,
  square: string,
  selected: string | null,
  moves: readonly MoveInfo[] | undefined,
  kinds?: Kinds,
): string {
  const words = [name];
  const piece = state.pieces[square];
  if (piece) words.push(nameOf(piece, kinds));
  if (state.checked.includes(square)) words.push(t("page.board.in-check"));
  if (square === selected) words.push(t("page.board.chosen"));
  const move = moves?.[0];
  if (move)
    words.push(
      move.capture ? t("page.board.can-capture-here") : t("page.board.can-move-here"),
      ...(overSeam(move) ? [t("page.board.over-the-seam")] : []),
      ...consequences(move, kinds),
    );
  else if (moves) words.push(t("page.board.could-go-here-next"));
  return words.join(", ");
}

/** Returns the side effects of a move, each in a few words. */
function consequences(move: MoveInfo, kinds: Kinds): string[] {
  return move.changes.flatMap((change) => {
    switch (change.effect) {
      case "captured":
        return change.from && change.from !== move.to && change.piece
          ? [t("page.board.takes", { piece: nameOf(change.piece, kinds), square: change.from })]
          : [];
      case "appears":
        return change.piece
          ? [t("page.board.makes", { piece: nameOf(change.piece, kinds), square: change.to ?? "" })]
          : [];
      case "goes on":
        if (change.to && change.to === passedTo(move)) return [t("page.board.passes", { square: change.to })];
        return [
          change.to === move.from
            ? t("page.board.and-comes-back")
            : t("page.board.goes-on", { square: change.to ?? "" }),
        ];
      default:
        return [];
    }
  });
}

/** Describes in one sentence where the selected piece may move; empty without a selection. */
export function describeSelection(
  state: State,
  selected: string | null,
  targets: ReadonlyMap<string, readonly MoveInfo[]>,
  kinds?: Kinds,
): string {
  const piece = selected && state.pieces[selected];
  if (!piece) return "";
  const named = { piece: nameOf(piece, kinds), square: selected };
  if (targets.size === 0) return t("page.board.no-move", named);
  const landings = [...targets].filter(([to, [move]]) => !move || move.to === to);
  const places = landings.map(([to, [move]]) =>
    t("page.board.target", { capture: Boolean(move?.capture), square: to, seam: Boolean(move && overSeam(move)) }),
  );
  return t("page.board.can-go", { ...named, places: places.join(", ") });
}
