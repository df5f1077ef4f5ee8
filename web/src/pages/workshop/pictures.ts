// Saving the user's own pictures of a game's pieces in this browser.
import { keyOf, storedPictures } from "../../board/ownPictures";
import { t } from "../../text/text";

/** The maximum size of a picture, in characters and bytes. */
export const maxPictureSize = 32 * 1024;

/** Reports whether a text begins like an SVG document and is small enough. */
function isSvg(text: string): boolean {
  const inside = text.replace(/^\uFEFF?\s*(<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*>\s*)*/, "");
  return text.length <= maxPictureSize && /^<svg[\s>]/.test(inside);
}

function change(game: string, change: (all: Map<string, string>) => void): void {
  const key = keyOf(game);
  try {
    const all = new Map(storedPictures(localStorage.getItem(key)));
    change(all);
    if (all.size > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(all)));
    else localStorage.removeItem(key);
  } catch (cause) {
    throw new Error(t("page.common.this-browser-cannot-keep-this"), { cause });
  }
  dispatchEvent(new StorageEvent("storage", { key })); // browsers notify only other tabs
}

/** Saves a picture for a piece of a game. Throws if the text is not SVG or too large, or storage is full. */
export function savePicture(game: string, letter: string, svg: string): void {
  if (!isSvg(svg)) throw new Error(t("page.workshop.not-a-picture"));
  change(game, (all) => all.set(letter, svg));
}

export function deletePicture(game: string, letter: string): void {
  change(game, (all) => all.delete(letter));
}

/** Reads an SVG file. Throws if it is too large or the browser cannot show it. */
export async function readPicture(file: File): Promise<string> {
  if (file.size > maxPictureSize) {
    throw new Error(t("page.workshop.picture-too-large", { size: maxPictureSize / 1024 }));
  }
  const image = new Image();
  const url = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    return await file.text();
  } catch (cause) {
    throw new Error(t("page.workshop.not-a-picture"), { cause });
  } finally {
    URL.revokeObjectURL(url);
  }
}
