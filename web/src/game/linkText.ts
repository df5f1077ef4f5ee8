// Link text: a position in the query of an address.
import { queryOf } from "./variants";

const names = ["board", "position", "fen", "turn", "lastmove", "castling", "study", "variant", "rules", "hash"];

/**
 * The link text of a query: what says where the pieces stand, without what else
 * an address may ask for. Nothing if it says nothing of a position; what it says
 * without naming one is preserved, for the link parser to reject. A link to a
 * position by its text that names no rules is meant for those that are given.
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

/** The query that leads to a position, with the move that led there. */
export function positionQuery(variant: string, position: string, lastMove = ""): string {
  const last = lastMove ? `&lastMove=${encodeURIComponent(lastMove)}` : "";
  return `?${queryOf(variant)}&position=${encodeURIComponent(position)}${last}`;
}
