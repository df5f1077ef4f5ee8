// The games of the gallery: definitions that come with the program, as the build
// wrote them down.
import data from "../../data/data.json";
import type { GalleryEntry } from "../../wire.gen";

const all = (data as unknown as { gallery: GalleryEntry[] }).gallery;

/** The games of one 8x8 board, which the workshop has switches for, in their order. */
export const entries: readonly GalleryEntry[] = all.filter((each) => !("base" in (JSON.parse(each.definition) as object)));

/** Their definitions, in JSON. */
export const gallery: readonly string[] = entries.map((each) => each.definition);
