// The user's own pictures of a game's pieces: SVG files that never leave this browser. They are shown only as
// images, so that scripts and references in them have no effect.
import { useSyncExternalStore } from "preact/compat";
import { t } from "../text/text";

/** The maximum size of a picture, in characters and bytes. */
export const maxPictureSize = 32 * 1024;

/** Pictures as URLs, by FEN letter: upper-case letters are White's. */
export type OwnPictures = ReadonlyMap<string, string>;

const prefix = "tain.pictures.";
const none: OwnPictures = new Map();
const listeners = new Set<() => void>();
const read = new Map<string, { text: string; pictures: OwnPictures }>();

function stored(game: string): string {
  try {
    return localStorage.getItem(prefix + game) ?? "";
  } catch {
    return ""; // storage is disabled
  }
}

/** Returns the SVG texts in storage by FEN letter. */
function parsed(text: string): [string, string][] {
  try {
    const all: unknown = JSON.parse(text || "{}");
    return Object.entries(all ?? {}).filter(
      (pair): pair is [string, string] => /^[a-z]$/i.test(pair[0]) && typeof pair[1] === "string" && isSvg(pair[1]),
    );
  } catch {
    return [];
  }
}

/** Reports whether a text begins like an SVG document and is small enough. */
function isSvg(text: string): boolean {
  const inside = text.replace(/^\uFEFF?\s*(<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*>\s*)*/, "");
  return text.length <= maxPictureSize && /^<svg[\s>]/.test(inside);
}

/** Returns the user's pictures for a game, by its name. */
export function ownPictures(game: string): OwnPictures {
  const text = stored(game);
  if (!text) return none;
  const known = read.get(game);
  if (known?.text === text) return known.pictures;
  const pictures = new Map(
    parsed(text).map(([letter, svg]) => [letter, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`]),
  );
  read.set(game, { text, pictures });
  return pictures;
}

function change(game: string, change: (all: Map<string, string>) => void): void {
  const all = new Map(parsed(stored(game)));
  change(all);
  try {
    if (all.size > 0) localStorage.setItem(prefix + game, JSON.stringify(Object.fromEntries(all)));
    else localStorage.removeItem(prefix + game);
  } catch (cause) {
    throw new Error(t("page.common.this-browser-cannot-keep-this"), { cause });
  }
  for (const each of listeners) each();
}

/** Saves a picture for a piece of a game. Throws if the text is not SVG or too large, or storage is full. */
export function savePicture(game: string, letter: string, svg: string): void {
  if (!isSvg(svg)) throw new Error(t("page.board.not-a-picture"));
  change(game, (all) => all.set(letter, svg));
}

export function deletePicture(game: string, letter: string): void {
  change(game, (all) => all.delete(letter));
}

/** Reads an SVG file. Throws if it is too large or the browser cannot show it. */
export async function readPicture(file: File): Promise<string> {
  if (file.size > maxPictureSize) {
    throw new Error(t("page.board.picture-too-large", { size: maxPictureSize / 1024 }));
  }
  const image = new Image();
  const url = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    return await file.text();
  } catch (cause) {
    throw new Error(t("page.board.not-a-picture"), { cause });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener("storage", changed); // from another tab
  return () => {
    listeners.delete(changed);
    removeEventListener("storage", changed);
  };
}

/** Returns the user's pictures for a game, and follows changes. */
export function useOwnPictures(game: string): OwnPictures {
  return useSyncExternalStore(subscribe, () => ownPictures(game));
}
