import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { FromEngine, ToEngine } from "../rules/engine.worker";
import type { Rules } from "../rules/rules";
import type { Colour, LineAnswer, MoveInfo, VariantInfo } from "../wire.gen";
import { savedGames, loadGame, deleteGame } from "./savedGames";
import { createLocal, LocalGame, type LocalOptions } from "./local";

const kept: Record<string, string> = {};
Object.defineProperties(kept, {
  getItem: { value: (key: string) => kept[key] ?? null },
  setItem: { value: (key: string, value: string) => void (kept[key] = value) },
  removeItem: { value: (key: string) => void delete kept[key] },
});

/** An engine that answers when the test says so. */
class FakeWorker {
  static asked: Extract<ToEngine, { type: "search" }>[] = [];
  static last: FakeWorker;
  onmessage: ((event: { data: FromEngine }) => void) | undefined;

  constructor() {
    FakeWorker.last = this;
  }

  postMessage(message: ToEngine): void {
    if (message.type === "search") FakeWorker.asked.push(message);
  }

  terminate(): void {}

  static async answer(move: string): Promise<void> {
    const { id } = FakeWorker.asked.at(-1)!;
    FakeWorker.last.onmessage?.({ data: { type: "result", id, result: JSON.stringify({ move, san: move }) } });
    // The search is awaited twice, and the least pause in between.
    for (let i = 0; i < 5; i++) await Promise.resolve();
    mock.timers.tick(500);
    for (let i = 0; i < 5; i++) await Promise.resolve();
  }
}

Object.assign(globalThis, {
  localStorage: kept,
  Worker: FakeWorker,
  addEventListener: () => {},
  removeEventListener: () => {},
});

const info = { name: "chess", start: "start w - - 0 1" } as VariantInfo;

function described(move: string): MoveInfo {
  return { move, san: move, kind: "quiet", capture: false, changes: [], text: move };
}

/** Rules under which every move can be played, and "mate" ends the game. */
const rules = {
  line({ start, moves = [] }): LineAnswer {
    const turn = (ply: number): Colour => (ply % 2 === 0 ? "white" : "black");
    const steps = moves.map((move, ply) => ({ ...described(move), position: `after ${move}`, key: String(ply + 1), turn: turn(ply + 1) }));
    const over = moves.at(-1) === "mate" || (start === "mated" && moves.length === 0);
    return {
      start: start ?? "",
      steps,
      state: {
        variant: "chess", position: steps.at(-1)?.position ?? "", key: String(moves.length), turn: turn(moves.length), study: false,
        pieces: {}, squares: [], checked: [], moves: [described("best")],
        outcome: over ? { result: "0-1", reason: "checkmate", sentence: "checkmate: Black wins" } : { result: "" },
      },
    };
  },
  // Against somebody who played "bare" no flag loses.
  ending({ position, reason, side }) {
    const drawn = reason === "agreement" || position === "after bare";
    const result = reason === "aborted" ? "" : drawn ? "1/2-1/2" : side === "white" ? "0-1" : "1-0";
    return { result, reason, sentence: `${side}: ${reason}` };
  },
} as Partial<Rules> as Rules;

let game: LocalGame;

function begin(options: Partial<LocalOptions>): LocalGame {
  const id = createLocal({ variant: "chess", seat: "both", control: null, ...options }, info);
  game = new LocalGame(loadGame(id)!, rules, info);
  return game;
}

const shown = () => game.get().game;
const moves = () => shown().moves.map((each) => each.move).join(" ");
const play = (...list: string[]) => list.forEach((move) => game.move(described(move)));

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  FakeWorker.asked = [];
});
afterEach(() => {
  game.close();
  mock.timers.reset();
  for (const { id } of savedGames()) deleteGame(id);
});

test("the first move of each side is free, then the clock runs and grows", () => {
  begin({ control: { initial: 60_000, increment: 2000 } });
  mock.timers.tick(5000);
  play("a");
  mock.timers.tick(5000);
  play("b");
  assert.deepEqual([shown().clocks?.white, shown().clocks?.black, shown().clocks?.running], [60_000, 60_000, "white"]);
  mock.timers.tick(10_000);
  play("c");
  assert.deepEqual([shown().clocks?.white, shown().clocks?.running], [52_000, "black"]);
  game.takeback();
  assert.equal(moves(), "a b");
  assert.equal(shown().clocks?.white, 60_000);
});

test("a flag falls", () => {
  begin({ control: { initial: 30_000 } });
  play("a", "b");
  mock.timers.tick(31_000);
  assert.deepEqual(shown().result, { result: "0-1", reason: "time", sentence: "white: time" });
  play("c");
  assert.equal(moves(), "a b");
});

test("the rules say how a game ends that no position ends", () => {
  begin({ control: { initial: 30_000 } });
  play("a", "bare");
  mock.timers.tick(31_000);
  assert.deepEqual(shown().result, { result: "1/2-1/2", reason: "time", sentence: "white: time" });
  game.close();
  begin({ seat: "black", level: 1 });
  game.resign();
  assert.deepEqual(shown().result, { result: "1-0", reason: "resignation", sentence: "black: resignation" });
  game.close();
  begin({});
  game.abort();
  assert.deepEqual(shown().result, { result: "", reason: "aborted", sentence: "white: aborted" });
});

test("a closed game stands still, and is there again", () => {
  begin({ control: { initial: 30_000 } });
  play("a", "b");
  mock.timers.tick(10_000);
  game.close();
  mock.timers.tick(1_000_000);
  game = new LocalGame(loadGame(shown().id)!, rules, info);
  assert.equal(moves(), "a b");
  assert.equal(shown().clocks?.white, 20_000);
  mock.timers.tick(21_000);
  assert.equal(shown().result?.reason, "time");
});

test("the computer answers at its level, and nobody moves for it", async () => {
  begin({ seat: "white", level: 7 });
  play("a");
  assert.ok(shown().thinking);
  assert.equal(FakeWorker.asked[0]?.request.level, 7);
  assert.deepEqual(FakeWorker.asked[0]?.request.moves, ["a"]);
  play("b");
  assert.equal(moves(), "a");
  await FakeWorker.answer("c");
  assert.equal(moves(), "a c");
  assert.equal(shown().thinking, undefined);
});

test("an answer to a move that was taken back is forgotten", async () => {
  begin({ seat: "white", level: 7 });
  play("a");
  game.takeback();
  assert.equal(moves(), "");
  await FakeWorker.answer("c");
  assert.equal(moves(), "");
});

test("Black takes no move of the computer back", async () => {
  begin({ seat: "black", level: 1 });
  await FakeWorker.answer("a");
  game.takeback();
  assert.equal(moves(), "a");
  assert.match(game.get().problem, /no move to take back yet/);
});

test("the rules end the game, and a draw needs somebody to agree", () => {
  begin({ seat: "white", level: 1 });
  game.draw("offer");
  assert.equal(shown().result, null);
  assert.match(game.get().problem, /declines/);
  game.close();
  begin({});
  play("a", "mate");
  assert.equal(shown().result?.reason, "checkmate");
  game.takeback();
  assert.equal(shown().result, null);
  game.draw("offer");
  assert.equal(shown().result?.reason, "agreement");
});

test("a game deleted on another page stays deleted", () => {
  begin({ control: { initial: 30_000 } });
  play("a", "b");
  deleteGame(shown().id);
  game.close();
  assert.deepEqual(savedGames(), []);
});

test("a game deleted on another page is played on and not kept", () => {
  begin({});
  play("a");
  deleteGame(shown().id);
  play("b");
  assert.equal(moves(), "a b");
  assert.match(game.get().problem, /deleted/);
  game.resign();
  assert.deepEqual(savedGames(), []);
});

test("a game that begins at its end is over, for the computer too", () => {
  begin({ start: "mated", seat: "black", level: 1 });
  assert.equal(shown().result?.reason, "checkmate");
  assert.equal(shown().thinking, undefined);
  assert.equal(loadGame(shown().id)?.result?.reason, "checkmate");
  assert.deepEqual(FakeWorker.asked, []);
});

test("what is not a game is no game", () => {
  begin({});
  kept["tain.game.broken"] = "{";
  kept["tain.game.other"] = JSON.stringify({ id: "other", moves: "none" });
  assert.equal(savedGames().length, 1);
  delete kept["tain.game.broken"];
  delete kept["tain.game.other"];
});
