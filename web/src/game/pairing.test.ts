import assert from "node:assert/strict";
import { test, vi } from "vitest";
import type { Pairing } from "../wire.gen";
import { PairingQueue, pairingAddress } from "./pairing";

/** A socket whose other end is controlled by the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  closed = false;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }

  close(): void {
    this.closed = true;
  }

  say(message: Pairing): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

Object.assign(globalThis, { WebSocket: FakeSocket, location: { href: "http://here/" } });
const last = () => FakeSocket.all.at(-1)!;
const silent = () => Promise.resolve("");
const request = { variant: "chess", control: { initial: 15_000 } };

test("encodes the pairing request in the address", () => {
  assert.equal(pairingAddress(request, ""), "/api/v1/pairing/socket?variant=chess&initial=15000");
  assert.equal(
    pairingAddress({ variant: "trid", control: null }, "A b"),
    "/api/v1/pairing/socket?variant=trid&name=A+b",
  );
  assert.equal(
    pairingAddress({ ...request, rated: true }, ""),
    "/api/v1/pairing/socket?variant=chess&initial=15000&rated=1",
  );
});

test("waits until paired and reconnects when the connection is lost", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const queue = new PairingQueue(silent);
  queue.seek(request, "Ada");
  assert.deepEqual(queue.get(), { state: "waiting", request, connected: false });
  last().say({ type: "waiting" });
  assert.deepEqual(queue.get(), { state: "waiting", request, connected: true });
  last().onclose?.();
  const lost = FakeSocket.all.length;
  vi.advanceTimersByTime(20_000);
  assert.equal(FakeSocket.all.length, lost + 1);
  last().say({ type: "waiting" });
  last().say({ type: "paired", game: "abc" });
  assert.deepEqual(queue.get(), { state: "paired", game: "abc" });
  assert.ok(last().closed);
  vi.advanceTimersByTime(60_000);
  assert.equal(FakeSocket.all.length, lost + 1, "a paired player does not reconnect");
  vi.useRealTimers();
});

test("a new request replaces the pending one, and an error ends it", () => {
  const queue = new PairingQueue(silent);
  queue.seek(request, "");
  const first = last();
  queue.seek({ ...request, variant: "trid" }, "");
  assert.ok(first.closed);
  last().say({ type: "error", code: "limit", message: "too many" });
  assert.deepEqual(queue.get(), { state: "idle", problem: "too many" });
  queue.seek(request, "");
  queue.cancel();
  assert.ok(last().closed);
  assert.deepEqual(queue.get(), { state: "idle", problem: "" });
});

test("a rejected request reports why and is not retried", async () => {
  const queue = new PairingQueue((address) => Promise.resolve(`no ${address.slice(0, 15)}`));
  queue.seek(request, "");
  last().onclose?.();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(queue.get(), { state: "idle", problem: "no /api/v1/pairing" });
});
