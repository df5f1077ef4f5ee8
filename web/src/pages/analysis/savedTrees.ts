// Saves the trees of this tab, one per rule set, so that a reload loses nothing.
import { queryOf } from "../../game/variants";
import type { PGNGame } from "../../wire.gen";
import { fromGame, node, root, type Tree } from "./tree";

const prefix = "tain.analysis.";
const format = 1;

export interface SavedTree {
  tree: Tree;
  /** The query the tree was opened with; the same query opens it again. */
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

/** The tree saved for a rule set. */
export function savedTree(variant: string): SavedTree | null {
  return get(variant, variant);
}

/** The rule set last opened in this tab. */
export function lastVariant(): string {
  try {
    return sessionStorage.getItem(`${prefix}last`) ?? "";
  } catch {
    return "";
  }
}

/** Whether this tab has had no analysis yet. */
export function nothingSaved(): boolean {
  try {
    return !Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
  } catch {
    return true;
  }
}

const sentKey = "handed";

/** Hands a game to the analysis board, optionally for review, and returns the address to open. */
export function sendToAnalysis(game: PGNGame, how: "look" | "review" = "look"): string {
  put(sentKey, fromGame(game), "");
  return `/analysis?${queryOf(game.variant)}${how === "review" ? "&review" : ""}`;
}

/** Takes the game that was handed over, if any. It can be taken once. */
export function takeSentTree(variant: string): Tree | null {
  const found = get(sentKey, variant);
  if (found) sessionStorage.removeItem(prefix + sentKey);
  return found?.tree ?? null;
}
