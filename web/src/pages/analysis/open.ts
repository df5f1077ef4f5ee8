// Opens the position or game that the address names.
import { namedInQuery, unknownText, withMeantGame } from "../../game/galleryLink";
import { define, isDefinition, readVariant, refOf, startsKingless, variantOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import { readPgnInWorker } from "./inWorker";
import type { PGNGame, VariantInfo } from "../../wire.gen";
import { defaultVariant, linkProblem, linkText } from "../../game/linkText";
import { savedTree, type SavedTree, lastVariant, takeSentTree } from "./savedTrees";
import { fromGame, go, isUntouched, newTree, root, type Tree } from "./tree";
import { firstFault, kingless, sentence, errorText } from "../../rules/text";

export interface Opened {
  tree: Tree;
  /** The query, if it names a position or a game and not only a rule set. */
  source: string;
  /**
   * The error, if the query could not be opened and the previous tree or the start is shown, or if the name of its rule
   * set was mistyped.
   */
  problem: string;
  /** The query, if the position in it cannot be opened and needs correction. */
  faulty: string;
  /** The plan to try in the position, if any. */
  plan: string | null;
  /** Whether to start a review of the game immediately. */
  review: boolean;
  /** The tree that the opened one replaces, if the user may want it back. */
  replaced: SavedTree | null;
}

/**
 * Returns a position as a tree. Throws if the position is invalid. If a side has no king, the tree is a kingless setup,
 * with a notice.
 */
export function treeOfPosition(rules: Rules, variant: string, text: string): Tree {
  const checked = rules.check({ variant, position: text });
  if (checked.position === undefined || checked.faults.length > 0) {
    throw new Error(sentence(checked.faults[0]?.message ?? "") || t("page.analysis.the-position-cannot-be-read"));
  }
  const { position, study, notices = [] } = checked;
  const pieces = study ? rules.line({ variant, position, study }).state.pieces : {};
  return newTree({
    variant,
    start: position,
    study,
    notices: [
      ...(study ? [t("page.analysis.opened-kingless", { kingless: kingless(pieces) })] : []),
      ...notices.map(sentence),
    ],
  });
}

/** Returns the position of a link as a tree. */
function treeOfLink(rules: Rules, query: string): Tree {
  const link = rules.readLink(query);
  return newTree({
    variant: link.variant,
    start: link.position,
    study: link.study,
    lastMove: link.lastMove,
    notices: link.notices.map(sentence),
  });
}

/** The length above which text is parsed in a worker, so that the page stays responsive. */
const long = 4096;

async function readGames(rules: Rules, text: string): Promise<PGNGame[]> {
  if (text.length <= long) return rules.readPgn(text);
  const games = await readPgnInWorker(text);
  await pause();
  return games;
}

/** Returns the trees of games. It yields to the browser after every few hundred moves. */
async function treesOf(games: readonly PGNGame[]): Promise<Tree[]> {
  const trees: Tree[] = [];
  let moves = 0;
  for (const game of games) {
    const tree = fromGame(game);
    trees.push(tree);
    moves += tree.next;
    if (moves < 300) continue;
    await pause();
    moves = 0;
  }
  return trees;
}

async function gameOfServer(rules: Rules, id: string): Promise<PGNGame> {
  const response = await fetch(`/api/v1/games/${encodeURIComponent(id)}/pgn`);
  if (!response.ok) {
    throw new Error(
      response.status === 404
        ? t("page.analysis.there-is-no-game-with")
        : t("page.analysis.game-unread", { status: String(response.status) }),
    );
  }
  const game = (await readGames(rules, await response.text()))[0];
  if (!game) throw new Error(t("page.analysis.the-game-is-empty"));
  return game;
}

/**
 * Opens a query. The same query reopens the tree saved for it, including its moves. A query that names only a rule set
 * opens its start position, unless `resumed` is set because this page was already open at this address. A mistyped name
 * of a game opens that game, with a message.
 */
export async function open(
  rules: Rules,
  variants: readonly VariantInfo[],
  query: string,
  resumed: boolean,
): Promise<Opened> {
  const { value: plan, rest: planless } = take(query, "plan");
  const { value: review, rest } = take(planless, "review");
  const meant = withMeantGame(rest);
  const found = await find(rules, variants, meant ?? rest, { start: plan !== null, resumed });
  // A plan applies to the named position, not to the node the user reached from there.
  if (plan !== null) found.tree = go(found.tree, root);
  return {
    ...found,
    plan: found.problem ? null : plan,
    review: review !== null && !found.problem,
    problem: found.problem || (meant ? unknownText(namedInQuery(rest)) : ""),
    // A query that cannot be opened replaces nothing.
    replaced: found.problem ? null : replacedBy(found.tree, savedTree(found.tree.variant), variants),
  };
}

/** Returns a field of a query, and the query without it. */
function take(query: string, name: string): { value: string | null; rest: string } {
  const value = new URLSearchParams(query).get(name);
  const fields = query
    .replace(/^\?/, "")
    .split("&")
    .filter((field) => field.split("=", 1)[0] !== name);
  return { value, rest: value === null ? query : fields.some(Boolean) ? `?${fields.join("&")}` : "" };
}

/** Returns the old tree, or null if it is untouched or equal to the next one. */
export function replacedBy(next: Tree, old: SavedTree | null, variants: readonly VariantInfo[]): SavedTree | null {
  const start = (old && variantOf(old.tree.variant)) ?? variants.find((one) => one.name === old?.tree.variant);
  if (!old || isUntouched(old.tree, start?.start ?? "")) return null;
  // Serialised only if they can be equal, because games may have thousands of moves.
  const content = ({ start, nodes }: Tree) => JSON.stringify([start, nodes]);
  const alike = old.tree.next === next.next && old.tree.start === next.start;
  return alike && content(old.tree) === content(next) ? null : old;
}

/**
 * Opens the position or game that a query names. With `start`, a query without a position opens the start position;
 * otherwise it opens the game sent by another page, the start position of the named rule set, or the saved tree.
 */
async function find(
  rules: Rules,
  variants: readonly VariantInfo[],
  query: string,
  { start, resumed }: { start: boolean; resumed: boolean },
): Promise<Omit<Opened, "replaced" | "plan" | "review">> {
  const params = new URLSearchParams(query);
  const named = params.get("rules") ? "" : (params.get("variant") ?? "");
  const packed = params.get("rules") || (isDefinition(named) ? named : "");
  const own = packed ? define(rules, { packed, kept: true }) : null;
  const last = params.has("board") ? defaultVariant : lastVariant();
  const info =
    own?.info ??
    variants.find((one) => one.name === named.toLowerCase()) ??
    variants.find((one) => one.name === last) ??
    (isDefinition(last) ? readVariant(rules, last) : undefined) ??
    variants.find((one) => one.name === defaultVariant) ??
    variants[0];
  if (!info) throw new Error(t("page.analysis.there-are-no-rule-sets"));
  const variant = refOf(info);
  const again = (tree: Tree) => {
    const old = savedTree(tree.variant);
    return { tree: old && old.source === query ? old.tree : tree, source: query, problem: "", faulty: "" };
  };
  try {
    const game = params.get("game");
    if (game) {
      for (const one of variants) {
        const old = savedTree(one.name);
        if (old && old.source === query) return { ...old, problem: "", faulty: "" };
      }
      return again(fromGame(await gameOfServer(rules, game)));
    }
    if (own && !own.info)
      throw new Error(
        t("page.analysis.link-not-playable", { why: own.faults.map((fault) => sentence(fault.message)).join(" ") }),
      );
    if (params.has("board")) return again(treeOfLink(rules, query));
    if (named && !own && info.name !== named.toLowerCase()) throw new Error(unknownText(named));
    const link = linkText(query, variant);
    if (link) return again(treeOfLink(rules, link));
    if (start) return again(newTree({ variant, start: info.start, study: startsKingless(info) }));
  } catch (problem) {
    // A query that cannot be opened replaces nothing: the saved moves stay.
    const old = savedTree(variant);
    return {
      tree: old?.tree ?? newTree({ variant, start: info.start, study: startsKingless(info) }),
      source: old?.source ?? "",
      problem: linkProblem(problem, query, variant),
      faulty: firstFault(problem) && query,
    };
  }
  const game = takeSentTree(variant);
  if (game) return { tree: game, source: "", problem: "", faulty: "" };
  const old = !resumed && (named || own) ? null : savedTree(variant);
  return {
    tree: old?.tree ?? newTree({ variant, start: info.start, study: startsKingless(info) }),
    source: old?.source ?? "",
    problem: "",
    faulty: "",
  };
}

/** Returns the game id in an address of this site, if there is one. */
function gameOfAddress(text: string, site: string): string {
  if (!text.startsWith(`${site}/`)) return "";
  const { pathname, searchParams } = new URL(text);
  return /^\/game\/(\w+)/.exec(pathname)?.[1] ?? (pathname === "/analysis" ? searchParams.get("game") : "") ?? "";
}

/** The maximum number of variations of a game. More would freeze the page for seconds. */
const maxVariations = 500;

/** Throws if a game in the text has too many variations. */
export function boundVariations(text: string): void {
  for (const game of text.split(/^(?=\[Event )/m)) {
    const count = game.replace(/\{[^}]*\}/g, "").split("(").length - 1;
    if (count > maxVariations)
      throw new Error(t("page.analysis.too-many-variations", { n: count, most: maxVariations }));
  }
}

/** Parses a pasted or dropped text: games, one position, or an address of this site. */
export async function read(rules: Rules, variant: string, text: string): Promise<Tree[]> {
  const plain = text.trim();
  if (!plain) throw new Error(t("page.analysis.there-is-nothing-to-open"));
  try {
    const id = gameOfAddress(plain, location.origin);
    if (id) return await treesOf([await gameOfServer(rules, id)]);
    if (/(^|[?&\s])board=/i.test(plain) && !plain.startsWith("[")) return [treeOfLink(rules, plain)];
    const link = /^\S*[?&](fen|position)=/i.test(plain) ? linkText(plain.slice(plain.indexOf("?")), variant) : "";
    if (link) return [treeOfLink(rules, link)];
    if (/^https?:\/\/\S+$/i.test(plain)) throw new Error(t("page.analysis.this-address-has-no-position"));
    if (looksLikePosition(plain)) return [treeOfPosition(rules, variant, plain)];
    boundVariations(plain);
    const games = plain.includes("[") ? await readGames(rules, plain) : await readMoves(rules, variant, plain);
    if (games.length === 0) throw new Error(t("page.analysis.there-is-no-game-in"));
    return await treesOf(games);
  } catch (problem) {
    throw new Error(errorText(problem));
  }
}

/** Parses bare moves with the current rule set; a game with tags names its own. */
async function readMoves(rules: Rules, variant: string, moves: string): Promise<PGNGame[]> {
  const result = /(1-0|0-1|1\/2-1\/2|\*)$/.test(moves) ? "" : "\n*";
  try {
    return await readGames(rules, `[Variant "${variant}"]\n\n${moves}${result}`);
  } catch (problem) {
    // Error positions refer to the original text.
    throw new Error(
      errorText(problem).replace(
        /^(\p{L}+ )(\d+)(, \p{L}+ \d+)(?: \([^)]*1\))?/u,
        (_, word: string, line: string, column: string) => `${word}${Number(line) - 2}${column}`,
      ),
    );
  }
}

/**
 * Reports whether a string looks like a position: one line with a board and the side to move, a board with ranks
 * between slashes, or the number of a start position (960:518). A game has tags or moves, and a move has at most one
 * slash, as in 1/2-1/2.
 */
function looksLikePosition(text: string): boolean {
  if (/^((chess)?960:\d+|\S+[^\S\n]+[wb]([^\S\n].*)?)$/.test(text)) return true;
  const board = text.split(/\s/, 1)[0] ?? "";
  return !text.includes("\n") && !/\d-\d/.test(board) && board.split("/").length >= 3;
}

/** Resolves in a separate task, after pending browser work. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}
