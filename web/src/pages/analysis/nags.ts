// The marks for moves and positions, by their numbers in PGN.
export interface Mark {
  nag: number;
  sign: string;
  name: string;
}

/** Marks of a move; one at most. */
export const moveMarks: Mark[] = [
  { nag: 3, sign: "!!", name: "brilliant move" },
  { nag: 1, sign: "!", name: "good move" },
  { nag: 5, sign: "!?", name: "interesting move" },
  { nag: 6, sign: "?!", name: "doubtful move" },
  { nag: 2, sign: "?", name: "mistake" },
  { nag: 4, sign: "??", name: "blunder" },
];

/** Marks of a position; one at most. */
export const positionMarks: Mark[] = [
  { nag: 18, sign: "+−", name: "White is winning" },
  { nag: 16, sign: "±", name: "White is clearly better" },
  { nag: 14, sign: "+=", name: "White is slightly better" },
  { nag: 10, sign: "=", name: "equal" },
  { nag: 13, sign: "∞", name: "unclear" },
  { nag: 15, sign: "=+", name: "Black is slightly better" },
  { nag: 17, sign: "∓", name: "Black is clearly better" },
  { nag: 19, sign: "−+", name: "Black is winning" },
];

/** Marks that records have and nobody sets here. Of a pair the second is Black's. */
const otherMarks: Mark[] = [
  { nag: 7, sign: "□", name: "only move" },
  { nag: 22, sign: "⨀", name: "zugzwang" },
  { nag: 23, sign: "⨀", name: "zugzwang" },
  { nag: 36, sign: "↑", name: "initiative" },
  { nag: 37, sign: "↑", name: "initiative" },
  { nag: 40, sign: "→", name: "attack" },
  { nag: 41, sign: "→", name: "attack" },
  { nag: 44, sign: "=∞", name: "compensation" },
  { nag: 45, sign: "=∞", name: "compensation" },
  { nag: 132, sign: "⇆", name: "counterplay" },
  { nag: 133, sign: "⇆", name: "counterplay" },
  { nag: 138, sign: "⊕", name: "time trouble" },
  { nag: 139, sign: "⊕", name: "time trouble" },
  { nag: 140, sign: "∆", name: "with the idea" },
  { nag: 142, sign: "⌓", name: "better is" },
  { nag: 146, sign: "N", name: "novelty" },
  { nag: 220, sign: "D", name: "diagram" },
];

const known = new Map([...moveMarks, ...positionMarks, ...otherMarks].map((mark) => [mark.nag, mark]));

export function sign(nag: number): string {
  return known.get(nag)?.sign ?? `$${nag}`;
}

export function name(nag: number): string {
  return known.get(nag)?.name ?? `mark ${nag}`;
}

/** Sets or takes away a mark; another of the same family gives way. */
export function toggle(nags: number[], nag: number): number[] {
  const family = (moveMarks.some((mark) => mark.nag === nag) ? moveMarks : positionMarks).map((mark) => mark.nag);
  const rest = nags.filter((old) => !family.includes(old));
  return nags.includes(nag) ? rest : [...rest, nag].sort((a, b) => a - b);
}
