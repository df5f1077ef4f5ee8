// Gallery games by name: the addresses that name one, and suggestions for unknown names.
import { t } from "../text/text";
import { isDefinition, variants } from "./variants";

const prefix = "gallery/";

/** The definitions of the gallery games by name; null until they are loaded. */
let gallery: ReadonlyMap<string, string> | null = null;

/** Loads the gallery, which only the workshop needs otherwise. */
export async function loadGallery(): Promise<void> {
  const { default: entries } = await import("../data/gallery.json");
  gallery = new Map(entries.map(({ name, definition }) => [name, definition]));
}

/** Returns the rule set that a query names if it may be a gallery game; empty for built-in games and definitions. */
export function namedInQuery(query: string): string {
  const params = new URLSearchParams(query);
  const name = params.get("variant")?.trim() ?? "";
  const complete = params.has("rules") || isDefinition(name);
  return complete || variants.some((one) => one.name === name.toLowerCase()) ? "" : name;
}

/** Returns the definition of a gallery game by its name, with or without "gallery/"; empty if it is unknown. */
export function galleryDefinition(name: string): string {
  return gallery?.get(name.toLowerCase().replace(prefix, "")) ?? "";
}

/** Returns the query with a definition in place of the rule set's name. */
export function withDefinition(query: string, definition: string): string {
  return withRules(query, `rules=${encodeURIComponent(definition)}`);
}

/** Returns the query with the built-in game that its unknown name means; null if it means none. */
export function withMeantGame(query: string): string | null {
  const meant = meantGame(namedInQuery(query));
  return meant ? withRules(query, `variant=${meant}`) : null;
}

/** Returns the built-in game that an unknown name means; empty if another or none is meant. */
export function meantGame(name: string): string {
  const closest = name && !galleryDefinition(name) ? closestName(name) : "";
  return variants.some((one) => one.name === closest) ? closest : "";
}

function withRules(query: string, field: string): string {
  const rest = query
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part && part.split("=", 1)[0] !== "variant");
  return `?${[field, ...rest].join("&")}`;
}

/** Returns the message about an unknown rule set, with the closest name. */
export function unknownText(name: string): string {
  const closest = closestName(name);
  return t("page.rules.unknown-variant", { name, found: closest !== "", closest });
}

/** Returns the rule set with the most similar name; empty if no name is similar. */
function closestName(name: string): string {
  const plain = name.toLowerCase().replace(prefix, "");
  const known = [
    ...variants.map((one) => ({ text: one.name, shown: one.name })),
    ...[...(gallery?.keys() ?? [])].map((text) => ({ text, shown: prefix + text })),
  ];
  const [best] = known
    .map(({ text, shown }) => ({ shown, distance: distance(plain, text) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, plain.length / 3) ? best.shown : "";
}

/** Returns the number of letters to insert, delete or replace between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
