import assert from "node:assert/strict";
import { test } from "vitest";
import type { Change, Score, Step } from "../../../wire.gen";
import { accuracyOf, carelessness, depthOf, evalOf, expected, judge, lostBy, nodesFor, type Verdict } from "./review";
import type { Hint, ScoredLine } from "../../../game/hint";
import { forOpponent } from "./reviewGame";
import { ideaOf, purposes, whyOf } from "./why";

const verdict = (cp: number, ...moves: string[]): Verdict => ({ score: { cp }, depth: 8, moves, san: moves });

test("converts a score to an expected result", () => {
  assert.equal(expected({ cp: 0 }), 0.5);
  assert.ok(Math.abs(expected({ cp: 400 }) - 10 / 11) < 1e-9);
  assert.equal(expected({ mate: 3 }), 1);
  assert.equal(expected({ mate: 0 }), 0);
  assert.equal(expected({ mate: -2 }), 0);
});

test("the best move and a lucky move lose nothing", () => {
  assert.equal(lostBy("a", verdict(50, "a"), verdict(300, "x")), 0);
  assert.equal(lostBy("b", verdict(50, "a"), verdict(-80, "x")), 0);
  assert.ok(lostBy("b", verdict(0, "a"), verdict(400, "x")) > 0.4);
});

test("the depth of a review is the median depth", () => {
  assert.equal(depthOf([]), 0);
  assert.equal(depthOf([12, 0, 126, 11, 13].map((depth) => ({ ...verdict(0), depth }))), 13);
});

test("accuracy falls as moves lose more", () => {
  assert.equal(accuracyOf([]), null);
  assert.equal(accuracyOf([0, 0]), 100);
  assert.equal(accuracyOf([0.2]), 36.8);
  assert.equal(accuracyOf([0, 1]), 8.2);
});

/** White loses the queen on move 3 of both games. The engine's scores after each move, for White; null for a mate. */
const thrown = {
  // 3. Qxh7 Rxh7 4. Nf3 d6 5. Nxe5 dxe5 ... 10. Nd5 exd5 11. Re1 dxe4 12. Rxe4 Qxe4: nearly everything else too.
  everything: [
    31,
    43,
    -60,
    -65,
    -1061,
    -1093,
    -1133,
    -1050,
    -1482,
    -1466,
    -1490,
    -1518,
    -1561,
    -1525,
    -1599,
    -1467,
    -1505,
    -1483,
    -2059,
    -2065,
    -2156,
    -2157,
    -3008,
    -2987,
    null,
    -2752,
    -2960,
    -2911,
    null,
    null,
  ],
  // 3. Qxh7 Rxh7 4. Nc3 Nd4 5. Rb1 d5 6. Bd3 dxe4 7. Nxe4 Bf5 ...: nothing else.
  queen: [
    31, 43, -60, -65, -1061, -1093, -1129, -1059, -1212, -1189, -1239, -1225, -1259, -1282, -1307, -1315, -1340, -1363,
    -1362, -1345, -1388, -1395, -1372, -1382, -1437, -1278, -1308, -1267, -1308, -1290, -1336, -1193, -1345, -1334,
    -1349, -1305, -1402, -1405, -1467, -1491, -1545, -1483, -1564, -1596, -1623, -1650, -1729, -1679, -1730, -1748,
    -1762, -1676, -1735, -1755, -1775, -1800,
  ],
};

/** Returns White's accuracy in a game, given the scores after each move. */
function whiteAccuracy(scores: readonly (number | null)[]): number {
  const verdicts = [20, ...scores].map((cp, ply): Verdict => {
    const sign = ply % 2 === 0 ? 1 : -1;
    return { ...verdict(0, "best"), score: cp === null ? { mate: -2 * sign } : { cp: sign * cp } };
  });
  const moves = scores.map((_, ply) => `m${ply}`);
  return judge("white", moves, moves, verdicts).accuracy.white ?? Number.NaN;
}

test("accuracy counts what is thrown away in a lost position", () => {
  const everything = whiteAccuracy(thrown.everything);
  assert.ok(everything < 55, `accuracy ${everything}`);
  // The same moves, as if nothing had been lost after the queen.
  const careful = whiteAccuracy(thrown.queen);
  const flat = whiteAccuracy(thrown.queen.map((cp, ply) => (ply < 6 ? cp : -1000)));
  assert.ok(careful > 85 && careful >= flat - 1, `accuracy ${careful}, and ${flat} without the rest of the game`);
});

test("a winner who wins more slowly keeps the accuracy", () => {
  assert.ok(carelessness("b", verdict(2000, "a"), verdict(-1400, "x")) < 0.001);
  assert.equal(carelessness("a", verdict(-1000, "a"), verdict(1600, "x")), 0);
  assert.ok(carelessness("b", verdict(-1000, "a"), verdict(1600, "x")) > 0.49);
});

test("lists the three worst moves of each side in order of play", () => {
  // Each move of White loses more than the one before; Black plays the best moves.
  const moves = ["w0", "b0", "w1", "b1", "w2", "b2", "w3", "b3"];
  const scores = [0, 80, -80, 200, -200, 400, -400, 900, -900];
  const verdicts = scores.map((cp, ply) => verdict(cp, ply % 2 === 0 ? "best" : (moves[ply] ?? "end")));
  const { accuracy, slips } = judge("white", moves, moves, verdicts);
  assert.equal(accuracy.black, 100);
  assert.ok((accuracy.white ?? 100) < 60, `White's accuracy is ${accuracy.white}`);
  assert.equal(slips.length, 3);
  assert.ok(slips.every((slip) => slip.side === "white" && slip.better === "best" && slip.ply % 2 === 0));
  assert.deepEqual(
    slips.map((slip) => slip.ply),
    [...slips.map((slip) => slip.ply)].sort((a, b) => a - b),
  );
  // With Black to move first, the sides are swapped.
  assert.equal(judge("black", moves, moves, verdicts).accuracy.white, 100);
});

test("records scores from White's side, and none for a mated position", () => {
  assert.deepEqual(evalOf(verdict(30, "a"), "black"), { cp: -30, depth: 8 });
  assert.deepEqual(evalOf({ ...verdict(0), score: { mate: 2 } }, "black"), { mate: -2, depth: 8 });
  assert.equal(evalOf({ ...verdict(0), score: { mate: 0 } }, "black"), undefined);
  assert.deepEqual(forOpponent({ mate: 0 }), { mate: 1 });
});

test("long games get fewer nodes per half-move", () => {
  assert.equal(nodesFor(40, "usual"), 30_000);
  assert.ok(nodesFor(4000, "usual") * 4000 <= 8_000_000);
  assert.ok(nodesFor(40, "quick") < nodesFor(40, "thorough"));
});

const step = (san: string, ...changes: Change[]): Step => ({
  san,
  move: san,
  kind: "quiet",
  capture: false,
  changes,
  text: `${san} is played`,
  position: "",
  key: "",
  turn: "white",
});
const even: Score = { cp: 0 };

test("explains mistakes in the game's own terms", () => {
  const rook = step(
    "Rd8",
    { effect: "moves", piece: "R", from: "d1", to: "d8" },
    { effect: "appears", piece: "q", to: "e1" },
  );
  const takes = step(
    "Qxb2",
    { effect: "captured", piece: "P", from: "b2" },
    { effect: "moves", piece: "q", from: "b6", to: "b2" },
  );
  const makes = step(
    "Be7",
    { effect: "moves", piece: "b", from: "f8", to: "e7" },
    { effect: "appears", piece: "b", to: "d2" },
  );
  const better = step(
    "Nxe5+",
    { effect: "captured", piece: "n", from: "e5" },
    { effect: "moves", piece: "N", from: "f3", to: "e5" },
  );
  const why = (played: Step, answer: Step, after: Score = { cp: -250 }, before: Score = even) =>
    whyOf({ side: "white", played, answer: [answer], better: [better], before, after });

  assert.deepEqual(why(rook, takes), {
    against: [
      "The rook move gave Black a queen on e1.",
      "Black replies Qxb2, which takes a pawn on b2.",
      "It cost about 2.5 pawns.",
    ],
    instead: ["Nxe5+ is better: it takes a knight on e5 and gives check."],
  });
  assert.equal(why(step("a3"), makes).against[0], "Black replies Be7, which spawns a bishop on d2.");
  const moved = (piece: string, to: string): Change => ({ effect: "moves", piece, from: "e2", to });
  const quiet = step("e6", moved("p", "e6"));
  assert.equal(why(step("a3"), quiet).against[0], "Black replies e6.");
  const gives = step("e6", moved("p", "e6"), { effect: "appears", piece: "N", to: "d3" });
  assert.equal(why(step("a3"), gives).against[0], "Black replies e6, which spawns a knight on d3 for White.");
  const further = step("Ke7", moved("k", "e7"), { effect: "goes on", piece: "k", from: "e7", to: "d2" });
  assert.equal(
    why(step("a3"), { ...further, text: "black king to e7, goes on to d2" }).against[0],
    "Black replies Ke7: black king to e7, goes on to d2.",
  );
  assert.deepEqual(
    whyOf({
      side: "white",
      played: step("a3"),
      answer: [],
      better: [step("e3", moved("P", "e3"))],
      before: even,
      after: even,
    }).instead,
    ["e3 is better."],
  );
  assert.deepEqual(why(step("g4"), step("Qh4#"), { mate: -1 }).against, ["Black replies Qh4#, which is mate."]);
  assert.deepEqual(why(step("g4"), step("Qh4+"), { mate: -3 }).against, ["Black then mates in 3, starting with Qh4+."]);
  assert.deepEqual(why(step("g4"), step("h6"), { cp: 0 }, { mate: 2 }).instead, ["Nxe5+ forces mate in 2."]);
  assert.deepEqual(
    whyOf({ side: "white", played: step("a3"), answer: [], better: [], before: even, after: even }).against,
    ["The engine prefers another move."],
  );
});

test("mentions when a reply crosses the seam", () => {
  const over = {
    ...step("Rxh4", { effect: "captured", piece: "R", from: "h4" }),
    ways: [
      [
        { square: "a4", board: "centre" as const },
        { square: "h4", board: "left" as const },
      ],
    ],
  };
  assert.equal(
    whyOf({ side: "white", played: step("a3"), answer: [over], better: [], before: even, after: even }).against[0],
    "Black replies Rxh4, which takes a rook on h4 over the seam.",
  );
});

test("explains a quiet mistake by the line it opened and the square it left undefended", () => {
  const touch = (square: string, board: "left" | "centre" | "right" = "centre") => ({ square, board });
  const played = step("Nc3", { effect: "moves", piece: "N", from: "b1", to: "c3" });
  const reply: Step = { ...step("Rh1"), ways: [[touch("c1"), touch("b1"), touch("a1"), touch("h1", "left")]] };
  const { against } = whyOf({
    side: "white",
    played,
    answer: [reply],
    better: [],
    before: even,
    after: even,
    unguarded: "d2",
  });
  assert.deepEqual(against.slice(0, 2), [
    "It opened the line from c1 through b1 to h1 over the seam for Black.",
    "It left d2 undefended.",
  ]);
  // The move did not open a path that merely ends on its square.
  const short: Step = { ...step("Rb1"), ways: [[touch("c1"), touch("b1")]] };
  assert.ok(
    !whyOf({ side: "white", played, answer: [short], better: [], before: even, after: even }).against.some((one) =>
      one.includes("opened"),
    ),
  );
});

test("explains the purpose of each solution move", () => {
  const take = step("Qxe5", { effect: "captured", piece: "p", from: "e5" });
  const gift = step("Nf3", { effect: "appears", piece: "n", to: "f6" });
  assert.deepEqual(purposes([take, step("Kh8"), gift], "white"), [
    "Qxe5 takes a pawn on e5.",
    "All Nf3 does is spawn a knight on f6 for Black.",
  ]);
});

test("a hint says what it wins, stops, saves or forks", () => {
  const capture = (san: string, piece: string, square: string, from = "d4"): Step => ({
    ...step(san, { effect: "captured", piece, from: square }, { effect: "moves", piece: "N", from, to: square }),
    from,
    to: square,
    capture: true,
  });
  const quiet = step("a3", { effect: "moves", piece: "P", from: "a2", to: "a3" });
  const pass = step("Kg8", { effect: "moves", piece: "k", from: "h8", to: "g8" });
  const lines = (line: Step[], score: Score = even): ScoredLine => ({ line, score });
  const none = { attacks: {}, freed: [], first: false };
  const idea = (line: Step[], more: Partial<Hint> & { score?: Score } = {}) =>
    ideaOf({ move: line[0] ?? quiet, best: lines(line, more.score), threat: null, ...none, ...more }, "white");

  assert.equal(idea([capture("Nxc6", "b", "c6"), pass]), "Nxc6 wins the bishop on c6.");
  // A recapture makes it a trade.
  const back = capture("bxc6", "N", "c6", "b7");
  assert.equal(idea([capture("Nxc6", "b", "c6"), back]), "Nxc6 takes a bishop on c6.");
  assert.equal(idea([capture("Nxc6", "q", "c6"), back]), "Nxc6 wins the queen on c6.");
  assert.equal(idea([quiet, pass], { score: { mate: 3 } }), "a3 forces mate in 3.");

  const mating = { ...step("Qxh7#", { effect: "captured", piece: "P", from: "h7" }), to: "h7" };
  assert.equal(idea([quiet, pass], { threat: lines([mating], { mate: 1 }) }), "a3 stops mate on h7.");
  assert.equal(idea([quiet, pass], { threat: lines([quiet, pass, mating], { mate: 2 }) }), "a3 stops a mate in 2.");
  // Nothing stops the mate if the hint is mated as well.
  assert.equal(
    idea([quiet, pass], { threat: lines([mating], { mate: 1 }), score: { mate: -2 } }),
    "a3 delays mate the longest.",
  );
  const taking = capture("Bxb4", "N", "b4", "e7");
  assert.equal(idea([quiet, pass], { threat: lines([taking, quiet]) }), "a3 saves the knight on b4.");
  assert.equal(idea([quiet, taking], { threat: lines([taking, quiet]) }), "a3 keeps the game level.");

  const prey: Change[] = [
    { effect: "captured", piece: "q", from: "c7" },
    { effect: "captured", piece: "r", from: "g7" },
  ];
  const knight = step("Ne6", { effect: "moves", piece: "N", from: "d4", to: "e6" });
  const then = capture("Nxc7", "q", "c7", "e6");
  assert.equal(idea([knight, pass, then], { attacks: { e6: prey } }), "Ne6 forks the queen on c7 and the rook on g7.");
  assert.equal(
    idea([knight, pass, pass], { attacks: { e6: prey } }),
    "Ne6 attacks the queen on c7 and the rook on g7.",
  );

  // A quiet move is explained by what it prepares, else by the score.
  const freed: Change[] = [{ effect: "moves", piece: "B", from: "c1" }];
  assert.equal(idea([quiet, pass], { freed }), "a3 opens lines for the bishop on c1.");
  assert.equal(
    idea([knight, pass], { freed, first: true }),
    "Ne6 develops the knight and opens lines for the bishop on c1.",
  );
  assert.equal(idea([quiet, pass], { first: true, score: { cp: 123 } }), "a3 keeps an advantage of 1.2 pawns.");
  assert.equal(idea([quiet, pass], { score: { cp: -310 } }), "a3 limits the disadvantage to 3.1 pawns.");
  const castling = step("O-O", { effect: "castles", piece: "K", from: "e1", to: "g1" });
  assert.equal(idea([castling, pass]), "O-O brings the king to safety.");
  const gift = step(
    "e4",
    { effect: "moves", piece: "P", from: "e2", to: "e4" },
    { effect: "appears", piece: "p", to: "d5" },
  );
  assert.equal(idea([gift, pass], { freed }), "e4 opens lines for the bishop on c1.");

  const spawning = step(
    "c4",
    { effect: "moves", piece: "P", from: "c2", to: "c4" },
    { effect: "appears", piece: "N", to: "e6" },
  );
  assert.equal(
    idea([spawning, pass, then], { attacks: { e6: prey } }),
    "c4 spawns a knight on e6 that forks the queen on c7 and the rook on g7.",
  );
});
