// Saves the tree that is looked at: in this tab at once, in this browser soon.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { variantOf } from "../../game/variants";
import { errorText } from "../../rules/text";
import { saveAnalysis } from "./savedAnalyses";
import { saveTree } from "./savedTrees";
import { isUntouched, type Tree } from "./tree";

/** Trees with fewer moves are written at every step; larger ones when there is time. */
const small = 300;

/** Saves a tree and calls `onId` with its id. Returns why it cannot be saved, "" if it can. */
export function useAutosave(tree: Tree, source: string, onId: (id: string) => void): string {
  const [problem, setProblem] = useState("");
  const latest = useRef({ tree, source });
  latest.current = { tree, source };
  const unsaved = useRef(false);

  const save = () => {
    if (!unsaved.current) return;
    unsaved.current = false;
    saveTree(latest.current.tree, latest.current.source);
  };

  // Whoever leaves right after a move finds it again.
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

  // Where somebody only looks is not worth keeping.
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
