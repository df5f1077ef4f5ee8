import assert from "node:assert/strict";
import { test } from "vitest";
import type { Score, State } from "../../wire.gen";
import {
  enoughGames,
  figuresOf,
  maxPlies,
  type PlayedGame,
  playGame,
  type Player,
  random,
  studentT,
  winningScore,
} from "./balance";

/** A player of games whose result and scores for White are given by the number of plies. */
function scripted(outcome: (plies: number) => Partial<State["outcome"]>, score: (plies: number) => Score): Player {
  let plies = 0;
  const state = () =>
    ({
      turn: plies % 2 ? "black" : "white",
      moves: [{ move: "a" }, { move: "b" }],
      outcome: { result: "", ...outcome(plies) },
    }) as State;
  return {
    open: async () => {
      plies = 0;
      return state();
    },
    push: async () => {
      plies++;
      return state();
    },
    search: async () => {
      const { cp, mate } = score(plies);
      const sign = plies % 2 ? -1 : 1;
      return { move: "a", score: mate === undefined ? { cp: sign * (cp ?? 0) } : { mate: sign * mate } };
    },
  };
}

const play = (outcome: Parameters<typeof scripted>[0], score: Parameters<typeof scripted>[1]) =>
  playGame(scripted(outcome, score), 1, winningScore(false));
const level = () => ({ cp: 0 });

test("a game ends by the rules, by a claim, by a large lead or at the limit", async () => {
  assert.deepEqual(await play((plies) => (plies === 20 ? { result: "0-1", reason: "checkmate" } : {}), level), {
    white: 0,
    plies: 20,
    ending: "rules",
  });
  assert.deepEqual(await play((plies) => (plies === 30 ? { claim: ["threefold"] } : {}), level), {
    white: 0.5,
    plies: 30,
    ending: "repetition",
  });
  // From ply 10 on, four plies have a score beyond the limit.
  const lost = await play(
    () => ({}),
    (plies) => ({ cp: plies < 10 ? 0 : -2000 }),
  );
  assert.deepEqual(lost, { white: 0, plies: 14, ending: "decided" });
  const mating = await play(
    () => ({}),
    (plies) => (plies < 8 ? { cp: 0 } : { mate: 3 }),
  );
  assert.deepEqual(mating, { white: 1, plies: 12, ending: "decided" });
  assert.deepEqual(await play(() => ({}), level), { white: 0.5, plies: maxPlies, ending: "length" });
});

test("a lead that does not last decides nothing", async () => {
  const swings = await play(
    () => ({}),
    (plies) => ({ cp: plies % 3 === 0 ? 0 : 5000 }),
  );
  assert.equal(swings.ending, "length");
});

test("openings that are too good for one side are replaced by the start", async () => {
  let opened = 0;
  const player = scripted(
    (plies) => (plies === 6 ? { result: "1-0" } : {}),
    (plies) => ({ cp: plies === 4 ? 900 : 0 }),
  );
  const counted = {
    ...player,
    open: () => {
      opened++;
      return player.open();
    },
  };
  assert.equal((await playGame(counted, 1, 1500)).plies, 6);
  assert.equal(opened, 7);
});

test("random numbers depend on the seed and are spread evenly", () => {
  assert.deepEqual([random(5)(), random(5)()], [random(5)(), random(5)()]);
  assert.notEqual(random(1)(), random(2)());
  const next = random(3);
  const all = Array.from({ length: 10_000 }, next);
  assert.ok(all.every((each) => each >= 0 && each < 1));
  const buckets = Array.from({ length: 10 }, (_, n) => all.filter((each) => Math.floor(10 * each) === n).length);
  assert.ok(
    buckets.every((count) => count > 850 && count < 1150),
    String(buckets),
  );
});

const games = (n: number, game: Partial<PlayedGame>): PlayedGame[] =>
  Array.from({ length: n }, () => ({ white: 0.5, plies: 80, ending: "rules", ...game }));

test("figures have 95 % intervals", () => {
  const { white, draws, moves, findings } = figuresOf([
    ...games(15, { white: 1, plies: 60 }),
    ...games(15, { white: 0, plies: 100 }),
    ...games(10, {}),
  ]);
  assert.equal(white.value, 0.5);
  // 2.0227 * sqrt(30 * 0.25 / 39 / 40)
  assert.ok(Math.abs(white.high - white.value - 0.14025) < 0.0001, String(white.high));
  // Wilson's interval of 10 in 40.
  assert.deepEqual(
    [draws.low, draws.high].map((each) => each.toFixed(3)),
    ["0.142", "0.402"],
  );
  assert.equal(moves.value, 40);
  assert.deepEqual(findings, ["even"]);
});

test("the quantiles are those of Student's t distribution", () => {
  // From a printed table.
  for (const [freedom, quantile] of Object.entries({ 7: 2.3646, 9: 2.2622, 19: 2.093, 39: 2.0227, 120: 1.9799 }))
    assert.ok(Math.abs(studentT(Number(freedom)) - quantile) < 0.001, `${freedom}: ${studentT(Number(freedom))}`);
});

test("findings need enough games", () => {
  const won = (n: number) => figuresOf(games(n, { white: 1, plies: 12 })).findings;
  assert.deepEqual(won(enoughGames - 1), []);
  assert.deepEqual(won(enoughGames), ["white", "short"]);
  assert.deepEqual(figuresOf(games(40, { white: 1 })).findings, ["white"]);
  assert.deepEqual(figuresOf(games(40, { white: 0, plies: 12 })).findings, ["black", "short"]);
  assert.deepEqual(figuresOf(games(40, { ending: "repetition" })).findings, ["even", "draws", "repetition"]);
  assert.deepEqual(figuresOf(games(40, { ending: "length", plies: 240 })).findings, ["even", "draws", "length"]);
  const { white } = figuresOf(games(40, { white: 1 }));
  assert.ok(white.high === 1 && white.low > 0.9 && white.low < 1);
});
