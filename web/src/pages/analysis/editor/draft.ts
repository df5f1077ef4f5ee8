// A position being set up, valid or not. Its text is in the rule set's format; squares and their order come
// from its VariantInfo.
import { lettersOf } from "../../../board/pieces";
import type { Shape, SquareInfo, VariantInfo } from "../../../wire.gen";

export type SideLetter = "w" | "b";

export interface DraftStand {
  pin: string;
  owner: SideLetter;
  turned: boolean;
}

export interface Draft {
  /** FEN letters, keyed by square. */
  pieces: Record<string, string>;
  turn: SideLetter;
  /** Letters of KQkq, or "-". */
  castling: string;
  /** The en passant field, or "-". */
  passed: string;
  /** In 3D games: the pawns that may still make a double step. */
  doubles: string;
  half: string;
  full: string;
  /** In games that checks win: the checks given so far, such as +1+0, or "". */
  checks: string;
  stands: DraftStand[];
}

function inSpace(info: VariantInfo): boolean {
  return (info.levels?.length ?? 0) > 0;
}

/** Returns the fixed levels, which are not on pins. */
export function fixedLevels(info: VariantInfo): string[] {
  const pins = new Set(info.pins?.map((pin) => pin.name));
  return inSpace(info) ? (info.levels ?? []).filter((level) => !pins.has(level)) : [""];
}

/** Returns the squares of a level in rows, far rank first. A rank of a flat board may have none. */
export function rows(info: VariantInfo, level: string): SquareInfo[][] {
  const here = info.squares.filter((square) => (square.level ?? "") === level);
  const all =
    level || !info.shape ? here.map((square) => square.y) : Array.from({ length: info.shape.ranks }, (_, y) => y);
  const ranks = [...new Set(all)].sort((a, b) => b - a);
  return ranks.map((y) => here.filter((square) => square.y === y).sort((a, b) => a.x - b.x));
}

/** Returns the places of a row of one plane: squares, and undefined for the holes of a flat board. */
function places({ shape }: VariantInfo, row: SquareInfo[], plane: number): (SquareInfo | undefined)[] {
  if (!shape) return row;
  const first = plane * (shape.files + 1);
  return Array.from({ length: shape.files }, (_, x) => row.find((square) => square.x === first + x));
}

/** Returns the number of files of all planes, with the empty one between two planes. */
export function width({ files, planes = 1 }: Shape): number {
  return planes > 1 ? 2 * files + 1 : files;
}

function sorted(info: VariantInfo, stands: DraftStand[]): DraftStand[] {
  const order = info.pins?.map((pin) => pin.name) ?? [];
  return [...stands].sort((a, b) => order.indexOf(a.pin) - order.indexOf(b.pin));
}

function writeLevel(info: VariantInfo, draft: Draft, level: string, plane = 0): string {
  return rows(info, level)
    .map((row) => {
      let text = "";
      let gap = 0;
      for (const square of places(info, row, plane)) {
        const sign = square ? draft.pieces[square.name] : "*";
        if (!sign) gap++;
        else {
          text += (gap || "") + sign;
          gap = 0;
        }
      }
      return text + (gap || "");
    })
    .join("/");
}

function readLevel(info: VariantInfo, text: string, level: string, pieces: Record<string, string>, plane = 0): void {
  const letters = new Set(lettersOf(info.kinds));
  const lines = text.split("/");
  rows(info, level).forEach((row, at) => {
    const squares = places(info, row, plane);
    let file = 0;
    for (const [sign] of (lines[at] ?? "").matchAll(/\d+|./g)) {
      const square = squares[file];
      if (/\d/.test(sign)) file += Number(sign);
      else {
        if (square && letters.has(sign.toLowerCase())) pieces[square.name] = sign;
        file++;
      }
    }
  });
}

/** Writes the draft in the rule set's text format. */
export function write(info: VariantInfo, draft: Draft): string {
  const tail = [draft.half || "0", draft.full || "1"];
  const castling = info.castling ? draft.castling || "-" : "-";
  const planes = Array.from({ length: info.shape?.planes ?? 1 }, (_, plane) => plane);
  if (!inSpace(info))
    return [
      planes.map((plane) => writeLevel(info, draft, "", plane)).join("|"),
      draft.turn,
      castling,
      draft.passed || "-",
      ...tail,
      draft.checks,
    ]
      .join(" ")
      .trimEnd();
  const boards = [
    ...fixedLevels(info).map((level) => `${level}:${writeLevel(info, draft, level)}`),
    ...sorted(info, draft.stands).map(
      (stand) => `${stand.pin}${stand.owner}${stand.turned ? "^" : ""}:${writeLevel(info, draft, stand.pin)}`,
    ),
  ].join("|");
  return [boards, draft.turn, castling, draft.passed || "-", draft.doubles.replaceAll(" ", "") || "-", ...tail].join(
    " ",
  );
}

/** Parses as much of the text as possible; null if it does not look like a position. */
export function read(info: VariantInfo, text: string): Draft | null {
  const fields = text.trim().split(/\s+/);
  const [board = "", turn = "w", castling = "-", passed = "-", ...rest] = fields;
  if (!board.includes("/")) return null;
  const space = inSpace(info);
  const doubles = space ? (rest.shift() ?? "-") : "-";
  const draft: Draft = {
    pieces: {},
    turn: turn === "b" ? "b" : "w",
    castling,
    passed,
    doubles,
    half: rest[0] ?? "0",
    full: rest[1] ?? "1",
    checks: rest[2] ?? "",
    stands: [],
  };
  if (!space) {
    for (const [plane, part] of board.split("|").entries()) readLevel(info, part, "", draft.pieces, plane);
    return draft;
  }
  const pins = new Set(info.pins?.map((pin) => pin.name));
  for (const part of board.split("|")) {
    const [head = "", squares = ""] = part.split(":");
    const stand = /^([A-Z]+\d)([wb]?)(\^?)$/.exec(head);
    const pin = stand?.[1] ?? "";
    if (stand && pins.has(pin)) {
      draft.stands.push({ pin, owner: stand[2] === "b" ? "b" : "w", turned: stand[3] === "^" });
      readLevel(info, squares, pin, draft.pieces);
    } else if (fixedLevels(info).includes(head)) readLevel(info, squares, head, draft.pieces);
  }
  return draft;
}

/** Places a piece on a square, or removes one. */
export function put(draft: Draft, square: string, letter: string): Draft {
  const pieces = { ...draft.pieces };
  if (letter) pieces[square] = letter;
  else delete pieces[square];
  return { ...draft, pieces };
}

/** Moves a piece to a square. */
export function carry(draft: Draft, from: string, to: string): Draft {
  const piece = draft.pieces[from];
  return piece && from !== to ? put(put(draft, from, ""), to, piece) : draft;
}

/** Removes all pieces, and the castling, en passant and double-step rights that depend on them. */
export function clear(draft: Draft): Draft {
  return { ...draft, pieces: {}, castling: "-", passed: "-", doubles: "-" };
}

/** Changes a board: its pin (with its pieces), its owner or its rotation. */
export function change(info: VariantInfo, draft: Draft, at: number, to: Partial<DraftStand>): Draft {
  const old = draft.stands[at];
  if (!old) return draft;
  const next = { ...old, ...to };
  const pieces = { ...draft.pieces };
  if (next.pin !== old.pin) {
    const from = rows(info, old.pin).flat();
    const into = rows(info, next.pin).flat();
    from.forEach((square, n) => {
      const piece = pieces[square.name];
      delete pieces[square.name];
      const target = into[n];
      if (piece && target) pieces[target.name] = piece;
    });
  }
  return { ...draft, pieces, stands: draft.stands.map((stand, n) => (n === at ? next : stand)) };
}

/** Sets or removes a castling right. */
export function right(draft: Draft, letter: string, on: boolean): Draft {
  const castling = [..."KQkq"].filter((one) => (one === letter ? on : draft.castling.includes(one))).join("");
  return { ...draft, castling: castling || "-" };
}

export interface EnPassantPawn {
  /** The current square of the pawn. */
  pawn: string;
  /** The square that the position's text names. */
  text: string;
}

/**
 * Returns the pawns that may just have made a double step. On a flat board the text names the square they
 * passed over.
 */
export function enPassantPawns(info: VariantInfo, draft: Draft): EnPassantPawn[] {
  const pawn = draft.turn === "w" ? "p" : "P";
  const back = draft.turn === "w" ? 1 : -1;
  const pawns = info.squares.filter((square) => draft.pieces[square.name] === pawn);
  if (inSpace(info)) return pawns.map((square) => ({ pawn: square.name, text: square.name }));
  const from = (square: SquareInfo, by: number) =>
    info.squares.find((one) => one.x === square.x && one.y === square.y + by * back);
  const start = info.kinds && read(info, info.start);
  // A pawn that passes to the other plane stood on its own plane before.
  const homes = (name = "") => (info.shape?.planes ? [`${name.slice(0, -1)}A`, `${name.slice(0, -1)}B`] : [name]);
  return pawns.flatMap((square) => {
    const [crossed, home, beyond] = [from(square, 1), from(square, 2), from(square, 3)];
    // Pawns start on the second rank; in games with their own boards or pieces, where pawns stand at the start.
    const starts = start ? homes(home?.name).some((each) => start.pieces[each] === pawn) : beyond && !from(square, 4);
    const double = crossed && home && starts;
    return double && !draft.pieces[crossed.name] && !draft.pieces[home.name]
      ? [{ pawn: square.name, text: crossed.name }]
      : [];
  });
}
