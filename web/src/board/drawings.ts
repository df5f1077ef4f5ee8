// Circles and arrows that a user draws on a board. They belong to a position and reappear with it.
import { t } from "../text/text";
import type { Drawing, Ink } from "./types";

/** Returns the colour for the pressed modifier keys, as on other chess sites. */
export function inkOf(keys: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }): Ink {
  const first = keys.shiftKey || keys.ctrlKey;
  const second = keys.altKey || keys.metaKey;
  return first && second ? "yellow" : second ? "blue" : first ? "red" : "green";
}

/**
 * Returns the drawings after one is added. Repeating a drawing removes it; repeating it in another colour
 * recolours it.
 */
export function toggled(before: readonly Drawing[], one: Drawing): Drawing[] {
  const rest = before.filter(({ from, to }) => from !== one.from || to !== one.to);
  const there = before.some(({ from, to, ink }) => from === one.from && to === one.to && ink === one.ink);
  return there ? rest : [...rest, one];
}

/** Describes a drawing: "green circle on e4", "red arrow from e2 to e4". */
export function drawingText({ from, to, ink }: Drawing): string {
  return from === to ? t("page.board.circle", { ink, from }) : t("page.board.arrow", { ink, from, to });
}

const storageKey = "tain.drawings";
/** The maximum number of positions whose drawings a tab saves. */
const maxPositions = 200;
const none: readonly Drawing[] = [];
let saved: Map<string, readonly Drawing[]> | null = null;
const listeners = new Set<() => void>();

/** Returns this tab's saved drawings, without those that this version cannot parse. */
function drawings(): Map<string, readonly Drawing[]> {
  if (saved) return saved;
  saved = new Map();
  try {
    for (const [key, list] of JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as [unknown, unknown][]) {
      if (typeof key === "string" && Array.isArray(list) && list.every(isDrawing)) saved.set(key, list);
    }
  } catch {
    // Storage is disabled, or its content is invalid.
  }
  return saved;
}

const inks: readonly unknown[] = ["green", "red", "blue", "yellow"] satisfies Ink[];

function isDrawing(value: unknown): value is Drawing {
  const { from, to, ink } = (value ?? {}) as Record<string, unknown>;
  return typeof from === "string" && typeof to === "string" && inks.includes(ink);
}

/** Returns the drawings of a position. */
export function drawingsOf(position: string): readonly Drawing[] {
  return drawings().get(position) ?? none;
}

/**
 * Saves the drawings of a position until the tab is closed. Beyond the maximum, the oldest positions are
 * dropped.
 */
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
    // Without storage, the drawings last until the page is closed.
  }
  for (const changed of listeners) changed();
}

/** Subscribes to changes of drawings. Returns the unsubscribe function. */
export function onDrawingsChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
