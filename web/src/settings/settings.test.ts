import assert from "node:assert/strict";
import { test } from "vitest";
import { boundedNumber, choose, onSetting, oneOf, setting } from "./settings";

const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
});

const wings = oneOf("test.wings", "narrow", ["none", "narrow", "full"]);
const size = boundedNumber("test.size", 1, 0.5, 1);

test("a setting has its default value until changed", () => {
  assert.equal(setting(wings), "narrow");
  let calls = 0;
  const stop = onSetting(wings, () => calls++);
  choose(wings, "full");
  stop();
  choose(wings, "none");
  assert.equal(setting(wings), "none");
  assert.equal(calls, 1);
});

test("unknown or invalid stored values fall back to defaults", () => {
  for (const odd of ['"wide"', "7", "{", "null"]) {
    stored.set("tain.setting.test.wings", odd);
    assert.equal(setting(wings), "narrow", odd);
  }
  stored.set("tain.setting.test.size", "3");
  assert.equal(setting(size), 1);
  choose(size, 0.7);
  assert.equal(setting(size), 0.7);
});

test("without storage a setting lasts until the page closes", () => {
  Object.assign(globalThis, {
    localStorage: {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    },
  });
  choose(size, 0.6);
  assert.equal(setting(size), 0.6);
});
