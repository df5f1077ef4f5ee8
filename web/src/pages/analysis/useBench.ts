// The state of the analysis page, and its actions.
import { useCallback, useEffect, useMemo, useReducer, useLayoutEffect, useRef, useState } from "preact/hooks";
import { queryOf, readVariant, startsKingless, variants, variantOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { type Bench, type BenchAction, begin, openUndo, reduce } from "./bench";
import { NodeReader } from "./nodeState";
import { type Opened, replacedBy, treeOfPosition } from "./open";
import { openedEntry, type SavedTree, savedTree, saveTree } from "./savedTrees";
import * as trees from "./tree";
import { type Tree, isUntouched } from "./tree";
import { saveAnalysis } from "./savedAnalyses";

/** Changes the address so that a reload opens this tree, not the original query. */
function setAddress({ tree, source }: SavedTree): void {
  history.replaceState(openedEntry, "", `/analysis${source || `?${queryOf(tree.variant)}`}`);
}

export interface BenchControl extends Bench {
  dispatch: (action: BenchAction) => void;
  reader: NodeReader;
  /** Changes the current tree. */
  change: (change: (tree: Tree) => Tree) => void;
  /** Goes to a node of the tree. */
  visit: (id: number) => void;
  /** Opens a tree, or offers a choice of several. Throws if its start position is invalid. */
  open: (found: readonly Tree[]) => void;
  /** Opens the saved tree of another rule set, or its start position. */
  openVariant: (name: string) => void;
  /** Opens a position that was set up, and reports whether it is valid. */
  openPosition: (variant: string, position: string) => boolean;
  takeBack: () => void;
  leavePlan: () => void;
}

export function useBench(rules: Rules, opened: Opened): BenchControl {
  const [bench, dispatch] = useReducer(reduce, opened, begin);
  const reader = useMemo(() => new NodeReader(rules), [rules]);
  useEffect(() => reader.close, [reader]);
  useEffect(() => history.replaceState(openedEntry, ""), []);
  const { tree, source } = bench;
  const change = useCallback((change: (tree: Tree) => Tree) => dispatch({ type: "change", change }), []);
  const visit = useCallback((id: number) => change((old) => trees.go(old, id)), []);
  const unsaved = useAutosave(tree, source, (id) => change((old) => ({ ...old, id })));
  const undo = openUndo(bench);

  const open = (found: readonly Tree[]) => {
    const [first] = found;
    if (!first) return;
    if (found.length > 1) {
      dispatch({ type: "choose", trees: found });
      return;
    }
    // Check the start position before replacing the old tree.
    reader.read({ ...first, here: trees.root });
    const old = first.variant === tree.variant ? { tree, source } : savedTree(first.variant);
    dispatch({ type: "open", tree: first, replaced: replacedBy(first, old, variants) });
    readVariant(rules, first.variant); // so that the address contains the packed definition
    setAddress({ tree: first, source: "" });
  };

  return {
    ...bench,
    problem: bench.problem || unsaved,
    undo,
    dispatch,
    reader,
    change,
    visit,
    open,
    openVariant: (name) => {
      const other = readVariant(rules, name);
      if (!other) return;
      const fresh = () => trees.newTree({ variant: name, start: other.start, study: startsKingless(other) });
      open([savedTree(name)?.tree ?? fresh()]);
    },
    openPosition: (variant, position) => {
      try {
        open([treeOfPosition(rules, variant, position)]);
        return true;
      } catch (failed) {
        dispatch({ type: "problem", text: errorText(failed) });
        return false;
      }
    },
    takeBack: () => {
      if (undo) setAddress(undo);
      dispatch({ type: "undo" });
    },
    leavePlan: () => {
      dispatch({ type: "plan", plan: null });
      setAddress({ tree, source });
    },
  };
}

/** Trees with fewer nodes are saved at every step, larger ones after a short pause. */
const small = 300;

/** Saves a tree and calls `onId` with its id. Returns the error, or "". */
function useAutosave(tree: Tree, source: string, onId: (id: string) => void): string {
  const [problem, setProblem] = useState("");
  const latest = useRef({ tree, source });
  latest.current = { tree, source };
  const unsaved = useRef(false);

  const save = () => {
    if (!unsaved.current) return;
    unsaved.current = false;
    saveTree(latest.current.tree, latest.current.source);
  };

  // Save immediately, so that a user who leaves right after a move finds it again.
  useLayoutEffect(() => {
    unsaved.current = true;
    if (tree.next < small) {
      save();
      return;
    }
    const later = setTimeout(save, 200);
    return () => clearTimeout(later);
  }, [tree, source]);
  useEffect(() => {
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("pagehide", save);
      save();
    };
  }, []);

  // Navigation alone does not save the analysis again.
  useEffect(() => {
    if (isUntouched(tree, variantOf(tree.variant)?.start ?? "") && !tree.id) return;
    const later = setTimeout(async () => {
      try {
        const id = await saveAnalysis(latest.current.tree);
        setProblem("");
        if (id !== latest.current.tree.id) onId(id);
      } catch (failed) {
        setProblem(errorText(failed));
      }
    }, 400);
    return () => clearTimeout(later);
  }, [tree.nodes, tree.variant, tree.start, tree.name, tree.review]);
  return problem;
}
