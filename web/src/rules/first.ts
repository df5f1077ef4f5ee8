// The position a page begins with, which is there before the rules are.
import { languageFileOf, servedLanguage } from "../text/language";
import { language } from "../text/text";
import type { First } from "../wire.gen";

const files = import.meta.glob<string>("../data/first-*.json", { query: "?url", import: "default", eager: true });

/** What the address asked for when the page came. */
export const pageQuery = typeof location === "undefined" ? "" : location.search;

let pagePosition: First | null | undefined;

/** The position that came with the page, if one did. */
export function firstOfPage(): First | null {
  if (pagePosition === undefined) {
    try {
      pagePosition = JSON.parse(document.getElementById("first")?.textContent ?? "null") as First | null;
    } catch {
      pagePosition = null;
    }
  }
  // What came in another language than the page is in would be read in two.
  return servedLanguage === language() ? pagePosition : null;
}

/** The start of a rule set, if it came with the page. */
export function startOfPage(variant: string): First | null {
  const first = firstOfPage();
  return first && !first.link && first.state.variant === variant ? first : null;
}

/**
 * The start of a rule set that comes with the program: with the page, or as a small file. Nothing where neither is
 * to be had.
 */
export async function startOf(variant: string): Promise<First | null> {
  const here = startOfPage(variant);
  const file = languageFileOf(`first-${variant}`) ?? files[`../data/first-${variant}.json`];
  if (here || !file) return here;
  try {
    const response = await fetch(file);
    return response.ok ? ((await response.json()) as First) : null;
  } catch {
    return null;
  }
}
