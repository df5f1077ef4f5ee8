// The games of the gallery: definitions that come with the program, as the build
// wrote them down.
import data from "../../data/data.json";
import { extrasOf } from "../../text/language";
import type { GalleryEntry } from "../../wire.gen";

/** Them all, in their order. */
export const entries: readonly GalleryEntry[] = (data as unknown as { gallery: GalleryEntry[] }).gallery;

/** Their definitions, in JSON. */
export const gallery: readonly string[] = entries.map((each) => each.definition);

/**
 * A title as the language of the page has it: that of a game of the gallery is translated, that of any other is its
 * author's.
 */
export function shownTitle({ name, title }: { name: string; title: string }): string {
  return entries.some((each) => each.name === name && each.title === title)
    ? (extrasOf().gallery?.[name]?.title ?? title)
    : title;
}
