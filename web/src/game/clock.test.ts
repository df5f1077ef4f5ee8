import assert from "node:assert/strict";
import { test } from "vitest";
import { shortTime, stopped, timeLeft, type Timed } from "./clock";
import { clockText, controlName, controlText, untilNextTick } from "./text";

function game(part: Partial<Timed>): Timed {
  return {
    control: { initial: 60_000 },
    clocks: { white: 60_000, black: 50_000, running: "white", at: 1000 },
    ...part,
  };
}

test("only the clock of the side to move runs", () => {
  assert.equal(timeLeft(game({}), "white", 11_000), 50_000);
  assert.equal(timeLeft(game({}), "black", 11_000), 50_000);
  assert.equal(timeLeft(game({}), "white", 100_000), 0);
  assert.deepEqual(stopped(game({}), 11_000), { white: 50_000, black: 50_000, running: null, at: 11_000 });
});

test("the clock does not run during the delay", () => {
  const clocks = { white: 60_000, black: 50_000, running: "white", at: 6000 } as const;
  assert.equal(timeLeft(game({ clocks }), "white", 5000), 60_000);
  assert.equal(timeLeft(game({ clocks }), "white", 8000), 58_000);
});

test("an untimed game has unlimited time", () => {
  assert.equal(timeLeft(game({ clocks: null }), "white", 1e9), Infinity);
  assert.equal(stopped(game({ clocks: null }), 0), null);
});

test("the low-time threshold is a tenth of the time, from 10 to 30 seconds", () => {
  assert.equal(shortTime({ initial: 60_000 }), 10_000);
  assert.equal(shortTime({ initial: 200_000 }), 20_000);
  assert.equal(shortTime({ initial: 6_000_000 }), 30_000);
});

test("a clock is redrawn when its text changes", () => {
  const hour = 3_600_000;
  for (const left of [101, 9_950, 10_000, 59_999, hour, 3 * hour + 1234, 30 * hour + 1, 48 * hour - 1, 48 * hour]) {
    const lasts = untilNextTick(left);
    assert.notEqual(clockText(left - lasts), clockText(left), `${left} ms`);
    assert.ok(lasts >= 50 && lasts <= 1000, `${left} ms`);
  }
  assert.ok(untilNextTick(100 * hour) <= 60_000, "a correspondence clock is redrawn at least every minute");
  assert.ok(untilNextTick(0) >= 1000, "a clock at zero is not redrawn often");
});

test("formats clocks and time controls", () => {
  assert.equal(clockText(9_990), "9.9");
  assert.equal(clockText(-5), "0.0");
  assert.equal(clockText(10_000), "0:10");
  assert.equal(clockText(605_000), "10:05");
  assert.equal(clockText(3_723_000), "1:02:03");
  assert.equal(clockText(3 * 86_400_000), "3 days");
  assert.equal(controlName({ initial: 300_000, increment: 3000 }), "5+3");
  assert.equal(controlName({ initial: 15_000 }), "15 s");
  assert.equal(controlName({ initial: 30_000, increment: 1000 }), "30 s+1");
  assert.equal(controlText({ initial: 15_000 }), "15 seconds");
  assert.equal(controlName(null), "Unlimited");
  assert.equal(controlName({ days: 1 }), "1 day per move");
  assert.equal(controlText({ initial: 60_000, increment: 1000 }), "1 minute plus 1 second per move");
});
