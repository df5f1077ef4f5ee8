// The state of the analysis page: the current tree and its view.
import { t } from "../../text/text";
import type { State } from "../../wire.gen";
import type { PartId } from "./Drawer";
import type { Answer } from "./Explain";
import type { Opened } from "./open";
import type { SavedTree } from "./savedTrees";
import type { Tree } from "./tree";

/** Undoes opening another tree, or a deletion. */
export interface Undo extends SavedTree {
  words: string;
  /** The nodes it applies to. It expires when they change. */
  from: Tree["nodes"];
}

export interface Bench {
  tree: Tree;
  /** The query the tree was opened with, or "". */
  source: string;
  /** Games of one import to choose from. */
  choice: readonly Tree[] | null;
  problem: string;
  /** The query whose position is to be corrected, or "". */
  faulty: string;
  /** The plan being tried, if any. */
  plan: string | null;
  undo: Undo | null;
  /** The number of trees opened since page load. */
  opened: number;
  /** Whether a position is being set up, which hides the tree. */
  editing: boolean;
  flip: boolean;
  engineOn: boolean;
  /** Whether each piece shows its contribution. */
  showsWorth: boolean;
  drawer: PartId | null;
  /** An explanation, and the position it applies to. */
  answer: { answer: Answer; about: State } | null;
}

export type BenchAction =
  | { type: "change"; change: (tree: Tree) => Tree }
  | { type: "open"; tree: Tree; replaced: SavedTree | null }
  | { type: "choose"; trees: readonly Tree[] | null }
  | { type: "replace"; tree: Tree; words: string }
  | { type: "undo" }
  | { type: "plan"; plan: string | null }
  | { type: "problem"; text: string }
  | { type: "read-notices" }
  | { type: "edit"; on: boolean }
  | { type: "flip"; flip: boolean }
  | { type: "engine"; on: boolean }
  | { type: "worth"; on: boolean }
  | { type: "drawer"; part: PartId | null }
  | { type: "answer"; answer: Answer; about: State };

/** Returns the undo that restores a replaced tree, or null if none was replaced. */
function undoTo(old: SavedTree | null, from: Tree): Undo | null {
  return old && { ...old, words: t("page.analysis.the-moves-before-are-put"), from: from.nodes };
}

/** Returns the initial state of the page. */
export function begin({ tree, source, problem, faulty, plan, replaced, review }: Opened): Bench {
  return {
    tree,
    source,
    choice: null,
    problem,
    faulty,
    plan,
    undo: undoTo(replaced, tree),
    opened: 0,
    editing: false,
    flip: false,
    engineOn: false,
    showsWorth: false,
    drawer: review ? "review" : null,
    answer: null,
  };
}

export function reduce(bench: Bench, action: BenchAction): Bench {
  switch (action.type) {
    case "change": {
      const tree = action.change(bench.tree);
      return tree === bench.tree ? bench : { ...bench, tree };
    }
    case "open":
      return {
        ...bench,
        tree: action.tree,
        source: "",
        choice: null,
        problem: "",
        faulty: "",
        plan: null,
        undo: undoTo(action.replaced, action.tree),
        opened: bench.opened + 1,
        flip: false,
      };
    case "choose":
      return { ...bench, choice: action.trees };
    case "replace":
      return {
        ...bench,
        tree: action.tree,
        undo: { tree: bench.tree, source: bench.source, words: action.words, from: action.tree.nodes },
      };
    case "undo":
      if (!bench.undo) return bench;
      return { ...bench, tree: bench.undo.tree, source: bench.undo.source, plan: null, undo: null };
    case "plan":
      return { ...bench, plan: action.plan };
    case "problem":
      return { ...bench, problem: action.text };
    case "read-notices":
      return {
        ...bench,
        problem: "",
        faulty: "",
        tree: bench.tree.notices.length > 0 ? { ...bench.tree, notices: [] } : bench.tree,
      };
    case "edit":
      return { ...bench, editing: action.on };
    case "flip":
      return { ...bench, flip: action.flip };
    case "engine":
      return { ...bench, engineOn: action.on };
    case "worth":
      return { ...bench, showsWorth: action.on };
    case "drawer":
      return { ...bench, drawer: action.part };
    case "answer":
      return { ...bench, answer: { answer: action.answer, about: action.about } };
  }
}

/** Returns the undo, if no other change has been made since. */
export function openUndo({ undo, tree }: Bench): Undo | null {
  return undo?.from === tree.nodes ? undo : null;
}
