// Messages with links or emphasis. Each sentence is one message, with tags around the marked-up words.
import type { ComponentChildren } from "preact";
import { t } from "./text";
import type { Code, TextArguments, Tag } from "./types";

/** Renders a message whose tags become elements, created by the arguments of the same names. */
export function rich<C extends Code>(code: C, ...args: TextArguments<C>): ComponentChildren {
  const values: Record<string, unknown> = { ...(args[0] as object | undefined) };
  // Argument values are not parsed for tags.
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

/** Replaces < in argument values, which do not start tags. */
const hidden = "\uE000";

function plain(text: string): string {
  return text.replaceAll(hidden, "<");
}
