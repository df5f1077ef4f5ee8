// Link text: a position in the query string of an address.
import { errorText, firstFault, sentence } from "../rules/text";
import { t } from "../text/text";
import { queryOf, titleOf } from "./variants";

/** The rule set of a link that has a `board` parameter and names no rule set. */
export const defaultVariant = "triboard";

/** The parameters that describe a position. */
const describing = ["board", "position", "fen", "turn", "lastmove", "castling"];

const names = [...describing, "study", "variant", "rules", "hash"];

/**
 * Returns the link text of a query, without the parameters that do not belong to a link; empty if none of them
 * describes a position. An unknown rule set is kept, so that the link parser rejects it. A link that names no rule set
 * and has no `board` parameter uses the given one.
 */
export function linkText(query: string, variant: string): string {
  const parts = partsOf(query).filter(({ part, name }) => names.includes(name) && part.includes("="));
  const has = (name: string) => parts.some((each) => each.name === name);
  if (!describing.some(has)) return "";
  const rules = has("variant") || has("rules") || has("board") ? "" : `&${queryOf(variant)}`;
  return `?${parts.map((each) => each.part).join("&")}${rules}`;
}

function partsOf(query: string): { part: string; name: string }[] {
  return query
    .replace(/^\?/, "")
    .split("&")
    .map((part) => ({ part, name: named(part) }));
}

/** The position in a link as editable text. */
export interface LinkPosition {
  text: string;
  /** Returns the link with a corrected position. */
  corrected: (text: string) => string;
}

/**
 * Returns the position in a query as text: the value of its only parameter, or several parameters as written in the
 * address.
 */
export function linkPosition(query: string): LinkPosition {
  const parts = partsOf(query);
  const own = parts.filter(({ part, name }) => describing.includes(name) && part.includes("="));
  const rest = parts.filter((each) => each.part && !own.includes(each)).map(({ part }) => part);
  const only = own.length === 1 ? own[0] : undefined;
  const field = only ? `${only.part.split("=", 1)[0]}=` : "";
  const text = own.map(({ part }) => plain(part)).join("&");
  return {
    text: only ? text.slice(text.indexOf("=") + 1) : text,
    corrected: (next) => {
      const address = only
        ? field + encodeURIComponent(next.trim())
        : encodeURI(next.trim()).replace(/[#+]/g, encodeURIComponent);
      return `?${[address, ...rest].join("&")}`;
    },
  };
}

/** The length at which a position is shortened in a message. */
const shown = 60;

/** Returns one sentence on why the position of a link cannot be opened in a rule set. */
export function linkProblem(problem: unknown, query: string, variant: string): string {
  const why = firstFault(problem);
  if (!why) return errorText(problem);
  const { text } = linkPosition(query);
  return sentence(
    t("page.rules.not-a-position", {
      text: text.length > shown ? `${text.slice(0, shown)}…` : text,
      title: titleOf(variant),
      why,
    }),
  );
}

/** Decodes part of an address, in which a plus sign may stand for a space. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}

function named(part: string): string {
  const name = part.split("=", 1)[0] ?? "";
  try {
    return decodeURIComponent(name).trim().toLowerCase();
  } catch {
    return name;
  }
}

/** Returns the query that opens a position, with its last move. */
export function positionQuery(variant: string, position: string, lastMove = ""): string {
  const last = lastMove ? `&lastMove=${encodeURIComponent(lastMove)}` : "";
  return `?${queryOf(variant)}&position=${encodeURIComponent(position)}${last}`;
}
