import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import { ownPictures } from "../../board/ownPictures";
import { deletePicture, maxPictureSize, savePicture } from "./pictures";

const items = new Map<string, string>();
let full = false;
const told: string[] = [];
Object.assign(globalThis, {
  StorageEvent: class {
    constructor(
      readonly type: string,
      readonly init: { key: string },
    ) {}
  },
  dispatchEvent: ({ type, init }: { type: string; init: { key: string } }) => told.push(`${type} ${init.key}`),
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

const key = "tain.pictures.my-game";

test("pictures are saved by game and piece, as URLs of images", () => {
  savePicture("my-game", "A", svg);
  savePicture("my-game", "a", `<?xml version="1.0"?>\n<!-- > <svg --><!DOCTYPE svg>\n${svg}`);
  savePicture("other", "A", svg);
  const own = ownPictures(items.get(key) ?? null);
  assert.deepEqual([...own.keys()], ["A", "a"]);
  const url = own.get("A") ?? "";
  assert.ok(url.startsWith("data:image/svg+xml,"), url);
  assert.doesNotMatch(url, /[<>"]/);
  assert.equal(decodeURIComponent(url.slice(url.indexOf(",") + 1)), svg);
  deletePicture("my-game", "A");
  assert.deepEqual([...ownPictures(items.get(key) ?? null).keys()], ["a"]);
  deletePicture("my-game", "a");
  assert.equal(ownPictures(items.get(key) ?? null).size, 0);
  assert.deepEqual([...items.keys()], ["tain.pictures.other"]);
  assert.equal(told.filter((each) => each === `storage ${key}`).length, 4, "boards are notified");
});

test("only SVG of a limited size is saved", () => {
  for (const text of ["", "hello", "<html><svg/></html>", "<svgx/>", `${svg}${" ".repeat(maxPictureSize)}`]) {
    assert.throws(() => savePicture("my-game", "A", text), /not an SVG picture/);
  }
  assert.equal(items.size, 0);
});

test("faulty storage has no pictures, full storage is reported", () => {
  for (const text of ["{", "null", "[]", "{}"]) {
    assert.equal(ownPictures(text).size, 0, text);
  }
  full = true;
  assert.throws(() => savePicture("my-game", "A", svg), /cannot/i);
});
