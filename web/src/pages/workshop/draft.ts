// A definition being edited: all fields with their values.
import { variants } from "../../game/variants";
import { t } from "../../text/text";

export type Kind = "p" | "n" | "b" | "r" | "q" | "k";
export const kinds: readonly Kind[] = ["p", "n", "b", "r", "q", "k"];

const orthodoxStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
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

/** A definition with all its fields. Disabled features keep their settings until they are enabled again. */
export interface Draft {
  name: string;
  title: string;
  /** The base of a 3D game, which has a policy and none of the flat-board fields. */
  base: Base | "";
  policy: Policy;
  start: string;
  crossing: "none" | "wrap" | "hop";
  kinds: string;
  en_passant: "crossed" | "home";
  mark: boolean;
  reflects: boolean;
  reflection: Reflection;
  castling: boolean;
  double_push: boolean;
  promotes: string;
  stalemate: "draw" | "loss" | "win";
  boards: 1 | 3;
  study: boolean;
}

/** The reflection when it is first switched on: mirrorsquare's. */
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
  crossing: "none",
  kinds: "pnbrqk",
  en_passant: "crossed",
  mark: false,
  reflects: false,
  reflection: usualReflection,
  castling: true,
  double_push: true,
  promotes: orthodoxPromotes,
  stalemate: "draw",
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
  castling?: boolean;
  double_push?: boolean;
  promotes?: string;
  stalemate?: Draft["stalemate"];
  boards?: 1 | 3;
  study?: boolean;
}

/** Returns the start position of a game that does not define one. */
export function usualStart(base: Base | ""): string {
  return variants.find((each) => each.name === base)?.start ?? orthodoxStart;
}

/** Reports whether a side has no king in a position, flat or 3D. */
export function kingless(position: string): boolean {
  const pieces = (position.split(" ")[0] ?? "").replace(/[QK]L\d[wb]\^?:/g, "");
  return !pieces.includes("K") || !pieces.includes("k");
}

/** Returns the draft of a definition in canonical form. */
export function draftOf(definition: string): Draft {
  const { seam, reflection, title, policy, ...form } = JSON.parse(definition) as Form;
  return {
    ...emptyDraft,
    start: usualStart(form.base ?? ""),
    ...form,
    title: title ?? form.name,
    policy: { ...basePolicies[form.base ?? "trid"], ...policy },
    crossing: seam?.crossing ?? "none",
    kinds: seam?.kinds ?? "pnbrqk",
    en_passant: seam?.en_passant ?? "crossed",
    mark: seam?.mark ?? false,
    reflects: reflection !== undefined,
    reflection: reflection ? { ...usualReflection, makes: {}, ...reflection } : usualReflection,
  };
}

/** Returns the text of a draft, for the rules to parse. Disabled features are omitted. */
export function textOf(draft: Draft): string {
  const { base, policy, crossing, kinds: crossers, en_passant, mark, reflects, reflection, ...plain } = draft;
  if (base) {
    const { name, title, start, study } = plain;
    return JSON.stringify({ name, title, base, start, study, policy });
  }
  return JSON.stringify({
    ...plain,
    ...(crossing === "none" ? {} : { seam: { crossing, kinds: crossers, en_passant, mark } }),
    ...(reflects ? { reflection } : {}),
  });
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
  return kinds.filter((each) => set.includes(each) !== (each === kind)).join("");
}

/** Adds or removes a number, keeping them sorted. */
export function toggledNumber(set: readonly number[], number: number): number[] {
  const rest = set.filter((each) => each !== number);
  return rest.length < set.length ? rest : [...rest, number].sort((a, b) => a - b);
}

/** Appends a piece type to an order, or removes it. */
export function toggledInOrder(order: string, kind: Kind): string {
  return order.includes(kind) ? order.replace(kind, "") : order + kind;
}
