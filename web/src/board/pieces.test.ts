import assert from "node:assert/strict";
import { test } from "vitest";
import { byValue, kindOf, lettersOf, nameOf, roleOf } from "./pieces";

const kinds = [
  { letter: "p", name: "pawn", picture: "pawn" },
  { letter: "n", name: "horse", picture: "knight" },
  { letter: "k", name: "king", picture: "king" },
  { letter: "a", name: "archbishop", picture: "archbishop", betza: "BN" },
  { letter: "h", name: "h", picture: "cannon", betza: "mRcpR" },
  { letter: "x", name: "x", picture: "x", betza: "NH" },
  { letter: "y", name: "jumping jack", picture: "y", betza: "CH" },
];

test("pieces of chess have their names, others the author's name, the picture's or the letter", () => {
  assert.deepEqual([roleOf("N"), nameOf("n")], ["knight", "black knight"]);
  assert.deepEqual(
    "PNAhXy".split("").map((letter) => nameOf(letter, kinds)),
    ["white pawn", "white horse", "white archbishop", "black cannon", "white X", "black jumping jack"],
  );
  assert.equal(roleOf("A", kinds), "archbishop");
  assert.equal(nameOf("z", kinds), "piece");
});

test("kinds have the pictures of their game", () => {
  assert.deepEqual(kindOf("A", kinds), { letter: "a", picture: "archbishop" });
  assert.deepEqual(kindOf("a"), { letter: "a", picture: "a" });
  assert.deepEqual(kindOf("q", kinds), { letter: "q", picture: "queen" });
  assert.deepEqual(lettersOf(undefined).join(""), "pnbrqk");
  assert.deepEqual([..."PKaHNQ"].sort(byValue).join(""), "QNHaPK");
});
