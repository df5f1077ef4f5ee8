// The page's first position, available before the rules.
import { languageFileOf, servedLanguage } from "../text/language";
import { language } from "../text/text";
import type { First } from "../wire.gen";

const files = import.meta.glob<string>("../data/first-*.json", { query: "?url", import: "default", eager: true });

/** The query of the address at page load. */
export const pageQuery = typeof location === "undefined" ? "" : location.search;

let pagePosition: First | null | undefined;

/** Returns the position sent with the page, if any. */
export function firstOfPage(): First | null {
  if (pagePosition === undefined) {
    try {
      pagePosition = JSON.parse(document.getElementById("first")?.textContent ?? "null") as First | null;
    } catch {
      pagePosition = null;
    }
  }
  // Data in a language other than the page's would mix two languages.
  return servedLanguage === language() ? pagePosition : null;
}

/** Returns the start position of a rule set, if it was sent with the page. */
export function startOfPage(variant: string): First | null {
  const first = firstOfPage();
  return first && !first.link && first.state.variant === variant ? first : null;
}

/**
 * Returns the start position of a built-in rule set, from the page or from a small file. Null if neither is
 * available.
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
