// The tree that is looked at, what takes its place, and the way back.
import { useState } from "preact/hooks";
import { queryOf, readVariant, startsKingless, variants } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { NodeReader } from "./nodeState";
import { type Opened, replacedBy, treeOfPosition } from "./open";
import { savedTree, type SavedTree } from "./savedTrees";
import * as trees from "./tree";
import type { Tree } from "./tree";
import { useKept } from "./useKept";

/** A way back to what a tree was before. */
interface Undo extends SavedTree {
  words: string;
  /** The moves it leads back from: once they have changed it is closed. */
  from: Tree["nodes"];
}

/** The way back to a tree that another one took the place of. */
function undoOf(next: Tree, old: SavedTree | null): Undo | null {
  return old && { ...old, words: t("page.analysis.the-moves-before-are-put"), from: next.nodes };
}

export function useTree(rules: Rules, reader: NodeReader, opened: Opened, onOther: () => void) {
  const [tree, setTree] = useState<Tree>(opened.tree);
  const [source, setSource] = useState(opened.source);
  const [choice, setChoice] = useState<Tree[] | null>(null);
  const [problem, setProblem] = useState(opened.problem);
  const [plan, setPlan] = useState(opened.plan);
  const [undo, setUndo] = useState(() => undoOf(opened.tree, opened.replaced));
  const unkept = useKept(tree, source, (id) => setTree((old) => ({ ...old, id })));

  /** Shows a tree. From now on a reload opens it, and not what the address asked for at first. */
  const show = (next: SavedTree) => {
    setPlan(null);
    setSource(next.source);
    setTree(next.tree);
    history.replaceState(null, "", `/analysis${next.source || `?${queryOf(next.tree.variant)}`}`);
  };
  const openTrees = (found: Tree[]) => {
    const first = found[0];
    if (!first) return;
    if (found.length > 1) {
      setChoice(found);
      return;
    }
    setChoice(null);
    setProblem("");
    // Whether it can be played at all is known before it takes the old tree's place.
    reader.read({ ...first, here: trees.root });
    const old = first.variant === tree.variant ? { tree, source } : savedTree(first.variant);
    onOther();
    setUndo(undoOf(first, replacedBy(first, old, variants)));
    show({ tree: first, source: "" });
  };
  return {
    tree,
    setTree,
    plan,
    setPlan,
    problem: problem || unkept,
    setProblem,
    choice,
    dropChoice: () => setChoice(null),
    openTrees,
    /** The way back, as long as nothing else has been done. */
    undo: undo?.from === tree.nodes ? undo : null,
    takeBack: () => {
      if (undo) show(undo);
      setUndo(null);
    },
    /** Another tree of the same game takes its place, and can be undone. */
    replace: (next: Tree, words: string) => {
      setUndo({ tree, source, words, from: next.nodes });
      setTree(next);
    },
    leavePlan: () => show({ tree, source }),
    /** Another rule set: its own tree, as it was left. */
    turnTo: (name: string) => {
      const other = readVariant(rules, name);
      if (other)
        openTrees([
          savedTree(name)?.tree ?? trees.newTree({ variant: name, start: other.start, study: startsKingless(other) }),
        ]);
    },
    /** Opens a position that was set up, if it can be. */
    openPosition: (variant: string, position: string): boolean => {
      try {
        openTrees([treeOfPosition(rules, variant, position)]);
        return true;
      } catch (failed) {
        setProblem(errorText(failed));
        return false;
      }
    },
  };
}
