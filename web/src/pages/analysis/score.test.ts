import assert from "node:assert/strict";
import { test } from "vitest";
import { toggle } from "./nags";
import { forWhite, scoreShort, scoreText, scoreWords, share } from "./score";

test("shows scores from White's side", () => {
  assert.deepEqual(forWhite({ cp: 35 }, "black"), { cp: -35 });
  assert.deepEqual(forWhite({ mate: -2 }, "black"), { mate: 2 });
  assert.equal(scoreText({ cp: -419 }), "−4.19");
  assert.equal(scoreText({ cp: 0 }), "0.00");
  assert.equal(scoreText({ mate: -3 }), "−#3");
  assert.equal(scoreShort({ cp: -1234 }), "12");
  assert.equal(scoreWords({ mate: -3 }), "Black mates in 3");
  assert.equal(scoreWords({ cp: 5 }), "The position is equal");
  assert.ok(share({ cp: 100 }) > 0.5 && share({ cp: -100 }) < 0.5);
  assert.equal(share({ mate: -1 }), 0);
});

test("a mark replaces only marks of its own kind", () => {
  assert.deepEqual(toggle([1], 2), [2]);
  assert.deepEqual(toggle([1], 13), [1, 13]);
  assert.deepEqual(toggle([1, 13], 13), [1]);
});
