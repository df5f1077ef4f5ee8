import assert from "node:assert/strict";
import { test } from "vitest";
import { list } from "../text/text";
import { kingless, sentence, wayText } from "./text";

test("capitalises sentences, except those that start with a square, parameter or field", () => {
  assert.equal(sentence("checkmate: White wins"), "Checkmate: White wins.");
  assert.equal(sentence("g1 is given twice"), "g1 is given twice.");
  assert.equal(sentence("lastMove h7h5 does not match the board"), "lastMove h7h5 does not match the board.");
  assert.equal(sentence("seam.kinds: a seam needs kinds"), "seam.kinds: a seam needs kinds.");
  assert.equal(sentence("why?"), "Why?");
  assert.equal(sentence("  "), "");
});

test("joins lists with commas and a conjunction", () => {
  assert.equal(list([]), "");
  assert.equal(list(["a"]), "a");
  assert.equal(list(["a", "b", "c"]), "a, b and c");
  assert.equal(list(["a", "b", "c"], "or"), "a, b or c");
});

test("describes where a path crosses the seam and where it ends", () => {
  const way = [
    { board: "centre" as const, square: "b2" },
    { board: "centre" as const, square: "a3" },
    { board: "left" as const, square: "h4" },
    { board: "left" as const, square: "g5" },
  ];
  assert.equal(wayText(way), "b2, a3, over the seam to h4 on the left board, g5, which is g5 on the centre board");
  assert.equal(wayText(way.slice(0, 2)), "b2, a3");
});

test("reports which side has no king", () => {
  assert.equal(kingless({ e8: "k" }), "White has no king");
  assert.equal(kingless({ e1: "K" }), "Black has no king");
  assert.equal(kingless({}), "Neither side has a king");
});
