// The rulebooks and separate chapters. Each is a separate file, loaded on demand.
import { languageFileOf } from "../../text/language";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Rulebook } from "../../wire.gen";

const files = import.meta.glob<string>("../../data/rulebook-*.json", { query: "?url", import: "default" });

const path = (name: string) => `../../data/rulebook-${name}.json`;

const known: { name: string; title: Plain; about: Plain }[] = [
  { name: "notation", title: "page.learn.notation", about: "page.learn.how-positions-moves-games-and" },
  {
    name: "originals",
    title: "page.learn.where-the-originals-say-otherwise",
    about: "page.learn.what-the-first-descriptions-of",
  },
];

/** The available chapters. */
export const chapters = known.filter((one) => path(one.name) in files);

/** Loads the rulebook of a rule set, or a chapter. */
export async function loadBook(name: string): Promise<Rulebook> {
  const address = languageFileOf(`rulebook-${name}`) ?? (await files[path(name)]?.());
  const response = address ? await fetch(address) : undefined;
  if (!response?.ok) throw new Error(t("page.learn.the-rulebook-could-not-be"));
  return (await response.json()) as Rulebook;
}
