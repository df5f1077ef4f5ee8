// Studies as PGN. The tags are those of lichess, so that each site can open the other's studies; Refused and Done are
// our own.
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { PGNGame } from "../../wire.gen";
import { boundVariations } from "../analysis/open";
import { fromGame, toGame, type Tree } from "../analysis/tree";
import { chapterOf, maxChapters, tidyName, type Chapter, type Study } from "./study";

const own = {
  study: "StudyName",
  chapter: "ChapterName",
  mode: "ChapterMode",
  orientation: "Orientation",
  refused: "Refused",
  done: "Done",
} as const;
const ownNames = new Set<string>(Object.values(own).map((name) => name.toLowerCase()));

/** The lichess name for a chapter whose moves the reader finds. */
const exerciseMode = "gamebook";

function tag(game: Pick<PGNGame, "tags">, name: string): string {
  const value = game.tags.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value ?? "";
  return /^[?.]*$/.test(value) ? "" : value;
}

/** Returns the title of a game outside any study. */
function nameOf(game: PGNGame): string {
  const players = [tag(game, "White"), tag(game, "Black")];
  if (players.some(Boolean)) return players.map((one) => one || "unknown").join(" – ");
  return tag(game, "Event");
}

/** Returns a chapter as a game record. */
export function gameOf(study: Pick<Study, "title">, chapter: Chapter): PGNGame {
  const game = toGame(chapter.tree);
  const tags = game.tags.filter((one) => !ownNames.has(one.name.toLowerCase()) && one.name !== "Event");
  const add = (name: string, value: string | undefined) => value && tags.push({ name, value });
  add("Event", `${study.title}: ${chapter.name}`);
  add(own.study, study.title);
  add(own.chapter, chapter.name);
  add(own.mode, chapter.exercise ? exerciseMode : "");
  add(own.orientation, chapter.flip ? "black" : "");
  add(own.refused, chapter.refused?.map((one) => one.move).join(" "));
  add(own.done, chapter.done);
  return { ...game, tags };
}

/** Returns the chapter of a game record. */
export function chapterOfGame(game: PGNGame, key: number): Chapter {
  const tree: Tree = fromGame(game);
  const chapter = chapterOf(
    key,
    tidyName(tag(game, own.chapter) || nameOf(game), t("page.study.chapter-n", { n: key })),
    tree,
  );
  tree.tags = tree.tags.filter((one) => !ownNames.has(one.name.toLowerCase()));
  chapter.exercise = tag(game, own.mode) === exerciseMode;
  chapter.flip = tag(game, own.orientation).toLowerCase() === "black";
  const refused = tag(game, own.refused);
  if (refused) chapter.refused = refused.split(/\s+/).map((move) => ({ move }));
  const done = tag(game, own.done);
  if (done) chapter.done = done;
  return chapter;
}

/** Returns a study as PGN. */
export function writeStudy(rules: Pick<Rules, "writePgn">, study: Study): string {
  return study.chapters.map((chapter) => rules.writePgn(gameOf(study, chapter))).join("");
}

/** Parses the study in a PGN text. */
export function readStudy(rules: Pick<Rules, "readPgn">, text: string, title = ""): Study {
  if (!text.trim()) throw new Error(t("page.study.there-is-nothing-to-open"));
  boundVariations(text);
  let games: PGNGame[];
  try {
    games = rules.readPgn(text);
  } catch (problem) {
    throw new Error(errorText(problem), { cause: problem });
  }
  if (games.length > maxChapters)
    throw new Error(t("page.study.too-many-games", { n: games.length, most: maxChapters }));
  const first = games[0];
  if (!first) throw new Error(t("page.study.there-is-no-game-in"));
  const chapters = games.map((game, at) => chapterOfGame(game, at + 1));
  // On other sites only the part before the colon names the study.
  const event = tag(first, "Event");
  const named =
    tag(first, own.study) ||
    (event.endsWith(`: ${tag(first, own.chapter)}`) ? event.slice(0, -tag(first, own.chapter).length - 2) : "");
  return { title: tidyName(named || title, t("page.study.study")), chapters, next: chapters.length + 1 };
}
