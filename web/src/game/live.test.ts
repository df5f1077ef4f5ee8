import assert from "node:assert/strict";
import { afterEach, test, vi } from "vitest";
import type { ClientMessage, MoveInfo, ServerMessage, Snapshot } from "../wire.gen";
import { LiveGame } from "./live";
import { backoff } from "./socket";

/** A socket whose other end is controlled by the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  open(game: Snapshot): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.say({ type: "game", game });
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  lose(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  /** The messages sent, except pings. */
  get commands() {
    return this.sent.filter((each) => each.type !== "ping");
  }
}

const listeners = new Map<string, () => void>();
const listen = (type: string, listener: () => void) => void listeners.set(type, listener);
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { href: "http://here/" },
  document: { visibilityState: "visible", addEventListener: listen, removeEventListener: () => {} },
  addEventListener: listen,
  removeEventListener: () => {},
});

const start: Snapshot = {
  id: "g",
  variant: "chess",
  start: "",
  moves: [],
  position: "start",
  key: "k0",
  ply: 0,
  takebacks: 0,
  turn: "white",
  players: { white: { name: "Ada", here: true }, black: { name: "Ben", here: true } },
  seat: "white",
  control: null,
  clocks: null,
  offers: {},
  undo: {},
  result: null,
  open: false,
  spectators: 0,
  created: 0,
};

const e4: MoveInfo = {
  move: "e2e4",
  san: "e4",
  from: "e2",
  to: "e4",
  kind: "quiet",
  capture: false,
  changes: [],
  text: "White pawn to e4",
};
const played = { move: "e2e4", san: "e4", text: "White pawn to e4", key: "k1", at: 1 };
const answered = { move: "e7e5", san: "e5", text: "Black pawn to e5", key: "k2", at: 2 };
const after = { ...start, moves: [played], position: "p1", key: "k1", ply: 1, turn: "black" as const };

let game: LiveGame | undefined;
afterEach(() => game?.close());

function begin(first = start): FakeSocket {
  game?.close();
  game = new LiveGame(first);
  FakeSocket.last.open(first);
  return FakeSocket.last;
}

const view = () => game!.get();
const shown = () =>
  view()
    .game.moves.map((each) => each.san)
    .join(" ");

test("a move is shown at once and stays when the server confirms it", () => {
  const socket = begin();
  game?.move(e4);
  assert.equal(shown(), "e4");
  assert.equal(view().game.turn, "black");
  const { n, ...sent } = socket.commands.at(-1)!;
  assert.deepEqual(sent, { type: "move", game: "g", ply: 0, takebacks: 0, key: "k0", move: "e2e4" });
  socket.say({ type: "done", n });
  assert.equal(shown(), "e4");
  socket.say({ type: "move", game: "g", ply: 1, move: played, position: "p1", clocks: null, undo: {} });
  assert.equal(shown(), "e4");
  assert.equal(view().game.key, "k1");
  assert.equal(view().unconfirmed, 0);
});

test("a rejected move is removed and the reason is shown", () => {
  const socket = begin();
  game?.move(e4);
  socket.say({
    type: "error",
    n: socket.commands.at(-1)!.n,
    code: "king-attacked",
    message: "your king would be attacked",
  });
  assert.equal(shown(), "");
  assert.equal(view().problem, "your king would be attacked");
});

test("a move made offline is sent after reconnecting", () => {
  const socket = begin();
  socket.lose();
  assert.equal(view().connection, "lost");
  game?.move(e4);
  assert.equal(shown(), "e4");
  listeners.get("online")?.();
  assert.notEqual(FakeSocket.last, socket);
  FakeSocket.last.open(start);
  assert.deepEqual(
    FakeSocket.last.commands.map((each) => each.type),
    ["move"],
  );
});

test("a dead connection is replaced when the network returns, and the move is resent", () => {
  const socket = begin();
  game?.move(e4);
  listeners.get("online")?.();
  assert.notEqual(FakeSocket.last, socket);
  assert.equal(shown(), "e4");
  FakeSocket.last.open(start);
  assert.deepEqual(
    FakeSocket.last.commands.map((each) => each.type),
    ["move"],
  );
});

test("an unanswered move is resent on a new connection", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    const socket = begin();
    vi.advanceTimersByTime(1000);
    game?.move(e4);
    vi.advanceTimersByTime(6500);
    vi.advanceTimersByTime(500);
    assert.notEqual(FakeSocket.last, socket);
    FakeSocket.last.open(start);
    assert.deepEqual(
      FakeSocket.last.commands.map((each) => each.type),
      ["move"],
    );
  } finally {
    game?.close();
    vi.useRealTimers();
  }
});

test("a player is warned within 3 s that the server is silent, and the same connection may recover", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    const socket = begin();
    const answer = () => {
      const ping = socket.sent.findLast((each) => each.type === "ping");
      socket.say({ type: "pong", n: ping?.n ?? 0, now: 0 });
    };
    answer();
    vi.advanceTimersByTime(1000);
    assert.equal(view().connection, "open");
    vi.advanceTimersByTime(2000);
    assert.equal(view().connection, "lost");
    answer();
    assert.equal(view().connection, "open");
    assert.equal(FakeSocket.last, socket);
  } finally {
    game?.close();
    vi.useRealTimers();
  }
});

test("a spectator who takes a seat is warned of a silent server within 3 s", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    begin({ ...start, seat: null });
    game?.seated(start);
    FakeSocket.last.open(start);
    FakeSocket.last.say({ type: "pong", n: 0, now: 0 });
    vi.advanceTimersByTime(3000);
    assert.equal(view().connection, "lost");
  } finally {
    game?.close();
    vi.useRealTimers();
  }
});

test("estimates the server time from clocks whose delay is still running", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  try {
    const off = (at: number) => {
      begin({
        ...start,
        control: { initial: 60_000, delay: 5000 },
        clocks: { white: 60_000, black: 60_000, running: "white", at },
      });
      return game!.now() - Date.now();
    };
    assert.equal(off(1_000_000 + 4000), 0);
    assert.equal(off(1_000_000 + 3_600_000), 3_595_000);
  } finally {
    vi.useRealTimers();
  }
});

test("a move received before the connection was lost is not resent", () => {
  const socket = begin();
  game?.move(e4);
  socket.lose();
  listeners.get("online")?.();
  FakeSocket.last.open(after);
  assert.deepEqual(FakeSocket.last.commands, []);
  assert.equal(shown(), "e4");
  assert.equal(view().problem, "");
});

test("a move for an outdated position is dropped and reported", () => {
  const socket = begin();
  socket.lose();
  game?.move(e4);
  listeners.get("online")?.();
  FakeSocket.last.open({ ...start, moves: [{ ...played, move: "d2d4", san: "d4" }], key: "k9", ply: 1, turn: "black" });
  assert.equal(shown(), "d4");
  assert.match(view().problem, /too late/);
});

test("a move taken back while offline is not resent", () => {
  const socket = begin();
  game?.move(e4);
  socket.lose();
  listeners.get("online")?.();
  FakeSocket.last.open({ ...start, takebacks: 1 });
  assert.deepEqual(FakeSocket.last.commands, []);
  assert.equal(shown(), "");
});

test("a gap before the first move requests the whole game", () => {
  const socket = begin();
  socket.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  assert.equal(shown(), "");
  assert.equal(socket.commands.at(-1)?.type, "sync");
});

test("a gap requests the missing moves and merges them", () => {
  const socket = begin(after);
  const third = { ...played, move: "g1f3", san: "Nf3", key: "k3" };
  socket.say({ type: "move", game: "g", ply: 3, move: third, position: "p3", clocks: null, undo: {} });
  const request = socket.commands.at(-1);
  assert.deepEqual({ ...request, n: 0 }, { type: "sync", n: 0, game: "g", ply: 1, takebacks: 0 });
  socket.say({ type: "game", game: { ...after, from: 1, moves: [answered, third], ply: 3, turn: "black", key: "k3" } });
  assert.deepEqual(
    view().game.moves.map((each) => each.san),
    [played.san, answered.san, "Nf3"],
  );
  // The server may omit only moves that the page already has.
  socket.say({ type: "game", game: { ...after, from: 5, moves: [third], ply: 6 } });
  assert.deepEqual({ ...socket.commands.at(-1), n: 0 }, { type: "sync", n: 0, game: "g", ply: 0, takebacks: 0 });
  assert.equal(view().game.ply, 3);
});

test("returned time is reported until the next move", () => {
  const socket = begin(after);
  const returned = { side: "black", time: 9000, message: "the server was away" } as const;
  socket.say({ type: "game", game: { ...after, returned } });
  assert.equal(view().problem, "the server was away");
  socket.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  assert.equal(view().problem, "");
  assert.equal(view().game.returned, undefined);
});

test("a duplicate move changes nothing", () => {
  const socket = begin(after);
  socket.say({ type: "move", game: "g", ply: 1, move: played, position: "p1", clocks: null, undo: {} });
  assert.equal(shown(), "e4");
});

test("a draw offer lapses when the opponent moves", () => {
  const socket = begin({ ...after, offers: { draw: "white", takeback: "white" } });
  socket.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  assert.deepEqual(view().game.offers, {});
  const other = begin({ ...after, offers: { draw: "black" } });
  other.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  assert.deepEqual(view().game.offers, { draw: "black" });
});

test("after a declined draw, a player can offer again after their next move", () => {
  const socket = begin({ ...start, barred: ["draw"] });
  game?.move(e4);
  assert.equal(view().game.barred, undefined);
  socket.say({ type: "move", game: "g", ply: 1, move: played, position: "p1", clocks: null, undo: {} });
  assert.equal(view().game.barred, undefined);
  const other = begin({ ...after, barred: ["draw"] });
  other.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  assert.deepEqual(view().game.barred, ["draw"]);
});

test("a server notice clears on reconnecting, and an error on the next move", () => {
  const socket = begin();
  socket.say({ type: "bye", message: "the server is shutting down" });
  assert.equal(view().problem, "the server is shutting down");
  socket.lose();
  assert.equal(view().problem, "the server is shutting down");
  listeners.get("online")?.();
  FakeSocket.last.open(start);
  assert.equal(view().problem, "");

  const { last } = FakeSocket;
  game?.takeback("offer");
  last.say({
    type: "error",
    n: last.commands.at(-1)!.n,
    code: "nothing",
    message: "there is no move to take back",
  });
  last.say({ type: "here", white: true, black: false, spectators: 3 });
  assert.equal(view().problem, "there is no move to take back");
  last.say({ type: "move", game: "g", ply: 1, move: played, position: "p1", clocks: null, undo: {} });
  assert.equal(view().problem, "");
});

test("an offer made right after a move refers to the position after it", () => {
  const socket = begin();
  game?.move(e4);
  game?.draw("offer");
  const offer = (at: FakeSocket) => at.commands.find((each) => each.type === "draw");
  assert.deepEqual({ ...offer(socket), n: 0 }, { type: "draw", n: 0, game: "g", ply: 1, takebacks: 0, do: "offer" });
  // The offer stays queued until it is confirmed, whether or not the server has received the move.
  for (const reached of [start, after]) {
    FakeSocket.last.lose();
    listeners.get("online")?.();
    FakeSocket.last.open(reached);
    assert.equal(offer(FakeSocket.last)?.type, "draw");
  }
});

test("a stale command resyncs the game and reports the error", () => {
  const socket = begin();
  game?.draw("offer");
  const refusal = {
    type: "error",
    n: socket.commands.at(-1)!.n,
    code: "stale",
    message: "the game has gone on",
  } as const;
  socket.say(refusal);
  socket.say({ type: "move", game: "g", ply: 1, move: played, position: "p1", clocks: null, undo: {} });
  assert.equal(socket.commands.at(-1)?.type, "sync");
  socket.say({ type: "game", game: after });
  socket.say({ type: "game", game: after });
  assert.equal(view().problem, "the game has gone on");
  socket.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  assert.equal(view().problem, "");
});

test("reports an offer that the opponent declines or withdraws", () => {
  for (const [kind, declined, withdrawn] of [
    ["draw", "Ben declines the draw.", "Ben withdraws the draw offer."],
    ["takeback", "Ben declines the takeback.", "Ben withdraws the takeback request."],
  ] as const) {
    const socket = begin({ ...after, offers: { [kind]: "white" } });
    socket.say({ type: "game", game: { ...after, barred: [kind], ended: [{ what: kind, of: "white", by: "black" }] } });
    assert.equal(view().problem, declined);
    const other = begin({ ...after, offers: { [kind]: "black" } });
    other.say({ type: "game", game: { ...after, ended: [{ what: kind, of: "black", by: "black" }] } });
    assert.equal(view().problem, withdrawn);
  }
  const over = { ...after, result: { result: "1-0", reason: "resignation", sentence: "Black resigns" } } as const;
  begin({ ...over, offers: { rematch: "white" } }).say({
    type: "game",
    game: { ...over, barred: ["rematch"], ended: [{ what: "rematch", of: "white", by: "black" }] },
  });
  assert.equal(view().problem, "Ben declines the rematch.");
});

test("reports the computer's reply to an offer that was never pending", () => {
  const players = { ...after.players, black: { name: "Computer, level 5", computer: 5, here: true } };
  const socket = begin({ ...after, players });
  game?.draw("offer");
  socket.say({ type: "done", n: socket.commands.at(-1)!.n });
  socket.say({
    type: "game",
    game: { ...after, players, barred: ["draw"], ended: [{ what: "draw", of: "white", by: "black" }] },
  });
  assert.equal(view().problem, "The computer declines the draw.");
});

test("an offer the player declines or withdraws disappears at once without a message", () => {
  for (const [by, action, barred] of [
    ["white", "withdraw", ["draw"]],
    ["black", "decline", undefined],
  ] as const) {
    const socket = begin({ ...after, offers: { draw: by } });
    game?.draw(action);
    assert.equal(view().game.offers.draw, undefined);
    // The confirmation may arrive before or after the snapshot.
    socket.say({ type: "done", n: socket.commands.at(-1)!.n });
    assert.equal(view().game.offers.draw, undefined);
    socket.say({
      type: "game",
      game: { ...after, barred: barred && [...barred], ended: [{ what: "draw", of: by, by: "white" }] },
    });
    assert.equal(view().problem, "");
    assert.equal(view().unconfirmed, 0);
  }
});

test("an offer superseded by a move is dropped silently", () => {
  const socket = begin({ ...after, offers: { draw: "white", takeback: "black" } });
  socket.say({ type: "move", game: "g", ply: 2, move: answered, position: "p2", clocks: null, undo: {} });
  socket.say({
    type: "game",
    game: { ...after, moves: [played, answered], position: "p2", key: "k2", ply: 2, turn: "white" },
  });
  assert.equal(view().problem, "");
});

test("reconnect delays grow up to a limit", () => {
  assert.equal(backoff(0, 0), 200);
  assert.equal(backoff(0, 1), 400);
  assert.equal(backoff(3, 1), 400);
  assert.equal(backoff(4, 1), 800);
  assert.equal(backoff(6, 1), 3200);
  assert.equal(backoff(40, 1), 15_000);
});

test("the mover's clock keeps running while an offline move is unsent", () => {
  const clocks = { white: 60_000, black: 60_000, running: "white" as const, at: Date.now() };
  const socket = begin({ ...start, control: { initial: 60_000 }, clocks });
  game?.move(e4);
  assert.equal(view().game.clocks?.running, null, "the clock is stopped while connected");
  socket.lose();
  assert.deepEqual(view().game.clocks, clocks, "the clock runs while disconnected");
  assert.equal(shown(), "e4");
});

test("the last three chat phrases are shown, and phrases are not queued offline", () => {
  const socket = begin();
  game?.say("hello");
  assert.equal(socket.commands.at(-1)?.type, "say");
  for (const phrase of ["hello", "good-luck", "thanks", "oops"] as const)
    socket.say({ type: "phrase", by: "black", phrase, message: phrase });
  assert.deepEqual(
    view().received.map((each) => each.phrase),
    ["good-luck", "thanks", "oops"],
  );
  assert.equal(new Set(view().received.map((each) => each.n)).size, 3);
  socket.lose();
  const before = view().unconfirmed;
  game?.say("goodbye");
  assert.equal(view().unconfirmed, before);
});

test("an absent opponent's status includes when the game can be claimed", () => {
  const socket = begin();
  socket.say({ type: "here", white: true, black: false, spectators: 0, blackClaim: 5000 });
  assert.deepEqual(view().game.players.black, { name: "Ben", here: false, claim: 5000 });
  game?.gone(true);
  const { n: _, ...sent } = socket.commands.at(-1)!;
  assert.deepEqual(sent, { type: "gone", game: "g", ply: 0, takebacks: 0, draw: true });
  socket.say({ type: "here", white: true, black: true, spectators: 0 });
  assert.equal(view().game.players.black?.claim, undefined);
});
