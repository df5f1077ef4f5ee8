import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test, vi } from "vitest";
import type { FromEngine, ToEngine } from "../rules/engine.worker";
import { rules } from "../rules/rules";
import "../rules/wasm";
import { pageCodes, pageTexts } from "../../texts.mjs";
import { setLanguage } from "../text/text";
import type { MoveInfo } from "../wire.gen";
import { savedGames, loadGame, deleteGame } from "./savedGames";
import { seatName } from "./text";
import { createLocal, LocalGame, type LocalOptions } from "./local";

const storage: Record<string, string> = {};
Object.defineProperties(storage, {
  getItem: { value: (key: string) => storage[key] ?? null },
  setItem: { value: (key: string, value: string) => Object.assign(storage, { [key]: value }) },
  removeItem: { value: (key: string) => void delete storage[key] },
});

/** An engine that responds when the test calls for it. */
class FakeWorker {
  static searches: Extract<ToEngine, { type: "search" }>[] = [];
  static last: FakeWorker;
  onmessage: ((event: { data: FromEngine }) => void) | undefined;

  constructor() {
    FakeWorker.last = this;
  }

  postMessage(message: ToEngine): void {
    if (message.type === "search") FakeWorker.searches.push(message);
  }

  terminate(): void {}

  static async answer(move: string): Promise<void> {
    const { id } = FakeWorker.searches.at(-1)!;
    FakeWorker.last.onmessage?.({ data: { type: "result", id, result: JSON.stringify({ move, san: move }) } });
    // The game awaits the search twice, with the minimum delay in between.
    for (let i = 0; i < 5; i++) await Promise.resolve();
    vi.advanceTimersByTime(500);
    for (let i = 0; i < 5; i++) await Promise.resolve();
  }
}

Object.assign(globalThis, {
  localStorage: storage,
  Worker: FakeWorker,
  addEventListener: () => {},
  removeEventListener: () => {},
});

// The real rules, as built by scripts/web.
const folder = `${process.cwd()}/public`;
await import(/* @vite-ignore */ `${folder}/wasm_exec.js`);
const program = new Go();
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/tain.wasm`), program.importObject);
void program.run(instance);

function described(move: string): MoveInfo {
  return { move, san: move, kind: "quiet", capture: false, changes: [], text: move };
}

let game: LocalGame;

function begin(options: Partial<LocalOptions>): LocalGame {
  const id = createLocal(rules, { variant: "chess", seat: "both", control: null, ...options });
  game = new LocalGame(loadGame(id)!, rules);
  return game;
}

const shown = () => game.get().game;
const moves = () =>
  shown()
    .moves.map((each) => each.move)
    .join(" ");
const play = (...list: string[]) => {
  for (const move of list) game.move(described(move));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 1_000_000 });
  FakeWorker.searches = [];
});
afterEach(() => {
  setLanguage("en", []);
  game.close();
  vi.useRealTimers();
  for (const { id } of savedGames()) deleteGame(id);
});

test("clocks start after each side's first move and add the increment", () => {
  begin({ control: { initial: 60_000, increment: 2000 } });
  vi.advanceTimersByTime(5000);
  play("e2e4");
  vi.advanceTimersByTime(5000);
  play("e7e5");
  assert.deepEqual([shown().clocks?.white, shown().clocks?.black, shown().clocks?.running], [60_000, 60_000, "white"]);
  vi.advanceTimersByTime(10_000);
  play("g1f3");
  assert.deepEqual([shown().clocks?.white, shown().clocks?.running], [52_000, "black"]);
  game.takeback();
  assert.equal(moves(), "e2e4 e7e5");
  assert.equal(shown().clocks?.white, 60_000);
});

test("a loss on time is saved", () => {
  begin({ control: { initial: 30_000 } });
  play("e2e4", "e7e5");
  vi.advanceTimersByTime(31_000);
  assert.equal(shown().result?.reason, "time");
  assert.equal(shown().result?.result, "0-1");
  play("g1f3");
  assert.equal(moves(), "e2e4 e7e5");
  assert.equal(loadGame(shown().id)?.game.result?.reason, "time");
});

test("resigning and aborting end the game with the right result", () => {
  begin({ seat: "black", level: 1 });
  game.resign();
  assert.equal(shown().result?.result, "1-0");
  game.close();
  begin({});
  game.abort();
  assert.deepEqual([shown().result?.result, shown().result?.reason], ["", "aborted"]);
});

test("closing a game stops its clock; reopening resumes it", () => {
  begin({ control: { initial: 30_000 } });
  play("e2e4", "e7e5");
  vi.advanceTimersByTime(10_000);
  game.close();
  vi.advanceTimersByTime(1_000_000);
  game = new LocalGame(loadGame(shown().id)!, rules);
  assert.equal(moves(), "e2e4 e7e5");
  assert.equal(shown().clocks?.white, 20_000);
  vi.advanceTimersByTime(21_000);
  assert.equal(shown().result?.reason, "time");
});

test("the computer replies at its level, and the player cannot move for it", async () => {
  begin({ seat: "white", level: 7 });
  play("e2e4");
  assert.ok(shown().thinking);
  assert.equal(FakeWorker.searches[0]?.request.level, 7);
  assert.deepEqual(FakeWorker.searches[0]?.request.moves, ["e2e4"]);
  play("e7e5");
  assert.equal(moves(), "e2e4");
  await FakeWorker.answer("e7e6");
  assert.equal(moves(), "e2e4 e7e6");
  assert.equal(shown().thinking, undefined);
});

test("a reply to a move that was taken back is discarded", async () => {
  begin({ seat: "white", level: 7 });
  play("e2e4");
  game.takeback();
  assert.equal(moves(), "");
  await FakeWorker.answer("e7e6");
  assert.equal(moves(), "");
});

test("Black cannot take back the computer's first move", async () => {
  begin({ seat: "black", level: 1 });
  await FakeWorker.answer("e2e4");
  game.takeback();
  assert.equal(moves(), "e2e4");
  assert.match(game.get().problem, /no move/);
});

test("checkmate ends the game, and a draw needs the opponent's agreement", () => {
  begin({ seat: "white", level: 1 });
  game.draw("offer");
  assert.equal(shown().result, null);
  assert.equal(game.get().problem, "The computer declines the draw.");
  game.close();
  begin({});
  play("f2f3", "e7e5", "g2g4", "d8h4");
  assert.equal(shown().result?.reason, "checkmate");
  game.takeback();
  assert.equal(shown().result, null);
  game.draw("offer");
  assert.equal(shown().result?.reason, "agreement");
});

test("a rematch swaps colours", () => {
  begin({ seat: "white", level: 5, name: "Ada" });
  const next = loadGame(game.again())!.game;
  assert.equal(next.seat, "black");
  assert.equal(next.players.black?.name, "Ada");
  assert.equal(next.players.white?.computer, 5);
});

test("unnamed players have a name in the page's language and are saved without one", () => {
  const german = pageTexts("de");
  setLanguage(
    "de",
    pageCodes().map((code) => german[code] ?? null),
  );
  begin({ seat: "white", level: 5 });
  assert.equal(seatName(shown(), "white"), "Du");
  assert.equal(loadGame(shown().id)?.game.players.white?.name, "");
  game.close();
  begin({});
  assert.deepEqual([seatName(shown(), "white"), seatName(shown(), "black")], ["Weiß", "Schwarz"]);
  setLanguage("en", []);
  assert.deepEqual([seatName(shown(), "white"), seatName(shown(), "black")], ["White", "Black"]);
  game.close();
  begin({ seat: "black", level: 5, name: "Ada" });
  assert.equal(seatName(shown(), "black"), "Ada");
});

test("a game deleted on another page stays deleted", () => {
  begin({ control: { initial: 30_000 } });
  play("e2e4", "e7e5");
  deleteGame(shown().id);
  game.close();
  assert.deepEqual(savedGames(), []);
});

test("a game deleted on another page can be continued but is not saved", () => {
  begin({});
  play("e2e4");
  deleteGame(shown().id);
  play("e7e5");
  assert.equal(moves(), "e2e4 e7e5");
  assert.match(game.get().problem, /deleted/);
  game.resign();
  assert.deepEqual(savedGames(), []);
});

test("ignores stored entries that are not games", () => {
  begin({});
  storage["tain.game.broken"] = "{";
  storage["tain.game.other"] = JSON.stringify({ id: "other", moves: "none" });
  assert.equal(savedGames().length, 1);
  delete storage["tain.game.broken"];
  delete storage["tain.game.other"];
});
