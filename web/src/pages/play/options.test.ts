import assert from "node:assert/strict";
import { test } from "vitest";
import { controlOf, initialOptions, presetsFor, validated, unknownRules } from "./options";

const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
});

const options = (query: string) => initialOptions(new URLSearchParams(query));

test("reads the rule set and opponent from the address", () => {
  const { variant, opponent } = options("variant=nachfolger&opponent=friend");
  assert.deepEqual([variant, opponent], ["nachfolger", "friend"]);
});

test("unknown options fall back to defaults", () => {
  const { variant, opponent, level, clock } = options("variant=checkers&opponent=nobody");
  assert.deepEqual([variant, opponent, level, clock], ["triboard", "computer", 3, "none"]);
  stored.set(
    "tain.play",
    JSON.stringify({ level: 99, colour: "red", clock: "4d", minutes: -3, seconds: "x", watched: 1 }),
  );
  const mended = options("");
  assert.deepEqual(
    [mended.level, mended.colour, mended.clock, mended.minutes, mended.seconds, mended.watched],
    [20, "white", "none", 1, 10, false],
  );
  for (const broken of ["{", "null", "[]", "7"]) {
    stored.set("tain.play", broken);
    assert.equal(options("").variant, "triboard");
  }
});

test("reports unknown rules", () => {
  const unknown = (query: string) => unknownRules(new URLSearchParams(query));
  assert.deepEqual(
    [unknown("variant=checkers"), unknown("variant=Chess"), unknown("variant="), unknown("")],
    ["checkers", "", "", ""],
  );
  assert.equal(options("variant=Chess").variant, "chess");
  assert.equal(options("variant=mirorsquare").variant, "mirrorsquare");
});

test("correspondence time controls are only for remote opponents", () => {
  assert.ok(presetsFor("friend").some((each) => each.id === "3d"));
  assert.ok(!presetsFor("computer").some((each) => each.id === "3d"));
  assert.equal(validated({ ...options("opponent=friend"), clock: "3d" }).clock, "3d");
  assert.equal(validated({ ...options("opponent=here"), clock: "3d" }).clock, "none");
});

test("a challenge is kept for days only if chosen", () => {
  assert.equal(options("opponent=open").keep, 0);
  assert.equal(validated({ ...options("opponent=open"), keep: 3 }).keep, 3);
  for (const keep of [-1, 2, 400, NaN]) assert.equal(validated({ ...options("opponent=open"), keep }).keep, 0);
});

test("offers 15- and 30-second clocks against every opponent", () => {
  for (const opponent of ["computer", "friend", "open", "here"] as const) {
    assert.deepEqual(
      presetsFor(opponent)
        .slice(1, 3)
        .map((each) => each.control),
      [{ initial: 15_000 }, { initial: 30_000 }],
    );
  }
});

test("builds a custom time control", () => {
  assert.deepEqual(controlOf({ ...options(""), clock: "own", minutes: 7, seconds: 3 }), {
    initial: 420_000,
    increment: 3000,
  });
  const delayed = { ...options(""), clock: "own", minutes: 7, seconds: 3, delayed: true };
  assert.deepEqual(controlOf(delayed), { initial: 420_000, delay: 3000 });
  assert.deepEqual(controlOf({ ...delayed, seconds: 0 }), { initial: 420_000 });
  assert.deepEqual(controlOf({ ...options(""), clock: "5+0" }), { initial: 300_000 });
  assert.equal(controlOf({ ...options(""), clock: "none" }), null);
});
