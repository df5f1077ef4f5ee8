// Keeps the trees of this tab, one a rule set, so that a reload loses nothing.
import type { PgnGame } from "../../rules/types";
import { fromGame, node, root, type Tree } from "./tree";

const prefix = "tain.analysis.";
const format = 1;

interface Kept {
  format: number;
  /** The query the tree was opened by; the same query opens it again. */
  source: string;
  tree: Tree;
}

export function keep(tree: Tree, source: string): void {
  const kept: Kept = { format, source, tree };
  try {
    sessionStorage.setItem(prefix + tree.variant, JSON.stringify(kept));
    sessionStorage.setItem(`${prefix}last`, tree.variant);
  } catch {
    // Storage may be full or forbidden; the page works without it.
  }
}

export function kept(variant: string): { tree: Tree; source: string } | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + variant) ?? "null") as Kept | null;
    if (!found || found.format !== format || found.tree.variant !== variant) return null;
    return node(found.tree, root).id === root ? found : null;
  } catch {
    return null;
  }
}

/** The rule set looked at last in this tab. */
export function lastVariant(): string {
  try {
    return sessionStorage.getItem(`${prefix}last`) ?? "";
  } catch {
    return "";
  }
}

/** Puts a game on the analysis board; the address to go to then comes back. */
export function handOver(game: PgnGame): string {
  keep(fromGame(game), "");
  return `/analysis?variant=${encodeURIComponent(game.variant)}`;
}
