// Analyses saved in this browser. Every tree with content is saved automatically, and stays until the user deletes it.
import { newRecordId, objectStore, type StoredRecord } from "../../storage/database";
import { titleOf } from "../../game/variants";
import { t } from "../../text/text";
import { mainLine, node, root, type Tree } from "./tree";

/** A saved analysis. Its tree is stored as text, so that a long list loads without parsing all moves. */
export interface SavedAnalysis extends StoredRecord {
  name: string;
  variant: string;
  /** The searchable text, in lower case. */
  words: string;
  /** The number of plies in the main line. */
  plies: number;
  tree: string;
}

const analyses = objectStore<SavedAnalysis>("analyses");

/** Returns the default name of an analysis. */
export function defaultName(tree: Tree): string {
  const tag = (name: string) => {
    const value = tree.tags.find((one) => one.name === name)?.value ?? "";
    return value.includes("?") ? "" : value;
  };
  const [white, black] = [tag("White"), tag("Black")];
  if (white || black) return `${white || t("page.analysis.unknown")} – ${black || t("page.analysis.unknown-second")}`;
  const line = mainLine(tree)
    .slice(0, 4)
    .map((move) => move.san)
    .join(" ");
  return line ? `${titleOf(tree.variant)}: ${line}` : titleOf(tree.variant);
}

function searchText(tree: Tree, name: string): string {
  const words = [name, titleOf(tree.variant), node(tree, root).comment, ...tree.tags.map((tag) => tag.value)];
  for (const at of mainLine(tree).slice(0, 30)) words.push(at.san, at.comment);
  return words.filter(Boolean).join(" ").toLowerCase().slice(0, 4000);
}

/** The time of the last change that this tab knows for each analysis. A later change was made by another tab. */
const lastSaved = new Map<string, number>();

/**
 * Saves a tree and returns its id. If another tab has saved a later change under the same id, the tree gets a new id.
 */
export async function saveAnalysis(tree: Tree): Promise<string> {
  let id = tree.id ?? newRecordId();
  const there = await analyses.get(id);
  if (there && lastSaved.has(id) && there.updated > (lastSaved.get(id) as number)) id = newRecordId();
  const name = tree.name || defaultName(tree);
  const updated = Date.now();
  await analyses.put({
    id,
    updated,
    name,
    variant: tree.variant,
    words: searchText(tree, name),
    plies: mainLine(tree).length,
    tree: JSON.stringify({ ...tree, id }),
  });
  lastSaved.set(id, updated);
  return id;
}

/** Returns the tree of a saved analysis, if it can be parsed. */
export async function openAnalysis(id: string): Promise<Tree | null> {
  const found = await analyses.get(id);
  if (!found) return null;
  try {
    const tree = JSON.parse(found.tree) as Tree;
    if (node(tree, root).id !== root) return null;
    lastSaved.set(id, found.updated);
    return { ...tree, id };
  } catch {
    return null;
  }
}

export const allAnalyses = (): Promise<SavedAnalysis[]> => analyses.all();

export async function deleteAnalysis(id: string): Promise<void> {
  await analyses.delete(id);
}

/** Returns the analyses that contain all words of a search. */
export function searchAnalyses(all: readonly SavedAnalysis[], query: string): SavedAnalysis[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((one) => terms.every((word) => one.words.includes(word)));
}
