// Link text: a position in the query of an address.
import { queryOf } from "./variants";

const names = ["board", "position", "fen", "turn", "lastmove", "castling", "study", "variant", "rules", "hash"];

/**
 * The link text of a query: the parameters that describe a position, without any others. Undefined if there are
 * none. Parameters that do not name a rule set are preserved for the link parser to reject. A link to a
 * position by its text that names no rules uses the given ones.
 */
export function linkText(query: string, variant: string): string {
  const parts = query
    .replace(/^\?/, "")
    .split("&")
    .map((part) => ({ part, name: named(part) }))
    .filter(({ part, name }) => names.includes(name) && part.includes("="));
  const has = (name: string) => parts.some((each) => each.name === name);
  if (!["board", "position", "fen", "turn", "lastmove", "castling"].some(has)) return "";
  const rules = has("variant") || has("rules") || has("board") ? "" : `&${queryOf(variant)}`;
  return `?${parts.map((each) => each.part).join("&")}${rules}`;
}

function named(part: string): string {
  const name = part.split("=", 1)[0] ?? "";
  try {
    return decodeURIComponent(name).trim().toLowerCase();
  } catch {
    return name;
  }
}

/** The query that leads to a position, with its last move. */
export function positionQuery(variant: string, position: string, lastMove = ""): string {
  const last = lastMove ? `&lastMove=${encodeURIComponent(lastMove)}` : "";
  return `?${queryOf(variant)}&position=${encodeURIComponent(position)}${last}`;
}
