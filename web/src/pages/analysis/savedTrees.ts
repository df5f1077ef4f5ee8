// Saves the trees of this tab, one per rule set, so that a reload loses nothing.
import { queryOf } from "../../game/variants";
import type { PGNGame } from "../../wire.gen";
import { fromGame, node, root, type Tree } from "./tree";

const prefix = "tain.analysis.";
const format = 1;

export interface SavedTree {
  tree: Tree;
  /** The query with which the tree was opened; the same query opens it again. */
  source: string;
}

function put(key: string, tree: Tree, source: string): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify({ format, source, tree }));
    sessionStorage.setItem(`${prefix}last`, tree.variant);
  } catch {
    // Storage may be full or disabled; the page works without it.
  }
}

function get(key: string, variant: string): SavedTree | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + key) ?? "null") as (SavedTree & { format: number }) | null;
    if (!found || found.format !== format || found.tree.variant !== variant) return null;
    return node(found.tree, root).id === root ? { tree: found.tree, source: found.source } : null;
  } catch {
    return null;
  }
}

/** Saves a tree and the query it was opened with. */
export function saveTree(tree: Tree, source: string): void {
  put(tree.variant, tree, source);
}

/** Returns the tree saved for a rule set. */
export function savedTree(variant: string): SavedTree | null {
  return get(variant, variant);
}

/** Returns the rule set last opened in this tab. */
export function lastVariant(): string {
  try {
    return sessionStorage.getItem(`${prefix}last`) ?? "";
  } catch {
    return "";
  }
}

/** Reports whether this tab has no saved analysis yet. */
export function nothingSaved(): boolean {
  try {
    return !Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
  } catch {
    return true;
  }
}

/** The state of a history entry whose address this page has opened: a reload resumes the saved tree. */
export const openedEntry = "analysis";

const sentKey = "handed";

/** Passes a game to the analysis board, optionally for review, and returns the address to open. */
export function sendToAnalysis(game: PGNGame, how: "look" | "review" = "look"): string {
  put(sentKey, fromGame(game), "");
  return `/analysis?${queryOf(game.variant)}${how === "review" ? "&review" : ""}`;
}

/** Returns the game passed to the analysis board, if any, and removes it. */
export function takeSentTree(variant: string): Tree | null {
  const found = get(sentKey, variant);
  if (found) sessionStorage.removeItem(prefix + sentKey);
  return found?.tree ?? null;
}
