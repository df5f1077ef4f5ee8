import assert from "node:assert/strict";
import { test } from "vitest";
import fairies from "../../data/fairies.json";
import { kindOf, pieceSet } from "../pieces";
import { figures } from "./figures";
import { draw as glass, fetchFairies } from "./glass";
import { draw as letters } from "./letters";
import { draw as print } from "./print";
import { scaled, turned } from "./shape";

test("flipping a drawing twice restores it", () => {
  const d = "M57 52 C58 61.5 62 67 65 74";
  assert.equal(turned(d), "M43 52 C42 61.5 38 67 35 74");
  assert.equal(turned(turned(d)), d);
});

test("a shape is scaled about the centre of its box", () => {
  assert.deepEqual(scaled({ part: "body", d: "M0 0 L50 50 C100 100 0 50 50 0", width: 4 }, 0.5), {
    part: "body",
    d: "M25 25 L50 50 C75 75 25 50 50 25",
    width: 4,
  });
});

const names = [...pieceSet.pieces, ...fairies.pieces].map(({ kind }) => kind);
const kinds = names.map((picture) => ({ picture, letter: picture.charAt(0) }));

for (const [name, draw] of Object.entries({ glass, print, letters })) {
  test(`every ${name} piece fits its box, and a spawned one is lit from the other side`, async () => {
    await fetchFairies();
    assert.equal(kinds.length, 6 + 12 + 26);
    for (const kind of kinds) {
      const [standing, made] = [draw(kind, false), draw(kind, true)];
      const parts = new Set(standing.map(({ part }) => part));
      assert.ok(parts.has("body") && parts.has("rim"), kind.picture);
      const light = (shapes: typeof made) => shapes.find(({ part }) => part === "shine")?.d;
      assert.notEqual(light(standing), light(made), kind.picture);
      for (const { d } of [...standing, ...made]) {
        const numbers = [...d.replace(/A[^LMZ]*/g, "").matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));
        assert.ok(
          numbers.every((each) => each >= 0 && each <= 100),
          `${kind.picture}: ${d}`,
        );
      }
    }
  });
}

test("the print set draws every picture that is not a letter", () => {
  assert.deepEqual(
    Object.keys(figures),
    names.filter((each) => each.length > 1),
  );
});

test("the letters set shows the letter of a piece, other sets its picture", async () => {
  await fetchFairies();
  const [hawk, archbishop] = ["h", "a"].map((letter) => ({ letter, picture: "archbishop" }));
  assert.ok(hawk && archbishop);
  assert.notDeepEqual(letters(hawk, false), letters(archbishop, false));
  assert.deepEqual(glass(hawk, false), glass(archbishop, false));
  assert.deepEqual(print(hawk, false), print(archbishop, false));
});

test("pieces of chess have their pictures, others a letter", () => {
  assert.deepEqual(kindOf("N"), { letter: "n", picture: "knight" });
  assert.deepEqual(kindOf("a"), { letter: "a", picture: "a" });
});

test("unknown pictures are not drawn", () => {
  const kind = { letter: "?", picture: "unicorn" };
  for (const draw of [glass, print, letters]) assert.deepEqual(draw(kind, false), []);
});
