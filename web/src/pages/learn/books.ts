// The rulebooks, and the chapters that stand beside them. Each is a file of its own, read when somebody opens it.
import { t } from "../../text/text";
import type { Rulebook } from "../../wire.gen";

const files = import.meta.glob<string>("../../data/rulebook-*.json", { query: "?url", import: "default" });

const path = (name: string) => `../../data/rulebook-${name}.json`;

const known = [
  { name: "notation", title: "Notation", about: "How positions, moves, games and links are written." },
  { name: "originals", title: "Where the originals say otherwise", about: "What the first descriptions of these games say, and what stands." },
];

/** The chapters there are. */
export const chapters = known.filter((one) => path(one.name) in files);

/** Loads the rulebook of a rule set, or a chapter. */
export async function loadBook(name: string): Promise<Rulebook> {
  const address = await files[path(name)]?.();
  const response = address ? await fetch(address) : undefined;
  if (!response?.ok) throw new Error(t("page.learn.the-rulebook-could-not-be"));
  return (await response.json()) as Rulebook;
}
