// A hint: the engine's move, and the facts that explain it.
import type { Engine } from "../rules/engine";
import type { Rules } from "../rules/rules";
import type { Change, MoveInfo, SearchInfo, SearchRequest, Snapshot, State, Step } from "../wire.gen";
import { variantOf } from "./variants";

/** A line of moves and its score, from the point of view of the side that begins it. */
export interface ScoredLine {
  line: Step[];
  score: SearchInfo["score"];
}

export interface Hint {
  move: MoveInfo;
  /** The expected continuation, starting with the move. */
  best: ScoredLine;
  /** What the opponent would play if the player could pass; null if unknown. */
  threat: ScoredLine | null;
  /** What each piece that the move moved or spawned attacks afterwards, keyed by its square. */
  attacks: Record<string, Change[]>;
  /** The other pieces that have clearly more moves afterwards. */
  freed: Change[];
  /** Whether the move is the first one of a piece since the start of the game. */
  first: boolean;
}

/** The number of additional moves from which a piece counts as freed. */
const freedom = 2;

/** The number of nodes searched for the opponent's threat. */
const threatNodes = 20_000;

/** Returns a position with the other side to move; undefined if its text has an unknown format. */
function passed(position: string): string | undefined {
  const fields = position.split(" ");
  if (fields.length !== 6 || !/^[wb]$/.test(fields[1] ?? "")) return undefined;
  return fields
    .with(1, fields[1] === "w" ? "b" : "w")
    .with(3, "-")
    .join(" ");
}

/** Searches for the best move in a game, and for facts that explain it. Null if the game has changed meanwhile. */
export async function findHint(
  engine: Engine,
  rules: Rules,
  game: Snapshot,
  limits: SearchRequest["limits"],
  current: () => boolean,
): Promise<Hint | null> {
  const { variant, position } = game;
  const search = async (request: Pick<SearchRequest, "position" | "moves" | "limits">) => {
    let best: SearchInfo | undefined;
    const { move } = await engine.search({ variant, ...request }, (info) => {
      if (info.line === 1) best = info;
    });
    return { move, moves: best?.moves[0] === move ? best.moves.slice(0, 5) : [move], score: best?.score ?? { cp: 0 } };
  };
  const found = await search({ position: game.start, moves: game.moves.map((each) => each.move), limits });
  if (!current()) return null;
  const state = rules.state({ variant, position });
  const move = state.moves.find((each) => each.move === found.move);
  if (!move) return null;
  const line = rules.line({ variant, position, moves: found.moves }).steps;

  let threat: ScoredLine | null = null;
  const turned = state.checked.length === 0 && passed(position);
  if (turned) {
    try {
      const answer = await search({ position: turned, moves: [], limits: { nodes: threatNodes } });
      const steps = rules.line({ variant, position: turned, moves: answer.moves }).steps;
      threat = { line: steps, score: answer.score };
    } catch {
      // The opponent has no move there, or the rules do not allow the position.
    }
    if (!current()) return null;
  }
  const { from = "" } = move;
  const start = variantOf(variant)?.start;
  const first =
    from !== "" &&
    game.start === start &&
    rules.state({ variant, position: start }).pieces[from] === state.pieces[from];
  return { move, best: { line, score: found.score }, threat, first, ...nextMoves(rules, state, line[0]) };
}

/**
 * Returns what a move prepares, if the mover could move again: the captures of the pieces that it moved or spawned, and
 * the other pieces that it freed.
 */
function nextMoves(rules: Rules, before: State, step: Step | undefined): Pick<Hint, "attacks" | "freed"> {
  const turned = step && passed(step.position);
  const attacks: Hint["attacks"] = {};
  if (!turned) return { attacks, freed: [] };
  const squares = new Set(step.changes.flatMap(({ to }) => to ?? []));
  const gained = new Map<string, number>();
  const count = (moves: readonly MoveInfo[], each: number) => {
    for (const { from } of moves) if (from) gained.set(from, (gained.get(from) ?? 0) + each);
  };
  try {
    const { moves, pieces } = rules.state({ variant: before.variant, position: turned });
    for (const { from, changes } of moves) {
      if (!from || !squares.has(from)) continue;
      const prey = changes.filter(({ effect }) => effect === "captured");
      attacks[from] = [...(attacks[from] ?? []), ...prey];
    }
    count(before.moves, -1);
    count(moves, 1);
    const freed = [...gained]
      .filter(([from, n]) => n >= freedom && before.pieces[from] === pieces[from] && !squares.has(from))
      .sort(([, a], [, b]) => b - a)
      .map(([from]): Change => ({ effect: "moves", piece: pieces[from] ?? "", from }));
    return { attacks, freed };
  } catch {
    // The move gave check, so the opponent cannot pass.
    return { attacks, freed: [] };
  }
}
