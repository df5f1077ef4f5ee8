// Measures a game with quick games of the engine against itself: White's score, draws and length, with 95 %
// intervals. The command `tain study` measures more, and adjudicates later.
import type { Result, Score, State } from "../../wire.gen";

/** How a game ended: by the rules, by a repetition, by adjudication of a large lead, or at the length limit. */
type Ending = "rules" | "repetition" | "decided" | "length";

export interface PlayedGame {
  /** White's points. */
  white: 0 | 0.5 | 1;
  plies: number;
  ending: Ending;
}

/** Plays and searches one game. */
export interface Player {
  /** Starts a game and returns its starting position. */
  open: () => Promise<State>;
  push: (move: string) => Promise<State>;
  /** Returns the best move in the current position, and its score for the side to move. */
  search: () => Promise<{ move: string; score: Score }>;
}

const randomPlies = 4;
const openingTries = 6;
/** An opening is rejected if it gives a side more centipawns than this. */
const maxOpeningScore = 300;
/** A side wins if the engine scores it ahead by more than a limit for this many plies in a row. */
const decidedPlies = 4;
/** Returns that limit in centipawns. In games with reflections, the material balance often swings by a queen or two. */
export const winningScore = (reflects: boolean) => (reflects ? 3000 : 1500);
export const maxPlies = 240;
const mateScore = 100_000;

/** Returns a function that returns pseudorandom numbers from 0 to below 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function centipawns({ cp, mate }: Score): number {
  if (mate === undefined) return cp ?? 0;
  return mate > 0 ? mateScore : -mateScore;
}

const over = ({ outcome, moves }: State) => outcome.result !== "" || moves.length === 0;

/** Plays random moves and returns the position, or the start if every opening tried is too good for one side. */
async function opening(player: Player, next: () => number): Promise<{ state: State; plies: number }> {
  for (let i = 0; i < openingTries; i++) {
    let state = await player.open();
    let plies = 0;
    for (; plies < randomPlies && !over(state); plies++) {
      const { move } = state.moves[Math.floor(next() * state.moves.length)] as State["moves"][number];
      state = await player.push(move);
    }
    if (over(state)) continue;
    if (Math.abs(centipawns((await player.search()).score)) <= maxOpeningScore) return { state, plies };
  }
  return { state: await player.open(), plies: 0 };
}

const points: Record<Result, PlayedGame["white"]> = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5, "": 0.5 };
const repetitions = ["threefold", "fivefold"];

/** Plays one game. Games with the same seed have the same opening. */
export async function playGame(player: Player, seed: number, limit: number): Promise<PlayedGame> {
  let { state, plies } = await opening(player, random(seed));
  let ahead = 0; // consecutive plies with a winning score for White; negative for Black
  for (; ; plies++) {
    const { result, reason, claim = [] } = state.outcome;
    if (over(state) || claim.length > 0) {
      const repeated = repetitions.includes((result ? reason : claim[0]) ?? "");
      return { white: points[result], plies, ending: repeated ? "repetition" : "rules" };
    }
    if (Math.abs(ahead) >= decidedPlies) return { white: ahead > 0 ? 1 : 0, plies, ending: "decided" };
    if (plies >= maxPlies) return { white: 0.5, plies, ending: "length" };
    const { move, score } = await player.search();
    const white = centipawns(score) * (state.turn === "white" ? 1 : -1);
    if (white > limit) ahead = Math.max(ahead, 0) + 1;
    else if (white < -limit) ahead = Math.min(ahead, 0) - 1;
    else ahead = 0;
    state = await player.push(move);
  }
}

/** A figure with its 95 % interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** The number of games from which figures have intervals, and support conclusions. */
export const enoughGames = 8;

const z = 1.959964;

/** Returns the 97.5 % quantile of Student's t distribution, as a series in 1/freedom, for a freedom of 7 or more. */
export function studentT(freedom: number): number {
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}

/** Returns the Wilson interval of a share of n games, which is always between 0 and 1. */
function wilson(share: number, n: number): Interval {
  const spread = 1 + z ** 2 / n;
  const centre = (share + z ** 2 / (2 * n)) / spread;
  const half = (z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))) / spread;
  return { value: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function mean(values: readonly number[]): Interval {
  const n = values.length;
  const value = values.reduce((sum, each) => sum + each, 0) / n;
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const half = n >= enoughGames ? studentT(n - 1) * Math.sqrt(squares / (n - 1) / n) : 0;
  return { value, low: value - half, high: value + half };
}

/** A conclusion that the games support. */
export type Finding = "white" | "black" | "even" | "draws" | "repetition" | "length" | "short";

export interface Figures {
  games: number;
  white: Interval;
  draws: Interval;
  /** The length of a game in moves of both sides. */
  moves: Interval;
  findings: readonly Finding[];
}

/** Returns the figures of at least one game. The intervals of fewer than `enoughGames` games are meaningless. */
export function figuresOf(games: readonly PlayedGame[]): Figures {
  const n = games.length;
  const share = (holds: (game: PlayedGame) => boolean) => wilson(games.filter(holds).length / n, n);
  const white = mean(games.map((game) => game.white));
  // The variance of equal results is unknown.
  const whole = white.low === white.high ? wilson(white.value, n) : white;
  const draws = share((game) => game.white === 0.5);
  const moves = mean(games.map(({ plies }) => plies / 2));
  const side: Finding = whole.low > 0.5 ? "white" : whole.high < 0.5 ? "black" : "even";
  const findings: [boolean, Finding][] = [
    [true, side],
    [draws.low > 0.5, "draws"],
    [share(({ ending }) => ending === "repetition").low > 0.25, "repetition"],
    [share(({ ending }) => ending === "length").low > 0.1, "length"],
    [moves.high < 12, "short"],
  ];
  return {
    games: n,
    white: { ...whole, low: Math.max(0, whole.low), high: Math.min(1, whole.high) },
    draws,
    moves,
    findings: n < enoughGames ? [] : findings.filter(([holds]) => holds).map(([, finding]) => finding),
  };
}
