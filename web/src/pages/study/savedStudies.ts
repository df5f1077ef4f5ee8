// Studies saved in this browser.
import { objectStore, type StoredRecord } from "../../storage/database";
import type { PGNGame } from "../../wire.gen";
import { fromGame, toGame, type Tree } from "../analysis/tree";
import type { Refused, Study } from "./study";

/** The study's copy on the server, and the secret that allows editing it. */
export interface Published {
  id: string;
  secret: string;
  /** The server's version on which the local study is based. */
  version: number;
  /** Whether the local study has changed since. */
  changed: boolean;
}

interface SavedChapter {
  name: string;
  exercise: boolean;
  flip: boolean;
  game: PGNGame;
  refused?: Refused[];
  done?: string;
}

export interface SavedStudy extends StoredRecord {
  format: 1;
  title: string;
  chapters: SavedChapter[];
  published?: Published;
}

const studies = objectStore<SavedStudy>("studies");

// Caches the record of each chapter, because most chapters are unchanged between saves.
const written = new WeakMap<Tree["nodes"], PGNGame>();

function record(tree: Tree): PGNGame {
  const known = written.get(tree.nodes);
  if (known) return known;
  const game = toGame(tree);
  written.set(tree.nodes, game);
  return game;
}

export function toSaved(id: string, study: Study, published?: Published): SavedStudy {
  const chapters = study.chapters.map(({ name, exercise, flip, tree, refused, done }) => ({
    name,
    exercise,
    flip,
    game: record(tree),
    ...(refused ? { refused } : {}),
    ...(done ? { done } : {}),
  }));
  return { id, updated: Date.now(), format: 1, title: study.title, chapters, ...(published ? { published } : {}) };
}

export function studyOf(saved: SavedStudy): Study {
  const chapters = saved.chapters.map(({ game, ...rest }, at) => ({ ...rest, key: at + 1, tree: fromGame(game) }));
  return { title: saved.title, chapters, next: chapters.length + 1 };
}

/** Saves a study, replacing the one with the same id. */
export async function saveStudy(saved: SavedStudy): Promise<void> {
  await studies.put(saved);
}

export async function loadStudy(id: string): Promise<SavedStudy | undefined> {
  const found = await studies.get(id);
  return found?.format === 1 && found.chapters.length > 0 ? found : undefined;
}

/** Returns all studies, most recently changed first. */
export async function savedStudies(): Promise<SavedStudy[]> {
  return (await studies.all()).filter((one) => one.format === 1);
}

export async function deleteStudy(id: string): Promise<void> {
  await studies.delete(id);
}
