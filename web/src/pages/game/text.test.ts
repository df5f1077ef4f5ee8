import assert from "node:assert/strict";
import { test } from "vitest";
import type { Colour, Snapshot, State } from "../../wire.gen";
import { endText, expired, news, numbered, status, lifetimeText, takebackText, verdict, waitText } from "./text";

function gameOf(start: string, turn: Colour, moves: string, takeback: Colour, to: number): Snapshot {
  const played = moves.split(" ").map((san) => ({ move: "", san, text: "", key: "", at: 0 }));
  return {
    start,
    turn,
    moves: played,
    ply: played.length,
    offers: { takeback },
    undo: { [takeback]: to },
  } as Partial<Snapshot> as Snapshot;
}

test("a takeback offer lists the moves it would undo", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const two = gameOf(start, "white", "e4 e5", "white", 0);
  assert.equal(takebackText(two, false), "1. e4 and your reply 1… e5");
  assert.equal(takebackText(two, true), "1. e4 and the reply 1… e5");
  assert.equal(takebackText(gameOf(start, "white", "e4 e5", "black", 1), false), "1… e5");
  assert.equal(takebackText(gameOf(start, "black", "e4 e5 Nf3", "white", 2), false), "2. Nf3");
});

test("moves are numbered from the start position", () => {
  const game = gameOf("4k3/8/8/8/8/8/8/R3K3 b - - 9 80", "white", "Ke7 Ra2 Kd7", "white", 1);
  assert.deepEqual(
    [0, 1, 2].map((ply) => numbered(game, ply)),
    ["80… Ke7", "81. Ra2", "81… Kd7"],
  );
});

/** Returns a game between two people after some moves, seen by Black. */
function seen(moves: string[], rest: Partial<Snapshot> = {}): Snapshot {
  const turn: Colour = moves.length % 2 === 0 ? "white" : "black";
  const players = { white: { name: "Ada", here: true }, black: { name: "Ben", here: true } };
  const played = moves.map((move) => ({ move, san: move, text: `moved ${move}`, key: "", at: 0 }));
  const game: Partial<Snapshot> = {
    start: "",
    seat: "black",
    turn,
    players,
    moves: played,
    ply: moves.length,
    offers: {},
    result: null,
  };
  return { ...game, ...rest } as Snapshot;
}

const quiet = { turn: "black", checked: [], outcome: { result: "" }, moves: [] } as Partial<State> as State;

test("announces new moves, including one that replaced another", () => {
  assert.equal(news(seen([]), seen(["g1f3"]), quiet), "Moved g1f3.");
  assert.equal(news(seen(["b1c3"]), seen(["g1f3"]), quiet), "Moved g1f3.");
  assert.equal(news(seen(["g1f3"]), seen(["g1f3"], { spectators: 2 }), quiet), "");
  assert.match(news(seen(["g1f3", "a7a6"]), seen(["g1f3"]), quiet), /^Move taken back\. /);
});

test("announces an offer to both players but not to spectators", () => {
  const before = seen(["e4"]);
  const offers = { draw: "white" as const };
  assert.equal(news(before, seen(["e4"], { offers }), quiet), "Ada offers a draw.");
  assert.equal(news(before, seen(["e4"], { offers, seat: "white" }), quiet), "You offered a draw.");
  assert.equal(news(before, seen(["e4"], { offers, seat: null }), quiet), "");
  assert.equal(
    news(before, seen(["e4"], { offers: { takeback: "white" }, undo: { white: 0 } }), quiet),
    "Ada asks to take back 1. e4.",
  );
  assert.equal(news(seen(["e4"], { offers }), seen(["e4"], { offers, spectators: 1 }), quiet), "");
});

test("announces mate once, without check", () => {
  const ended = { result: "1-0", reason: "checkmate", sentence: "checkmate: White wins" } as const;
  const mated = { ...quiet, checked: ["e8"], outcome: ended } as State;
  assert.equal(news(seen([]), seen(["d1h5"]), mated), "Moved d1h5. Checkmate: White wins.");
  assert.equal(news(seen(["d1h5"]), seen(["d1h5"], { result: ended }), mated), "");
  assert.equal(news(seen([]), seen(["d1h5"]), { ...quiet, checked: ["e8"] }), "Moved d1h5. You are in check.");
  const resigned = { result: "1-0", reason: "resignation", sentence: "Black resigns: White wins" } as const;
  assert.equal(news(seen(["d1h5"]), seen(["d1h5"], { result: resigned }), quiet), "Black resigns: White wins.");
});

test("describes an expired challenge for its creator and for visitors", () => {
  const aborted = { result: "", reason: "aborted", sentence: "the game was aborted: nobody continued it" } as const;
  const challenge = (rest: Partial<Snapshot>) =>
    seen([], { open: true, players: { white: null, black: { name: "Ben", here: false } }, result: aborted, ...rest });
  assert.equal(verdict(challenge({})), "Challenge closed");
  assert.equal(status(challenge({}), quiet), "The challenge is closed.");
  assert.match(endText(challenge({})), /before you left/);
  assert.match(endText(challenge({ keep: 3 })), /^Nobody accepted it in time/);
  assert.match(endText(challenge({ seat: null })), /^This challenge has ended/);
  // A game that was cancelled, or that both players have left, has not expired.
  assert.ok(!expired(challenge({ result: { ...aborted, side: "black" } })));
  assert.ok(!expired(seen([], { open: true, result: aborted })));
  assert.match(lifetimeText(challenge({})), /keep this page open/);
  assert.match(lifetimeText(challenge({ keep: 1 })), /for a day/);
  assert.match(lifetimeText(challenge({ keep: 3 })), /for 3 days/);
});

test("shows the place in the queue", () => {
  const waiting = (place: number) => status(seen(["e4"], { thinking: { place } }), quiet);
  assert.equal(waiting(2), "The computer is busy: 2 games are ahead of yours in the queue.");
  assert.equal(waiting(1), "The computer is busy: 1 game is ahead of yours in the queue.");
  assert.equal(waiting(0), "The computer is thinking.");
});

test("formats the wait before a claim", () => {
  assert.deepEqual([14_200, 60_000, 61_000, 3_600_000, 86_000_000].map(waitText), [
    "0:15",
    "1:00",
    "1:01",
    "60:00",
    "24 hours",
  ]);
});
