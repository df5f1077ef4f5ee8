import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import { deletePicture, maxPictureSize, ownPictures, savePicture } from "./ownPictures";

const items = new Map<string, string>();
let full = false;
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error("QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  },
});

beforeEach(() => {
  items.clear();
  full = false;
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>';

test("pictures are saved by game and piece, as URLs of images", () => {
  savePicture("my-game", "A", svg);
  savePicture("my-game", "a", `<?xml version="1.0"?>\n<!-- > <svg --><!DOCTYPE svg>\n${svg}`);
  savePicture("other", "A", svg);
  const own = ownPictures("my-game");
  assert.deepEqual([...own.keys()], ["A", "a"]);
  const url = own.get("A") ?? "";
  assert.ok(url.startsWith("data:image/svg+xml;"), url);
  assert.doesNotMatch(url, /[<>"]/);
  assert.equal(decodeURIComponent(url.slice(url.indexOf(",") + 1)), svg);
  assert.equal(ownPictures("my-game"), own, "unchanged pictures are the same value");
  deletePicture("my-game", "A");
  assert.deepEqual([...ownPictures("my-game").keys()], ["a"]);
  deletePicture("my-game", "a");
  assert.equal(ownPictures("my-game").size, 0);
  assert.deepEqual([...items.keys()], ["tain.pictures.other"]);
});

test("only SVG of a limited size is saved", () => {
  for (const text of ["", "hello", "<html><svg/></html>", "<svgx/>", `${svg}${" ".repeat(maxPictureSize)}`]) {
    assert.throws(() => savePicture("my-game", "A", text), /not an SVG picture/);
  }
  assert.equal(items.size, 0);
});

test("faulty storage has no pictures, full storage is reported", () => {
  for (const text of ["{", "null", "[]", '{"A":1,"AB":"<svg/>","B":"javascript:alert(1)"}']) {
    items.set("tain.pictures.my-game", text);
    assert.equal(ownPictures("my-game").size, 0, text);
  }
  items.clear();
  full = true;
  assert.throws(() => savePicture("my-game", "A", svg), /cannot/i);
});
