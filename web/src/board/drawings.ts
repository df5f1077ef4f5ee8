// Circles and arrows that a person draws on a board. They belong to the position they were drawn on, and are there
// again whenever it is.
import { t } from "../text/text";
import type { Drawing, Ink } from "./types";

/** The colours by the keys that are held, as players know them from other boards. */
export function inkOf(keys: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }): Ink {
  const first = keys.shiftKey || keys.ctrlKey;
  const second = keys.altKey || keys.metaKey;
  return first && second ? "yellow" : second ? "blue" : first ? "red" : "green";
}

/** Drawings with one more; drawn again in the same colour it goes, in another it takes that. */
export function toggled(before: readonly Drawing[], one: Drawing): Drawing[] {
  const rest = before.filter(({ from, to }) => from !== one.from || to !== one.to);
  const there = before.some(({ from, to, ink }) => from === one.from && to === one.to && ink === one.ink);
  return there ? rest : [...rest, one];
}

/** "Green circle on e4", "red arrow from e2 to e4". */
export function drawingText({ from, to, ink }: Drawing): string {
  return from === to ? t("page.board.circle", { ink, from }) : t("page.board.arrow", { ink, from, to });
}

const storageKey = "tain.drawings";
/** The number of positions whose drawings a tab saves. */
const maxPositions = 200;
const none: readonly Drawing[] = [];
let saved: Map<string, readonly Drawing[]> | null = null;
const listeners = new Set<() => void>();

/** Reads the drawings that this tab has saved, if this version can read them. */
function drawings(): Map<string, readonly Drawing[]> {
  if (saved) return saved;
  saved = new Map();
  try {
    for (const [key, list] of JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as [unknown, unknown][]) {
      if (typeof key === "string" && Array.isArray(list) && list.every(isDrawing)) saved.set(key, list);
    }
  } catch {
    // Storage is switched off, or holds something else.
  }
  return saved;
}

const inks: readonly unknown[] = ["green", "red", "blue", "yellow"] satisfies Ink[];

function isDrawing(value: unknown): value is Drawing {
  const { from, to, ink } = (value ?? {}) as Record<string, unknown>;
  return typeof from === "string" && typeof to === "string" && inks.includes(ink);
}

/** The drawings of a position. */
export function drawingsOf(position: string): readonly Drawing[] {
  return drawings().get(position) ?? none;
}

/** Keeps the drawings of a position as long as the tab is open. */
export function saveDrawings(position: string, list: readonly Drawing[]): void {
  const all = drawings();
  all.delete(position);
  if (list.length > 0) all.set(position, list);
  for (const oldest of all.keys()) {
    if (all.size <= maxPositions) break;
    all.delete(oldest);
  }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...all]));
  } catch {
    // They last as long as the page then.
  }
  for (const changed of listeners) changed();
}

/** Calls back when drawings change, until what it returns is called. */
export function onDrawingsChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
