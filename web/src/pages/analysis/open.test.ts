import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rules } from "../../rules/rules";
import { read } from "./open";

/** Rules that only read games, and keep what they were given to read. */
function reader(answer: (text: string) => ReturnType<Rules["readPgn"]>): Rules {
  return { readPgn: answer } as unknown as Rules;
}

test("bare moves are read by the rules looked at, and need no result", () => {
  const given: string[] = [];
  const rules = reader((text) => {
    given.push(text);
    return [{ variant: "cylinder", start: "", tags: [], result: "*", root: { children: [] } }];
  });
  read(rules, "cylinder", "1. e4 e5");
  read(rules, "cylinder", "1. e4 e5 1-0");
  assert.deepEqual(given, ['[Variant "cylinder"]\n\n1. e4 e5\n*', '[Variant "cylinder"]\n\n1. e4 e5 1-0']);
});

test("a fault in bare moves is placed in the text that was given", () => {
  const rules = reader(() => {
    throw new Error("line 4, column 4 (game 1): 2. Ke5: a king on e1 cannot reach e5");
  });
  assert.throws(() => read(rules, "chess", "1. e4 e5\n2. Ke5"), { message: "Line 2, column 4: 2. Ke5: a king on e1 cannot reach e5." });
});

test("a game with tags keeps its own places", () => {
  const rules = reader(() => {
    throw new Error("line 4, column 4 (game 1): no");
  });
  assert.throws(() => read(rules, "chess", '[Event "x"]\n\n1. e4 e5\n2. Ke5'), { message: "Line 4, column 4 (game 1): no." });
});
