// The chapters that stand beside the rulebooks. They are files of their own, read when somebody opens one.
import type { Rulebook } from "../../wire.gen";

const files = import.meta.glob<string>("../../data/chapter-*.json", { query: "?url", import: "default" });

const path = (name: string) => `../../data/chapter-${name}.json`;

const known = [
  { name: "notation", title: "Notation", about: "How positions, moves, games and links are written." },
  { name: "originals", title: "Where the originals say otherwise", about: "What the first descriptions of these games say, and what stands." },
];

/** The chapters there are. */
export const chapters = known.filter((one) => path(one.name) in files);

/** Loads a chapter. */
export async function loadChapter(name: string): Promise<Rulebook> {
  const address = await files[path(name)]?.();
  const response = address ? await fetch(address) : undefined;
  if (!response?.ok) throw new Error("The chapter could not be read.");
  return (await response.json()) as Rulebook;
}
