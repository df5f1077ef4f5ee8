// Portal chess is a family of games: each piece type may or may not cross the edge.
import { list, t } from "../../text/text";
import type { Plain } from "../../text/types";

export const allKinds = "pnbrqk";

const plurals: Record<string, Plain> = {
  p: "page.play.pawns",
  n: "page.play.knights",
  b: "page.play.bishops",
  r: "page.play.rooks",
  q: "page.play.queens",
  k: "page.play.kings",
};

/** Returns the plural of a piece type, given its letter. */
export function pluralOf(kind: string): string {
  return plurals[kind] ? t(plurals[kind]) : kind;
}

/** Returns the piece types in a string, in order; all if it names none. */
export function crossersOf(text: unknown): string {
  const kinds = [...allKinds].filter((kind) => typeof text === "string" && text.includes(kind)).join("");
  return kinds || allKinds;
}

/** Toggles a piece type. The last one cannot be removed. */
export function switched(crossers: string, kind: string): string {
  return crossersOf(crossers.includes(kind) ? crossers.replace(kind, "") || crossers : crossers + kind);
}

/** Returns the game in which these piece types cross: portal chess, or a definition. */
export function portalGame(crossers: string): string {
  if (crossers === allKinds) return "portal";
  const title = t("page.play.portal-for", { kinds: list([...crossers].map(pluralOf)) });
  return JSON.stringify({ name: `portal-${crossers}`, title, seam: { crossing: "hop", kinds: crossers } });
}
