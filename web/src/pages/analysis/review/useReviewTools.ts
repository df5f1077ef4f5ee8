// The tools for reviewing the game of a tree: review, workers and exercises.
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import * as trees from "../tree";
import type { Tree } from "../tree";
import type { BenchControl } from "../useBench";
import type { Review, Slip } from "./review";
import { type ExerciseState, useExercise } from "./useExercise";
import { gameOf, type ReviewState, reviewOf, useReview } from "./useReview";
import { useWorkers, type WorkersState } from "./useWorkers";

/**
 * The maximum number of nodes for judging an attempt, because workers may have searched deeper than a user
 * would wait.
 */
const maxNodes = 150_000;
const defaultNodes = 10_000;

export interface ReviewTools {
  /** The review of the current moves. */
  found: Review | undefined;
  review: ReviewState;
  workers: WorkersState;
  exercise: ExerciseState;
  /** Whether the exercise starts at the current node. */
  atExercise: boolean;
  /** Lets the user find a better move than the one played. */
  practise: (slip: Slip) => void;
  /** Adds the better line to the moves. */
  addLine: (slip: Slip) => void;
}

/** Returns the nodes of a game, in order from the start. */
const line = (tree: Tree) => [trees.node(tree, trees.root), ...trees.mainLine(tree)];

function markSolved(tree: Tree, { ply }: Slip): Tree {
  if (!tree.review) return tree;
  const slips = tree.review.slips.map((one) => (one.ply === ply ? { ...one, solved: true } : one));
  return { ...tree, review: { ...tree.review, slips } };
}

/** Returns the address without the review request, so that a reload shows the finished review. */
function reviewed({ pathname, search }: Location): string {
  return `${pathname}${search.replace(/[?&]review(=[^&]*)?(?=&|$)/, "").replace(/^&/, "?")}`;
}

export function useReviewTools(bench: BenchControl, atOnce: boolean): ReviewTools {
  const { tree, change, visit, dispatch, opened } = bench;
  const review = useReview(tree, change);
  const workers = useWorkers(tree, change, review);
  const found = useMemo(() => reviewOf(tree), [tree.review, tree.nodes]);
  const exercise = useExercise(
    () => gameOf(tree),
    () => Math.min(tree.review?.nodes ?? defaultNodes, maxNodes),
    (slip) => change((old) => markSolved(old, slip)),
  );
  useEffect(() => {
    if (!atOnce) return;
    history.replaceState(history.state, "", reviewed(location));
    review.begin();
  }, []);
  // Stop work that belongs to the previous tree.
  const before = useRef(opened);
  useLayoutEffect(() => {
    if (before.current === opened) return;
    before.current = opened;
    review.stop();
    exercise.end();
  }, [opened]);
  const { slip } = exercise;
  return {
    found,
    review,
    workers,
    exercise,
    atExercise: slip !== null && line(tree)[slip.ply]?.id === tree.here,
    practise: (next) => {
      const at = line(tree)[next.ply];
      if (at) visit(at.id);
      dispatch({ type: "flip", flip: next.side === "black" });
      exercise.begin(next);
    },
    addLine: (next) => {
      exercise.end();
      change((old) => trees.playLine(old, old.here, next.line, next.lineSan));
    },
  };
}
