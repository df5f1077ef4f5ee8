// Link text: a position in the query string of an address.
import { queryOf } from "./variants";

const names = ["board", "position", "fen", "turn", "lastmove", "castling", "study", "variant", "rules", "hash"];

/**
 * Returns the link text of a query: only the parameters that describe a position; empty if there are none. A parameter
 * with an unknown rule set is kept, so that the link parser rejects it. A link that names no rule set and has no
 * `board` parameter uses the given one.
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

/** Returns the query that opens a position, with its last move. */
export function positionQuery(variant: string, position: string, lastMove = ""): string {
  const last = lastMove ? `&lastMove=${encodeURIComponent(lastMove)}` : "";
  return `?${queryOf(variant)}&position=${encodeURIComponent(position)}${last}`;
}
