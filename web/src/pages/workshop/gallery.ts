// The games of the gallery: definitions that come with the program, as the build
// wrote them down.
import data from "../../data/data.json";
import type { GalleryEntry } from "../../wire.gen";

/** Them all, in their order. */
export const entries: readonly GalleryEntry[] = (data as unknown as { gallery: GalleryEntry[] }).gallery;

/** Their definitions, in JSON. */
export const gallery: readonly string[] = entries.map((each) => each.definition);
