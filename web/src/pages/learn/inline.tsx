// Inline markup of a rulebook: `code`, **strong** and *emphasised* words, [links](address).
import type { ComponentChildren } from "preact";

const mark = /`([^`]+)`|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

/** Returns the page's address for a link in the documentation; empty if its target is not available here. */
export function addressOf(link: string, variants: readonly string[]): string {
  const site = /^https?:\/\/localhost:8080(\/.*)$/.exec(link);
  if (site) return site[1] ?? "";
  if (/^(https?:\/\/|\/|#)/.test(link)) return link;
  const [, up, name = "", rest = ""] = /^(\.\.\/)?(\w+)\.md(#[\p{L}\p{N}_-]*)?$/u.exec(link) ?? [];
  if (up) return `/docs/${name}${rest}`;
  if (variants.includes(name)) return `/learn/${name}/rules`;
  return name === "notation" || name === "originals" ? `/learn/${name}${rest}` : "";
}

/** Renders text with its markup. */
export function inline(text: string, variants: readonly string[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let last = 0;
  for (const found of text.matchAll(mark)) {
    parts.push(text.slice(last, found.index));
    last = found.index + found[0].length;
    const [, code, picture, words, link, strong, slanted] = found;
    if (code) parts.push(<code>{code}</code>);
    else if (words && link) {
      const address = addressOf(link, variants);
      // The text of a link may contain markup.
      parts.push(address ? <a href={address}>{inline(words, variants)}</a> : inline(words, variants));
    } else if (strong) parts.push(<strong>{inline(strong, variants)}</strong>);
    else if (slanted) parts.push(<em>{inline(slanted, variants)}</em>);
    else if (picture) parts.push(<em>{picture}</em>);
  }
  parts.push(text.slice(last));
  return parts;
}
