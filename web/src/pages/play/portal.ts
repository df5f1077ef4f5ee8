// Portal chess is a family: each kind of piece may cross the edge or not.

export const everyone = "pnbrqk";

const plurals: Record<string, string> = { p: "pawns", n: "knights", b: "bishops", r: "rooks", q: "queens", k: "kings" };

/** A kind in the plural, by its letter. */
export function pluralOf(kind: string): string {
  return plurals[kind] ?? kind;
}

/** The kinds of a text in their order, all of them if it names none. */
export function crossersOf(text: unknown): string {
  const kinds = [...everyone].filter((kind) => typeof text === "string" && text.includes(kind)).join("");
  return kinds || everyone;
}

/** The kinds after one was switched on or off. The last one stays. */
export function switched(crossers: string, kind: string): string {
  return crossersOf(crossers.includes(kind) ? crossers.replace(kind, "") || crossers : crossers + kind);
}

/** The game in which these kinds cross: portal chess, or the definition of another. */
export function portalGame(crossers: string): string {
  if (crossers === everyone) return "portal";
  const names = [...crossers].map(pluralOf);
  const last = names.pop() ?? "";
  const title = `Portal chess for ${names.length ? `${names.join(", ")} and ` : ""}${last}`;
  return JSON.stringify({ name: `portal-${crossers}`, title, seam: { crossing: "hop", kinds: crossers } });
}
