// Reviews a game with the engine: searches every position once, split among workers, then determines why the
// worst moves are bad.
import { Engine } from "../../../rules/engine";
import { Refused } from "../../../rules/rules";
import { t } from "../../../text/text";
import type { Colour, Explanation, LineAnswer, SearchInfo, State, Step } from "../../../wire.gen";
import { depthOf, judge, nameOf, type Review, type Slip, type Verdict } from "./review";
import { type Reasons, whyOf } from "./why";
import { variantOf } from "../../../game/variants";

/** A game to review. */
export interface ReviewedGame {
  variant: string;
  start: string;
  study: boolean;
  /** The side that plays the first move. */
  first: Colour;
  moves: string[];
  san: string[];
}

export interface ReviewResult {
  review: Review;
  /** One verdict for the position before each move, and one after the last. */
  verdicts: Verdict[];
}

export interface ReviewOptions {
  threads: number;
  memory: number;
  /** The number of nodes to search per ply. */
  nodes: number;
  signal: AbortSignal;
  /** Called after each position with the number of finished positions, the total, the ply and its verdict. */
  onProgress: (done: number, total: number, ply: number, verdict: Verdict) => void;
}

/**
 * The number of plies between anchors. A search starts from an anchor less than two strides before its
 * position, which is enough to see repetitions without replaying a long game each time.
 */
const stride = 100;

/** Returns a function that creates the request for the position at a ply, based on a nearby anchor. */
function nearOf(game: ReviewedGame, anchors: readonly string[]): (ply: number) => Near {
  return (ply) => {
    const at = Math.max(0, Math.floor(ply / stride) - 1);
    return { position: anchors[at] ?? game.start, moves: game.moves.slice(at * stride, ply) };
  };
}

/** A request for a position, based on a nearby anchor. */
interface Near {
  position: string;
  moves: string[];
}

export class ReviewStopped extends Error {
  constructor() {
    super(t("page.analysis.the-review-was-stopped"));
  }
}

/** Reviews a game. Rejects with ReviewStopped when the signal is aborted. */
export function reviewGame(game: ReviewedGame, options: ReviewOptions): Promise<ReviewResult> {
  return searchThen(game, options, async (engine, near, verdicts) => ({
    review: await conclude(engine, game, near, verdicts, options.nodes),
    verdicts,
  }));
}

/** Searches every position of a game. Rejects with ReviewStopped when the signal is aborted. */
export function searchGame(game: ReviewedGame, options: ReviewOptions): Promise<Verdict[]> {
  return searchThen(game, options, (_engine, _near, verdicts) => Promise.resolve(verdicts));
}

/** Searches every position of a game, and then calls `finish` with one of the engines. */
async function searchThen<Result>(
  game: ReviewedGame,
  { threads, memory, nodes, signal, onProgress }: ReviewOptions,
  finish: (engine: Engine, near: (ply: number) => Near, verdicts: Verdict[]) => Promise<Result>,
): Promise<Result> {
  const total = game.moves.length + 1;
  const engines = Array.from({ length: Math.max(1, Math.min(threads, total)) }, () => new Engine(memory));
  const [first] = engines as [Engine];
  const leave = () => {
    for (const one of engines) one.close();
  };
  signal.addEventListener("abort", leave);
  try {
    const { anchors, last } = await anchorsOf(first, game);
    const near = nearOf(game, anchors);
    const verdicts: Verdict[] = [];
    let done = 0;
    // From the end, because the hash of a later position helps to search the one before it.
    let next = total - 1;
    await Promise.all(
      engines.map(async (engine) => {
        for (let ply = next--; ply >= 0; ply = next--) {
          if (signal.aborted) return;
          const over = ply === game.moves.length ? finishedVerdict(last) : null;
          const verdict = over ?? (await search(engine, game, near(ply), nodes));
          verdicts[ply] = verdict;
          onProgress(++done, total, ply, verdict);
        }
      }),
    );
    if (signal.aborted) throw new ReviewStopped();
    return await finish(first, near, verdicts);
  } catch (problem) {
    if (signal.aborted) throw new ReviewStopped();
    throw problem;
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

/** Returns the review, once all positions are searched. */
async function conclude(
  engine: Engine,
  game: ReviewedGame,
  near: (ply: number) => Near,
  verdicts: readonly Verdict[],
  nodes: number,
): Promise<Review> {
  const { accuracy, slips } = judge(game.first, game.moves, game.san, verdicts);
  for (const slip of slips) Object.assign(slip, await reasons(engine, game, near(slip.ply), slip, verdicts));
  const opening = await nameOfOpening(game.variant, game.start, game.moves);
  return { of: nameOf(game.start, game.moves), accuracy, slips, opening, nodes, depth: depthOf(verdicts) };
}

/** Reviews a game whose positions were searched elsewhere; only the reasons are determined here. */
export async function reviewBy(
  game: ReviewedGame,
  verdicts: readonly Verdict[],
  nodes: number,
  memory: number,
): Promise<Review> {
  const engine = new Engine(memory);
  try {
    const { anchors } = await anchorsOf(engine, game);
    return { ...(await conclude(engine, game, nearOf(game, anchors), verdicts, nodes)), workers: true };
  } finally {
    engine.close();
  }
}

/** Judges an attempted move by the engine's evaluation of the position after it. */
export async function judgeMove(
  engine: Engine,
  game: ReviewedGame,
  ply: number,
  move: string,
  nodes: number,
): Promise<{ verdict: Verdict; step: Step | undefined; answer: Step[] }> {
  const moves = [...game.moves.slice(0, ply), move];
  const line = await engine.call<LineAnswer>("line", {
    variant: game.variant,
    position: game.start,
    study: game.study,
    moves,
  });
  const step = line.steps.at(-1);
  const over = finishedVerdict(line.state);
  if (over) return { verdict: over, step, answer: [] };
  const verdict = await search(engine, game, { position: game.start, moves }, nodes);
  const answer = await follow(engine, game, { position: game.start, moves }, verdict.moves.slice(0, 5));
  return { verdict, step, answer };
}

/** Returns the start and one anchor position per stride, and the state after the last move. */
async function anchorsOf(
  engine: Engine,
  { variant, start, study, moves }: ReviewedGame,
): Promise<{ anchors: string[]; last: State }> {
  const { handle, state } = await engine.call<{ handle: number; state: State }>("openLine", {
    variant,
    position: start,
    study,
    moves: [],
  });
  const anchors = [start];
  let last = state;
  for (let at = 0; at < moves.length; at += stride) {
    const part = moves.slice(at, at + stride);
    last = (await engine.call<{ state: State }>("push", { handle, moves: part, last: true })).state;
    if (part.length === stride) anchors.push(last.position);
  }
  await engine.call("close", { handle });
  return { anchors, last };
}

/** Returns the verdict for a position where the game is over, else null. */
function finishedVerdict(state: State): Verdict | null {
  if (state.moves.length > 0 && state.outcome.result === "") return null;
  const { result } = state.outcome;
  const drawn = result === "" || result === "1/2-1/2";
  const won = (result === "1-0") === (state.turn === "white");
  return { score: drawn ? { cp: 0 } : { mate: won ? 1 : 0 }, depth: 0, moves: [], san: [] };
}

async function search(engine: Engine, { variant, study }: ReviewedGame, near: Near, nodes: number): Promise<Verdict> {
  let best: SearchInfo | undefined;
  try {
    const result = await engine.search({ variant, study, ...near, multipv: 1, limits: { nodes } }, (info) => {
      if (info.line === 1) best = info;
    });
    if (!best) return { score: { cp: 0 }, depth: 0, moves: [result.move], san: [result.san] };
  } catch (problem) {
    // A record may continue after a draw by rule.
    if (!(problem instanceof Refused) || problem.failure.code !== "over") throw problem;
    return { score: { cp: 0 }, depth: 0, moves: [], san: [] };
  }
  return { score: best.score, depth: best.depth, moves: best.moves, san: best.san };
}

/** Returns the steps of a line of moves from a position. */
async function follow(
  engine: Engine,
  { variant, study }: ReviewedGame,
  near: Near,
  line: readonly string[],
): Promise<Step[]> {
  const { steps } = await engine.call<LineAnswer>("line", {
    variant,
    study,
    position: near.position,
    moves: [...near.moves, ...line],
  });
  return steps.slice(near.moves.length);
}

async function reasons(
  engine: Engine,
  game: ReviewedGame,
  near: Near,
  slip: Slip,
  verdicts: readonly Verdict[],
): Promise<Partial<Reasons>> {
  const [before, after] = [verdicts[slip.ply], verdicts[slip.ply + 1]];
  const move = game.moves[slip.ply];
  if (!before || !after || move === undefined) return {};
  const [played, ...answer] = await follow(engine, game, near, [move, ...after.moves.slice(0, 5)]);
  const better = await follow(engine, game, near, before.moves.slice(0, 5));
  if (!played) return {};
  const unguarded = await leftUnguarded(engine, game, near, played, answer[0]);
  return whyOf({
    side: slip.side,
    played,
    answer,
    better,
    before: before.score,
    after: forOpponent(after.score),
    ...(unguarded ? { unguarded } : {}),
  });
}

/** Returns the target square of the reply, if the moved piece was its only defender; otherwise empty. */
async function leftUnguarded(
  engine: Engine,
  { variant, study }: ReviewedGame,
  near: Near,
  played: Step,
  reply: Step | undefined,
): Promise<string> {
  const { from } = played;
  const to = reply?.to;
  if (!reply || !from || !to) return "";
  const there = await engine.call<LineAnswer>("line", { variant, study, ...near });
  const { legal, code } = await engine.call<Explanation>("explain", {
    variant,
    study,
    position: there.state.position,
    from,
    to,
  });
  // A pawn defends the squares it attacks, not those it can move to.
  const pawn = played.changes.some((change) => change.from === from && /^p$/i.test(change.piece ?? ""));
  if (pawn ? code !== "own-piece" : !legal && code !== "own-piece") return "";
  const now = await engine.call<LineAnswer>("line", {
    variant,
    study,
    position: near.position,
    moves: [...near.moves, played.move, reply.move],
  });
  return now.state.moves.some((move) => move.to === to && move.capture) ? "" : to;
}

/** Returns a score from the other side's point of view. */
export function forOpponent(score: Verdict["score"]): Verdict["score"] {
  if (score.mate === undefined) return { cp: -score.cp };
  // For the opponent, checkmate on the board counts as mate in one.
  return { mate: score.mate === 0 ? 1 : -score.mate };
}

/** Returns the name of the longest matching opening; empty if there is none. */
async function nameOfOpening(variant: string, start: string, moves: readonly string[]): Promise<string> {
  if (variantOf(variant)?.start !== start) return "";
  const all = (await import("../../../data/openings.json")).default as unknown as Record<
    string,
    [moves: string, name: string][]
  >;
  const line = `${moves.slice(0, 40).join(" ")} `;
  let [longest, found] = ["", ""];
  for (const [begins, name] of all[variant] ?? []) {
    if (begins.length > longest.length && line.startsWith(`${begins} `)) [longest, found] = [begins, name];
  }
  return found;
}
