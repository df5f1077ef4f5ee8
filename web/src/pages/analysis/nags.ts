// Annotation glyphs for moves and positions, keyed by NAG number.
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
export interface Mark {
  nag: number;
  sign: string;
  name: Plain;
}

/** Glyphs of a move, which has at most one. */
export const moveMarks: Mark[] = [
  { nag: 3, sign: "!!", name: "page.nag.brilliant-move" },
  { nag: 1, sign: "!", name: "page.nag.good-move" },
  { nag: 5, sign: "!?", name: "page.nag.interesting-move" },
  { nag: 6, sign: "?!", name: "page.nag.doubtful-move" },
  { nag: 2, sign: "?", name: "page.nag.mistake" },
  { nag: 4, sign: "??", name: "page.nag.blunder" },
];

/** Glyphs of a position, which has at most one. */
export const positionMarks: Mark[] = [
  { nag: 18, sign: "+−", name: "page.nag.white-is-winning" },
  { nag: 16, sign: "±", name: "page.nag.white-is-clearly-better" },
  { nag: 14, sign: "+=", name: "page.nag.white-is-slightly-better" },
  { nag: 10, sign: "=", name: "page.nag.equal" },
  { nag: 13, sign: "∞", name: "page.nag.unclear" },
  { nag: 15, sign: "=+", name: "page.nag.black-is-slightly-better" },
  { nag: 17, sign: "∓", name: "page.nag.black-is-clearly-better" },
  { nag: 19, sign: "−+", name: "page.nag.black-is-winning" },
];

/** Glyphs that occur in records but cannot be set here. If a sign occurs twice, the second is Black's. */
const otherMarks: Mark[] = [
  { nag: 7, sign: "□", name: "page.nag.only-move" },
  { nag: 22, sign: "⨀", name: "page.nag.zugzwang" },
  { nag: 23, sign: "⨀", name: "page.nag.zugzwang" },
  { nag: 36, sign: "↑", name: "page.nag.initiative" },
  { nag: 37, sign: "↑", name: "page.nag.initiative" },
  { nag: 40, sign: "→", name: "page.nag.attack" },
  { nag: 41, sign: "→", name: "page.nag.attack" },
  { nag: 44, sign: "=∞", name: "page.nag.compensation" },
  { nag: 45, sign: "=∞", name: "page.nag.compensation" },
  { nag: 132, sign: "⇆", name: "page.nag.counterplay" },
  { nag: 133, sign: "⇆", name: "page.nag.counterplay" },
  { nag: 138, sign: "⊕", name: "page.nag.time-trouble" },
  { nag: 139, sign: "⊕", name: "page.nag.time-trouble" },
  { nag: 140, sign: "∆", name: "page.nag.with-the-idea" },
  { nag: 142, sign: "⌓", name: "page.nag.better-is" },
  { nag: 146, sign: "N", name: "page.nag.novelty" },
  { nag: 220, sign: "D", name: "page.nag.diagram" },
];

const known = new Map([...moveMarks, ...positionMarks, ...otherMarks].map((mark) => [mark.nag, mark]));

export function sign(nag: number): string {
  return known.get(nag)?.sign ?? `$${nag}`;
}

export function name(nag: number): string {
  const mark = known.get(nag);
  return mark ? t(mark.name) : t("page.nag.mark", { n: String(nag) });
}

/** Sets or removes a glyph. It replaces another one of the same group. */
export function toggle(nags: number[], nag: number): number[] {
  const family = (moveMarks.some((mark) => mark.nag === nag) ? moveMarks : positionMarks).map((mark) => mark.nag);
  const rest = nags.filter((old) => !family.includes(old));
  return nags.includes(nag) ? rest : [...rest, nag].sort((a, b) => a - b);
}
