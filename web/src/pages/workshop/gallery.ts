// The games of the gallery: definitions that come with the program, as files.
import { jsonOf } from "./files";

const files = import.meta.glob<string>("../../../../variant/gallery/*.toml", { query: "?raw", import: "default", eager: true });

/** The definitions of the gallery in JSON, in the order of their files. */
export const gallery: readonly string[] = Object.keys(files)
  .sort()
  .map((name) => jsonOf(files[name] ?? ""));
