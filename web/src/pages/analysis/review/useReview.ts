// The review of the open tree: start, progress, stop, and saving it in the tree.
import { useEffect, useRef, useState } from "preact/hooks";
import { engineMemory, reviewEffort, reviewThreads } from "../../../settings/engine";
import { setting } from "../../../settings/settings";
import { errorText } from "../../../rules/text";
import { mainLine, node, type Node, numbering, root, type Tree } from "../tree";
import { blunder, evalOf, nameOf, nodesFor, type Review, sideAt, type Verdict } from "./review";
import { type ReviewedGame, reviewGame, ReviewStopped } from "./reviewGame";

export interface ReviewState {
  /** The progress of a running review, else null. */
  progress: { done: number; total: number } | null;
  problem: string;
  begin: () => void;
  stop: () => void;
}

/** Returns the game of a tree's main line. */
export function gameOf(tree: Tree): ReviewedGame {
  const line = mainLine(tree);
  return {
    variant: tree.variant,
    start: tree.start,
    study: tree.study,
    first: numbering(tree.start).black ? "black" : "white",
    moves: line.map((at) => at.move),
    san: line.map((at) => at.san),
  };
}

/** Returns the review of a tree, if it matches the current moves. */
export function reviewOf(tree: Tree): Review | undefined {
  if (!tree.review) return undefined;
  return tree.review.of ===
    nameOf(
      tree.start,
      mainLine(tree).map((at) => at.move),
    )
    ? tree.review
    : undefined;
}

/**
 * Returns a tree with evaluations for the positions of its main line; unchanged if its moves are no longer
 * those of the key `of`.
 */
export function withEvals(tree: Tree, of: string, game: ReviewedGame, verdicts: ReadonlyMap<number, Verdict>): Tree {
  const line = [node(tree, root), ...mainLine(tree)];
  if (
    nameOf(
      tree.start,
      line.slice(1).map((at) => at.move),
    ) !== of
  )
    return tree;
  const nodes = { ...tree.nodes };
  for (const [ply, verdict] of verdicts) {
    const at = line[ply];
    const found = evalOf(verdict, sideAt(game.first, ply));
    if (at && found) nodes[at.id] = { ...at, eval: found };
  }
  return { ...tree, nodes };
}

/** Returns the glyph of a mistake. */
const markOf = (lost: number) => (lost >= blunder ? 4 : 2);

/**
 * Returns a tree with glyphs on its worst moves, unless the user has set some. The glyphs of the previous
 * review are removed.
 */
export function withMarks(before: Tree, review: Review): Tree {
  const tree = withoutMarks(before);
  const line = mainLine(tree);
  const nodes = { ...tree.nodes };
  for (const { ply, lost } of review.slips) {
    const at = line[ply] as Node | undefined;
    if (at && !at.nags.some((nag) => nag >= 1 && nag <= 6)) nodes[at.id] = { ...at, nags: [markOf(lost), ...at.nags] };
  }
  return { ...tree, nodes, review };
}

/** Returns a tree without the glyphs of its review. */
function withoutMarks(tree: Tree): Tree {
  const line = mainLine(tree);
  const nodes = { ...tree.nodes };
  for (const { ply, lost } of reviewOf(tree)?.slips ?? []) {
    const at = line[ply] as Node | undefined;
    if (at && at.nags[0] === markOf(lost)) nodes[at.id] = { ...at, nags: at.nags.slice(1) };
  }
  return { ...tree, nodes };
}

export function useReview(tree: Tree, change: (next: (old: Tree) => Tree) => void): ReviewState {
  const [progress, setProgress] = useState<ReviewState["progress"]>(null);
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController | null>(null);
  const latest = useRef(tree);
  latest.current = tree;
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  const begin = async () => {
    stop();
    const control = new AbortController();
    running.current = control;
    const game = gameOf(latest.current);
    const of = nameOf(game.start, game.moves);
    let found = new Map<number, Verdict>();
    let shown = performance.now();
    const show = () => {
      const news = found;
      found = new Map();
      shown = performance.now();
      if (news.size > 0) change((old) => withEvals(old, of, game, news));
    };
    setProblem("");
    setProgress({ done: 0, total: game.moves.length + 1 });
    try {
      const { review } = await reviewGame(game, {
        threads: reviewThreads(),
        nodes: nodesFor(game.moves.length, setting(reviewEffort)),
        memory: setting(engineMemory),
        signal: control.signal,
        onProgress: (done, total, ply, verdict) => {
          found.set(ply, verdict);
          // A few updates per second are enough.
          if (performance.now() - shown < 400) return;
          setProgress({ done, total });
          show();
        },
      });
      show();
      change((old) =>
        nameOf(
          old.start,
          mainLine(old).map((at) => at.move),
        ) === review.of
          ? withMarks(old, review)
          : old,
      );
    } catch (failed) {
      show();
      if (!(failed instanceof ReviewStopped)) setProblem(errorText(failed));
    } finally {
      if (running.current === control) {
        running.current = null;
        setProgress(null);
      }
    }
  };
  return { progress, problem, begin: () => void begin(), stop };
}
