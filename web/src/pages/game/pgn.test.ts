import assert from "node:assert/strict";
import { test } from "vitest";
import { controlTag } from "./pgn";

test("writes PGN time-control tags", () => {
  assert.equal(controlTag(null), "-");
  assert.equal(controlTag({ initial: 300_000 }), "300");
  assert.equal(controlTag({ initial: 300_000, increment: 2500 }), "300+2.5");
  assert.equal(controlTag({ initial: 300_000, delay: 3000 }), "300d3");
  assert.equal(controlTag({ days: 3 }), "1/259200");
});
