// A tree of moves: a game with variations and annotations. Trees are immutable, so that components can compare
// them.
import { t } from "../../text/text";
import type { PGNEval, PGNGame, PGNNode, PGNShape } from "../../wire.gen";
import { sentence } from "../../rules/text";
import type { Review } from "./review/review";

export interface Node {
  id: number;
  /** The parent's id. The root, which has no move, is its own parent. */
  parent: number;
  move: string;
  san: string;
  comment: string;
  before: string;
  nags: number[];
  /** The drawings on the board at this node. */
  shapes?: PGNShape[];
  /** The evaluation of the position, from White's point of view. */
  eval?: PGNEval;
  /** The time left for the side that moved, in milliseconds. */
  clock?: number;
  /** The first child continues the main line. */
  children: number[];
}

export interface Tree {
  /** Its id, once it is saved. */
  id?: string;
  /** The name the user gave it. */
  name?: string;
  variant: string;
  start: string;
  study: boolean;
  /** The move that led to the start, if known. */
  lastMove: string;
  /** Notices about the start position. */
  notices: string[];
  tags: { name: string; value: string }[];
  result: string;
  nodes: Record<number, Node>;
  /** The current node. */
  here: number;
  next: number;
  /** The engine's review of the main line, if there is one. */
  review?: Review;
  /** The analysis requested from the server's workers: its id, and the key of the moves it covers. */
  asked?: { id: string; of: string };
}

export const root = 0;

function bare(id: number, parent: number, move: string, san: string): Node {
  return { id, parent, move, san, comment: "", before: "", nags: [], children: [] };
}

export interface Opening {
  variant: string;
  start: string;
  study?: boolean;
  lastMove?: string;
  notices?: string[];
}

/** Returns a tree without moves. */
export function newTree(opening: Opening): Tree {
  return {
    variant: opening.variant,
    start: opening.start,
    study: opening.study ?? false,
    lastMove: opening.lastMove ?? "",
    notices: opening.notices ?? [],
    tags: [],
    result: "*",
    nodes: { [root]: bare(root, root, "", "") },
    here: root,
    next: 1,
  };
}

/** Returns a node of the tree; the root if the id is unknown. */
export function node(tree: Tree, id: number): Node {
  return tree.nodes[id] ?? (tree.nodes[root] as Node);
}

/** Reports whether a tree is unchanged: just the start position of its rule set. */
export function isUntouched(tree: Tree, start: string): boolean {
  return tree.start === start && Object.keys(tree.nodes).length === 1 && node(tree, root).comment === "";
}

/** Returns the nodes from the first move to a node. */
export function path(tree: Tree, id: number): Node[] {
  const found: Node[] = [];
  for (let at = node(tree, id); at.id !== root; at = node(tree, at.parent)) found.push(at);
  return found.reverse();
}

/** Returns the moves that lead to a node, in UCI notation. */
export function moves(tree: Tree, id: number): string[] {
  return path(tree, id).map((at) => at.move);
}

/** Returns the last node of the line that continues from a node. */
export function end(tree: Tree, id: number): number {
  let at = node(tree, id);
  while (at.children[0] !== undefined) at = node(tree, at.children[0]);
  return at.id;
}

export function go(tree: Tree, id: number): Tree {
  return tree.here === id || !tree.nodes[id] ? tree : { ...tree, here: id };
}

/**
 * Returns the previous or next sibling of the variation that contains a node; the node itself if there is
 * none.
 */
export function sibling(tree: Tree, id: number, by: 1 | -1): number {
  for (let at = node(tree, id); at.id !== root; at = node(tree, at.parent)) {
    const siblings = node(tree, at.parent).children;
    const other = siblings[siblings.indexOf(at.id) + by];
    if (other !== undefined) return other;
    if (siblings.length > 1) return id;
  }
  return id;
}

/** Plays a move at a node and goes to the new node. A move that already exists is not added again. */
export function play(tree: Tree, at: number, move: string, san: string): Tree {
  const from = node(tree, at);
  const known = from.children.find((child) => node(tree, child).move === move);
  if (known !== undefined) return { ...tree, here: known };
  const id = tree.next;
  return {
    ...tree,
    nodes: {
      ...tree.nodes,
      [at]: { ...from, children: [...from.children, id] },
      [id]: bare(id, at, move, san),
    },
    here: id,
    next: id + 1,
  };
}

/** Plays a line of moves from a node, and goes to its end. */
export function playLine(tree: Tree, at: number, moves: readonly string[], san: readonly string[]): Tree {
  return moves.reduce((next, move, index) => play(next, index === 0 ? at : next.here, move, san[index] ?? move), tree);
}

export type Annotations = Partial<Pick<Node, "comment" | "nags" | "shapes" | "eval" | "clock">>;

export function annotate(tree: Tree, id: number, annotations: Annotations): Tree {
  return { ...tree, nodes: { ...tree.nodes, [id]: { ...node(tree, id), ...annotations } } };
}

/** Returns the nodes of the main line, without the root. */
export function mainLine(tree: Tree): Node[] {
  const found: Node[] = [];
  for (let at = node(tree, root); at.children[0] !== undefined; ) {
    at = node(tree, at.children[0]);
    found.push(at);
  }
  return found;
}

/** Reports whether a node is on the main line. */
export function isMain(tree: Tree, id: number): boolean {
  return path(tree, id).every((at) => node(tree, at.parent).children[0] === at.id);
}

/** Promotes the line of a node, by one place or to the main line. */
export function promote(tree: Tree, id: number, how: "once" | "fully"): Tree {
  const nodes = { ...tree.nodes };
  for (let at = node(tree, id); at.id !== root; at = node(tree, at.parent)) {
    const parent = node(tree, at.parent);
    const place = parent.children.indexOf(at.id);
    if (place === 0) continue;
    const children = parent.children.filter((child) => child !== at.id);
    children.splice(how === "once" ? place - 1 : 0, 0, at.id);
    nodes[parent.id] = { ...parent, children };
    if (how === "once") break;
  }
  return { ...tree, nodes };
}

/** Deletes a move and all moves after it. */
export function cut(tree: Tree, id: number): Tree {
  if (id === root) return tree;
  const nodes = { ...tree.nodes };
  const parent = node(tree, node(tree, id).parent);
  nodes[parent.id] = { ...parent, children: parent.children.filter((child) => child !== id) };
  let here = tree.here;
  const gone = [id];
  for (let at = gone.pop(); at !== undefined; at = gone.pop()) {
    gone.push(...node(tree, at).children);
    if (at === here) here = parent.id;
    delete nodes[at];
  }
  return { ...tree, nodes, here };
}

const redundantTags = new Set(["result", "variant", "setup", "fen"]);

/** Copies comments, glyphs, drawings, the evaluation and the clock time from a record. */
function copyAnnotations(into: Node, from: PGNNode): void {
  into.comment = from.comment ?? "";
  into.before = from.before ?? "";
  into.nags = from.nags ?? [];
  if (from.shapes?.length) into.shapes = from.shapes;
  if (from.eval) into.eval = from.eval;
  if (from.clock !== undefined) into.clock = from.clock;
}

/** Returns the tree of a game record, at its start position. */
export function fromGame(game: PGNGame): Tree {
  const tree = newTree({
    variant: game.variant,
    start: game.start,
    study: game.study,
    notices: (game.warnings ?? []).map((note) =>
      sentence(t("page.analysis.note", { line: String(note.line), column: String(note.column), text: note.message })),
    ),
  });
  tree.tags = game.tags.filter((tag) => !redundantTags.has(tag.name.toLowerCase()));
  tree.result = game.result || "*";
  const first = node(tree, root);
  copyAnnotations(first, game.root);
  const open: { from: PGNNode; into: Node }[] = [{ from: game.root, into: first }];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const child of at.from.children) {
      const grown = bare(tree.next++, at.into.id, child.move ?? "", child.san ?? child.move ?? "");
      copyAnnotations(grown, child);
      tree.nodes[grown.id] = grown;
      at.into.children.push(grown.id);
      open.push({ from: child, into: grown });
    }
  }
  return tree;
}

/** Returns the tree as a game record. */
export function toGame(tree: Tree): PGNGame {
  const record = (at: Node): PGNNode => ({
    ...(at.move ? { move: at.move, san: at.san } : {}),
    ...(at.comment ? { comment: at.comment } : {}),
    ...(at.before ? { before: at.before } : {}),
    ...(at.nags.length > 0 ? { nags: at.nags } : {}),
    ...(at.shapes?.length ? { shapes: at.shapes } : {}),
    ...(at.eval ? { eval: at.eval } : {}),
    ...(at.clock !== undefined ? { clock: at.clock } : {}),
    children: [],
  });
  const first = node(tree, root);
  const game: PGNGame = {
    variant: tree.variant,
    start: tree.start,
    ...(tree.study ? { study: true } : {}),
    tags: tree.tags,
    result: tree.result,
    root: record(first),
  };
  const open: { from: Node; into: PGNNode }[] = [{ from: first, into: game.root }];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const child of at.from.children) {
      const from = node(tree, child);
      const into = record(from);
      at.into.children.push(into);
      open.push({ from, into });
    }
  }
  return game;
}

/** Returns the number and side of the first move, since a start position may have any move number. */
export function numbering(start: string): { first: number; black: boolean } {
  const fields = start.trim().split(/\s+/);
  const first = Number(fields.at(-1));
  return { first: Number.isInteger(first) && first > 0 ? first : 1, black: fields[1] === "b" };
}

/** Returns the targets of the step buttons from the current node. */
export function steps(tree: Tree): Record<"first" | "previous" | "next" | "last", number> {
  const { id, parent, children } = node(tree, tree.here);
  return { first: root, previous: parent, next: children[0] ?? id, last: end(tree, id) };
}
