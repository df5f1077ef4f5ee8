// A study: chapters to read or solve in order. A chapter is a position or a game with variations, comments and
// drawings. Studies are immutable, so that components can compare them.
import { t } from "../../text/text";
import { newTree, node, root, type Opening, type Tree } from "../analysis/tree";

export interface Chapter {
  /** Identifies the chapter within the study, even when others are added or removed. */
  key: number;
  name: string;
  /** Whether the reader must find the moves. */
  exercise: boolean;
  /** Whether the board is seen from Black's side. */
  flip: boolean;
  tree: Tree;
  /** Illegal moves. In an exercise without other moves, the reader solves it by trying one of these. */
  refused?: Refused[];
  /** The message when such an exercise is solved. */
  done?: string;
}

/** An illegal move, in UCI notation. */
export interface Refused {
  move: string;
}

export interface Study {
  title: string;
  chapters: Chapter[];
  /** The key of the next chapter. */
  next: number;
}

/** The maximum number of chapters, and the maximum length of names. */
export const maxChapters = 64;
export const maxNameLength = 100;

/** Returns a name as it is saved: one line of limited length, or `instead` if that is empty. */
export function tidyName(text: string, instead: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return Array.from(line).slice(0, maxNameLength).join("") || instead;
}

export function chapterOf(key: number, name: string, tree: Tree): Chapter {
  return { key, name, exercise: false, flip: false, tree };
}

/** Returns a study with one empty chapter. */
export function newStudy(title: string, opening: Opening): Study {
  return { title, chapters: [chapterOf(1, t("page.study.chapter-n", { n: 1 }), newTree(opening))], next: 2 };
}

/** Appends chapters, assigning keys, and names if they have none. Throws if there would be too many. */
export function addChapters(study: Study, chapters: readonly Chapter[]): Study {
  const count = study.chapters.length;
  if (count + chapters.length > maxChapters) throw new Error(t("page.study.study-full", { most: maxChapters }));
  const added = chapters.map((one, at) => ({
    ...one,
    key: study.next + at,
    name: one.name || t("page.study.chapter-n", { n: count + at + 1 }),
  }));
  return { ...study, chapters: [...study.chapters, ...added], next: study.next + added.length };
}

export function changeChapter(study: Study, key: number, change: Partial<Omit<Chapter, "key">>): Study {
  return { ...study, chapters: study.chapters.map((one) => (one.key === key ? { ...one, ...change } : one)) };
}

/** Removes a chapter, unless it is the only one. */
export function removeChapter(study: Study, key: number): Study {
  return study.chapters.length < 2 ? study : { ...study, chapters: study.chapters.filter((one) => one.key !== key) };
}

/** Moves a chapter one place up or down. */
export function moveChapter(study: Study, key: number, by: 1 | -1): Study {
  const from = study.chapters.findIndex((one) => one.key === key);
  const to = from + by;
  const moved = study.chapters[from];
  if (!moved || to < 0 || to >= study.chapters.length) return study;
  const chapters = study.chapters.filter((one) => one.key !== key);
  chapters.splice(to, 0, moved);
  return { ...study, chapters };
}

/** Returns the part of a tree after a node as a separate tree. */
export function treeFrom(tree: Tree, id: number, opening: Opening): Tree {
  const next = newTree({ ...opening, lastMove: node(tree, id).move || tree.lastMove });
  next.nodes[root] = { ...node(tree, id), id: root, parent: root, move: "", san: "", before: "", nags: [] };
  const open = [...node(tree, id).children];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const from = node(tree, at);
    next.nodes[at] = from.parent === id ? { ...from, parent: root } : from;
    open.push(...from.children);
  }
  return { ...next, next: tree.next };
}

/** Returns the file name of a study. */
export function fileName(study: Study): string {
  const plain = study.title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `${plain || "study"}.pgn`;
}
