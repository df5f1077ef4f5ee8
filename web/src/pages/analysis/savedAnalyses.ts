// Analyses that this browser keeps: every tree with something in it, by itself,
// until somebody deletes it.
import { type StoredRecord, objectStore } from "../../storage/database";
import { titleOf } from "../../game/variants";
import { t } from "../../text/text";
import { mainLine, node, root, type Tree } from "./tree";

/** An analysis as it is kept. Its tree is text: a list of many is read without all their moves. */
export interface SavedAnalysis extends StoredRecord {
  name: string;
  variant: string;
  /** What it is found by, in small letters. */
  words: string;
  /** Half-moves of the main line. */
  plies: number;
  tree: string;
}

const analyses = objectStore<SavedAnalysis>("analyses");

/** A name for something that is kept, unlike any other. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");
}

/** What an analysis is called, unless somebody has called it something. */
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

/** What this tab has put away last of each analysis: something newer is another tab's. */
const lastSaved = new Map<string, number>();

/**
 * Keeps a tree. Where another tab has kept something newer under its name, it
 * is kept beside that, under a new one, which comes back.
 */
export async function saveAnalysis(tree: Tree): Promise<string> {
  let id = tree.id ?? newId();
  const there = await analyses.get(id);
  if (there && lastSaved.has(id) && there.updated > (lastSaved.get(id) as number)) id = newId();
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

/** The tree of an analysis that is kept, if it can be read. */
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

/** Those that have all the words looked for. */
export function searchAnalyses(all: readonly SavedAnalysis[], query: string): SavedAnalysis[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((one) => wanted.every((word) => one.words.includes(word)));
}
