// Texts in which a link or a stressed word stands: one sentence is one text, with
// tags around what is more than words.
import type { ComponentChildren } from "preact";
import { t } from "./text";
import type { Code, TextArguments, Tag } from "./types";

/** A text whose tags are made into elements by the arguments of the same names. */
export function rich<C extends Code>(code: C, ...args: TextArguments<C>): ComponentChildren {
  const values: Record<string, unknown> = { ...(args[0] as object | undefined) };
  // What is filled in has no tags, whatever it looks like.
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") values[name] = value.replaceAll("<", hidden);
  }
  const text = t(code, ...([values] as unknown as TextArguments<C>));
  const out: ComponentChildren[] = [];
  let at = 0;
  for (const found of text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)) {
    const [whole, name = "", inside = ""] = found;
    out.push(plain(text.slice(at, found.index)), (values[name] as Tag)(plain(inside)));
    at = found.index + whole.length;
  }
  out.push(plain(text.slice(at)));
  return out;
}

/** Stands for a < that is no tag. */
const hidden = "\uE000";

function plain(text: string): string {
  return text.replaceAll(hidden, "<");
}
