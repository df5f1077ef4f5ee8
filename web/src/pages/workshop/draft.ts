// A definition being edited: all fields with their values.
import { variants } from "../../game/variants";
import { t } from "../../text/text";

/** The letter of a kind of piece. */
export type Kind = string;
/** The kinds of chess, which every game has. */
export const kinds: readonly Kind[] = ["p", "n", "b", "r", "q", "k"];

const orthodoxStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** The usual start position on two planes: the pieces stand on the first one. */
const twoPlaneStart = orthodoxStart.replace(" ", "|8/8/8/8/8/8/8/8 ");
const orthodoxPromotes = "qrbn";

export interface Reflection {
  map: "rotate" | "files" | "ranks";
  makes: Partial<Record<Kind, Kind>>;
  colour: "opponent" | "own";
  goes_on: string;
  captures: boolean;
  promotions: boolean;
}

/** The 3D games on which others can be based. */
export type Base = "trid" | "meder";

/** How attack boards move. */
export interface Policy {
  along: readonly number[];
  across: readonly number[];
  direction: "level" | "rank";
  cross_column: "direction" | "side";
  turns: boolean;
  shadow: boolean;
  passengers: string;
  empty: "owner" | "anyone";
}

const tridPolicy: Policy = {
  along: [1],
  across: [0, 1],
  direction: "level",
  cross_column: "direction",
  turns: true,
  shadow: true,
  passengers: "pnbrqk",
  empty: "owner",
};

/** The policies of the bases. Fields that a definition omits have the values of its base. */
export const basePolicies: Record<Base, Policy> = {
  trid: tridPolicy,
  meder: { ...tridPolicy, along: [1, 2], across: [0], direction: "rank", turns: false, shadow: false },
};

/** A kind that a game adds, or one of chess that moves differently. */
export interface PieceDraft {
  letter: Kind;
  /** Its movement in Betza notation. */
  move: string;
  /** Its name, or "" for the usual one. */
  name: string;
}

/** A definition with all its fields. Disabled features keep their settings until they are enabled again. */
export interface Draft {
  name: string;
  title: string;
  /** The base of a 3D game, which has a policy and none of the flat-board fields. */
  base: Base | "";
  policy: Policy;
  start: string;
  files: number;
  ranks: number;
  /** The number of boards of this size. With two, the names of squares end in A or B. */
  planes: 1 | 2;
  /** Whether every move ends on the other plane, as in Alice chess. */
  passing: boolean;
  /** The squares that do not exist. */
  holes: readonly string[];
  crossing: "none" | "wrap" | "hop" | "twist";
  kinds: string;
  en_passant: "crossed" | "home";
  mark: boolean;
  ends: "none" | "wrap" | "twist" | "pole";
  endsKinds: string;
  /** Links: "d8 n - e1 n" makes the step north from d8 lead to e1, and the step south from e1 to d8. */
  links: readonly string[];
  pieces: readonly PieceDraft[];
  royal: string;
  reflects: boolean;
  reflection: Reflection;
  castling: boolean;
  /** Whether castling starts from any squares of the first rank. */
  chess960: boolean;
  double_push: boolean;
  /** The number of ranks on which pawns promote, and whether they must. */
  zone: number;
  must: boolean;
  promotes: string;
  stalemate: "draw" | "loss" | "win";
  rebirth: "none" | "home" | "mirror";
  /** The number of checks that win, or 0. */
  checks: number;
  /** The squares that win when a kind reaches them, by kind. */
  reach: Readonly<Record<Kind, readonly string[]>>;
  boards: 1 | 3;
  study: boolean;
}

/** The reflection when it is first switched on: as in mirrorsquare, but promotions reflect too. */
const usualReflection: Reflection = {
  map: "rotate",
  makes: Object.fromEntries(kinds.map((kind) => [kind, kind])),
  colour: "opponent",
  goes_on: "",
  captures: false,
  promotions: true,
};

export const emptyDraft: Draft = {
  name: "my-game",
  title: "My game",
  base: "",
  policy: tridPolicy,
  start: orthodoxStart,
  files: 8,
  ranks: 8,
  planes: 1,
  passing: false,
  holes: [],
  crossing: "none",
  kinds: "pnbrqk",
  en_passant: "crossed",
  mark: false,
  ends: "none",
  endsKinds: "nbrqk",
  links: [],
  pieces: [],
  royal: "k",
  reflects: false,
  reflection: usualReflection,
  castling: true,
  chess960: false,
  double_push: true,
  zone: 1,
  must: true,
  promotes: orthodoxPromotes,
  stalemate: "draw",
  rebirth: "none",
  checks: 0,
  reach: {},
  boards: 1,
  study: false,
};

/** The fields of a definition in canonical form: only the differences from chess. */
interface Form {
  name: string;
  title?: string;
  base?: Base;
  start?: string;
  policy?: Partial<Policy>;
  seam?: { crossing?: Draft["crossing"]; kinds?: string; en_passant?: Draft["en_passant"]; mark?: boolean };
  reflection?: Partial<Reflection>;
  castling?: boolean | "960";
  double_push?: boolean;
  promotes?: string;
  stalemate?: Draft["stalemate"];
  boards?: 1 | 3;
  study?: boolean;
  royal?: string;
  links?: string[];
  board?: { files?: number; ranks?: number; holes?: string; planes?: 1 | 2 };
  ends?: { crossing?: Draft["ends"]; kinds?: string };
  pieces?: Record<Kind, string | { move: string; name?: string }>;
  pawn?: { zone?: number; must?: boolean };
  capture?: { rebirth?: Draft["rebirth"] };
  passing?: { to?: "other" };
  goal?: { checks?: number; reach?: Record<Kind, string> };
}

/** Returns the default start position of a one-plane game with a base; "" means a flat board. */
export function usualStart(base: Base | ""): string {
  return variants.find((each) => each.name === base)?.start ?? orthodoxStart;
}

/** Reports whether a side has no king in a position, flat or 3D. */
export function kingless(position: string): boolean {
  const pieces = (position.split(" ")[0] ?? "").replace(/[QK]L\d[wb]\^?:/g, "");
  return !pieces.includes("K") || !pieces.includes("k");
}

const listed = (squares: string | undefined) => squares?.split(" ").filter(Boolean) ?? [];

/** Returns squares as they are named on one or two planes. A square without a plane letter is on both planes. */
function onPlanes(squares: readonly string[], planes: 1 | 2): string[] {
  if (planes === 1) return squares.filter((name) => !name.endsWith("B")).map((name) => name.replace(/A$/, ""));
  return squares.flatMap((name) => (/\d$/.test(name) ? [`${name}A`, `${name}B`] : [name]));
}

/** Returns the draft of a definition in canonical form. */
export function draftOf(definition: string): Draft {
  const { seam, reflection, title, policy, board, ends, pieces, pawn, capture, passing, goal, castling, ...form } =
    JSON.parse(definition) as Form;
  const planes = board?.planes ?? 1;
  return {
    ...emptyDraft,
    start: planes > 1 ? twoPlaneStart : usualStart(form.base ?? ""),
    ...form,
    title: title ?? form.name,
    policy: { ...basePolicies[form.base ?? "trid"], ...policy },
    files: board?.files ?? 8,
    ranks: board?.ranks ?? 8,
    planes,
    passing: passing !== undefined,
    holes: onPlanes(listed(board?.holes), planes),
    crossing: seam?.crossing ?? "none",
    kinds: seam?.kinds ?? "pnbrqk",
    en_passant: seam?.en_passant ?? "crossed",
    mark: seam?.mark ?? false,
    ends: ends?.crossing ?? "none",
    endsKinds: ends?.kinds ?? emptyDraft.endsKinds,
    pieces: Object.entries(pieces ?? {}).map(([letter, piece]) =>
      typeof piece === "string"
        ? { letter, move: piece, name: "" }
        : { letter, move: piece.move, name: piece.name ?? "" },
    ),
    reflects: reflection !== undefined,
    reflection: reflection ? { ...usualReflection, makes: {}, ...reflection } : usualReflection,
    castling: castling !== false,
    chess960: castling === "960",
    zone: pawn?.zone ?? 1,
    must: pawn?.must ?? true,
    rebirth: capture?.rebirth ?? "none",
    checks: goal?.checks ?? 0,
    reach: Object.fromEntries(
      Object.entries(goal?.reach ?? {}).map(([kind, squares]) => [kind, onPlanes(listed(squares), planes)]),
    ),
  };
}

/** Returns a table without the fields that have their default values; undefined if it is empty. */
function differing<Table extends object>(table: Table, usual: Table): Partial<Table> | undefined {
  const different = Object.entries(table).filter(([key, value]) => value !== usual[key as keyof Table]);
  return different.length > 0 ? (Object.fromEntries(different) as Partial<Table>) : undefined;
}

/** Returns the tables and fields of a draft that chess on a board of 8 by 8 squares does not need. */
function otherBoard(draft: Draft): Partial<Form> {
  const { files, ranks, planes, holes, ends, endsKinds, links, pieces, royal, zone, must, rebirth, checks } = draft;
  const reach = Object.entries(draft.reach).filter(([, squares]) => squares.length > 0);
  return {
    board: differing({ files, ranks, holes: holes.join(" "), planes }, { files: 8, ranks: 8, holes: "", planes: 1 }),
    ends: ends === "none" ? undefined : { crossing: ends, kinds: endsKinds },
    links: links.length > 0 ? [...links] : undefined,
    pieces:
      pieces.length > 0
        ? Object.fromEntries(pieces.map(({ letter, move, name }) => [letter, name ? { move, name } : move]))
        : undefined,
    royal: royal === "k" ? undefined : royal,
    pawn: differing({ zone, must }, { zone: 1, must: true }),
    capture: rebirth === "none" ? undefined : { rebirth },
    passing: draft.passing && planes > 1 ? { to: "other" } : undefined,
    goal:
      checks > 0 || reach.length > 0
        ? {
            ...(checks > 0 ? { checks } : {}),
            ...(reach.length > 0
              ? { reach: Object.fromEntries(reach.map(([kind, squares]) => [kind, squares.join(" ")])) }
              : {}),
          }
        : undefined,
  };
}

/** Returns the text of a draft, for the rules to parse. Disabled features are omitted. */
export function textOf(draft: Draft): string {
  const { name, title, base, start, study, policy } = draft;
  if (base) return JSON.stringify({ name, title, base, start, study, policy });
  const { crossing, kinds: crossers, en_passant, mark, castling, chess960, double_push, promotes, stalemate } = draft;
  return JSON.stringify({
    name,
    title,
    start,
    castling: castling && chess960 ? "960" : castling,
    double_push,
    promotes,
    stalemate,
    boards: draft.boards,
    study,
    ...(crossing === "none" ? {} : { seam: { crossing, kinds: crossers, en_passant, mark } }),
    ...(draft.reflects ? { reflection: draft.reflection } : {}),
    ...otherBoard(draft),
  });
}

/** Returns the text of a draft without its name and title. Drafts with the same rules have the same text. */
export function rulesOf(draft: Draft): string {
  return textOf({ ...draft, name: "", title: "" });
}

/** Reports whether some fields of a draft have other values than in chess. */
export function differs(draft: Draft, ...fields: (keyof Draft)[]): boolean {
  return fields.some((field) => JSON.stringify(draft[field]) !== JSON.stringify(emptyDraft[field]));
}

/** Returns the letters of all kinds of a game. */
export function kindsOf({ pieces }: Draft): Kind[] {
  const own = pieces.map(({ letter }) => letter).filter((letter) => letter && !kinds.includes(letter));
  return [...kinds, ...new Set(own)];
}

/** Returns the name of the square at a file and a rank, counted from 0. */
export function squareName(file: number, rank: number): string {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/** Returns the placement of one plane as rows of letters, with "" for empty squares and holes. */
function placement(text: string): string[][] {
  return text
    .split("/")
    .map((row) =>
      [...row.matchAll(/\d+|./g)].flatMap(([sign]) =>
        /\d/.test(sign) ? Array.from({ length: Math.min(Number(sign), 16) }, () => "") : [sign === "*" ? "" : sign],
      ),
    );
}

/** The part of a draft that determines the shape of a start position. */
type Outline = Pick<Draft, "files" | "ranks" | "holes" | "planes">;

/**
 * Returns a start position for a board of another shape: ranks are added or removed in the middle, and files at the
 * right; files are removed at the left if a king would be lost at the right. A second plane is empty at first.
 * Castling rights are lost if the placement on the first plane changes.
 */
export function fitStart(start: string, shape: Outline): string {
  const [boards = "", turn = "w", rights = "-", , ...rest] = start.split(" ");
  const [first = "", second = "8/8"] = boards.split("|");
  const fitted = fitPlane(first, shape, shape.planes > 1 ? "A" : "");
  const text = shape.planes > 1 ? `${fitted}|${fitPlane(second, shape, "B")}` : fitted;
  return [text, turn, fitted === first ? rights : "-", "-", ...rest].join(" ");
}

function fitPlane(text: string, { files, ranks, holes }: Outline, plane: string): string {
  const old = placement(text);
  const upper = Math.ceil(Math.min(old.length, ranks) / 2);
  const lower = Math.min(old.length, ranks) - upper;
  const middle = Array.from({ length: ranks - upper - lower }, () => [] as string[]);
  const rows = [...old.slice(0, upper), ...middle, ...old.slice(old.length - lower)];
  const width = Math.max(...old.map((row) => row.length));
  const kings = rows.map((row) => row.findIndex((sign) => sign.toLowerCase() === "k"));
  const first = Math.max(0, Math.min(width - files, Math.max(...kings) - files + 1));
  return rows
    .map((row, at) => {
      let gap = 0;
      const signs = Array.from({ length: files }, (_, x) => {
        const sign = holes.includes(squareName(x, ranks - 1 - at) + plane) ? "*" : (row[first + x] ?? "");
        if (!sign) {
          gap++;
          return "";
        }
        const before = gap || "";
        gap = 0;
        return `${before}${sign}`;
      });
      return signs.join("") + (gap || "");
    })
    .join("/");
}

/** Returns the changes to a draft that give it another shape: squares that are gone are removed from its fields. */
export function reshaped(draft: Draft, part: Partial<Outline>): Partial<Draft> {
  const shape = { files: draft.files, ranks: draft.ranks, holes: draft.holes, planes: draft.planes, ...part };
  const inside = (squares: readonly string[]) =>
    onPlanes(squares, shape.planes).filter((square) => {
      const [file, rank] = [square.charCodeAt(0) - 97, Number.parseInt(square.slice(1), 10) - 1];
      return file < shape.files && rank < shape.ranks;
    });
  const next = { ...shape, holes: inside(shape.holes) };
  const reach = Object.entries(draft.reach).map(([kind, squares]) => [kind, inside(squares)] as const);
  return {
    ...next,
    start: fitStart(draft.start, next),
    reach: Object.fromEntries(reach.filter(([, squares]) => squares.length > 0)),
  };
}

/** Returns a copy of a draft with the user's own name and title. */
export function ownCopy(draft: Draft): Draft {
  return { ...draft, name: `my-${draft.name}`, title: t("page.workshop.my", { title: draft.title }) };
}

/** Derives a name from a title: lower-case letters, digits and hyphens. */
export function nameFor(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
}

/** Adds or removes a piece type, keeping the usual order. */
export function toggled(set: string, kind: Kind): string {
  const letters = set.includes(kind) ? set.replace(kind, "") : set + kind;
  const rank = (letter: string) => (kinds.includes(letter) ? kinds.indexOf(letter) : kinds.length);
  return [...letters].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)).join("");
}

/** Adds or removes a square. */
export function toggledSquare(squares: readonly string[], square: string): string[] {
  return squares.includes(square) ? squares.filter((each) => each !== square) : [...squares, square];
}

/** Adds or removes a number, keeping the list sorted. */
export function toggledNumber(set: readonly number[], number: number): number[] {
  const rest = set.filter((each) => each !== number);
  return rest.length < set.length ? rest : [...rest, number].sort((a, b) => a - b);
}

/** Appends a piece type to an order, or removes it. */
export function toggledInOrder(order: string, kind: Kind): string {
  return order.includes(kind) ? order.replace(kind, "") : order + kind;
}
