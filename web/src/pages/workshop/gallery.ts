// The gallery: definitions that come with the program, written by the build.
import data from "../../data/data.json";
import { extrasOf } from "../../text/language";
import type { GalleryEntry } from "../../wire.gen";

/** All gallery games, in order. */
export const entries: readonly GalleryEntry[] = (data as unknown as { gallery: GalleryEntry[] }).gallery;

/** Their definitions, in JSON. */
export const gallery: readonly string[] = entries.map((each) => each.definition);

/** A title in the page's language: gallery titles are translated, others are their author's. */
export function shownTitle({ name, title }: { name: string; title: string }): string {
  return entries.some((each) => each.name === name && each.title === title)
    ? (extrasOf().gallery?.[name]?.title ?? title)
    : title;
}
