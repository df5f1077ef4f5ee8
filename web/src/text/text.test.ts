import assert from "node:assert/strict";
import { afterEach, test } from "vitest";
import { rich } from "./rich";
import { ago, date, list, number, setLanguage, t } from "./text";
import type { TextArguments } from "./types";

afterEach(() => setLanguage("en", []));

/** Renders a message as if it were in the catalogue. */
function say(text: string, values: Record<string, unknown> = {}): string {
  return t(`0|${text}` as "page.frame.menu", ...([values] as unknown as []));
}

test("renders catalogue texts with and without arguments", () => {
  assert.equal(t("page.frame.menu"), "Menu");
  assert.equal(t("page.home.play-name", { name: "Ada" }), "Play Ada");
});

test("renders arguments, choices and quoted braces", () => {
  assert.equal(say("{a} and {b}", { a: "x", b: 1234.5 }), "x and 1,234.5");
  assert.equal(say("{side, select, white {White {n}} other {Black}}", { side: "white", n: 3 }), "White 3");
  assert.equal(say("{side, select, white {White} other {Black}}", { side: "grey" }), "Black");
  assert.equal(say("{yes, select, true {on} other {off}}", { yes: true }), "on");
  assert.equal(say("White's '{' is a brace '}'"), "White's { is a brace }");
  assert.equal(say("# is only a sign, {missing} is nothing"), "# is only a sign,  is nothing");
});

test("uses the language's plural forms", () => {
  const english = "{n, plural, =0 {none} one {# move} other {# moves}}";
  assert.deepEqual(
    [0, 1, 2, 1000].map((n) => say(english, { n })),
    ["none", "1 move", "2 moves", "1,000 moves"],
  );
  setLanguage("ru", []);
  const russian = "{n, plural, one {# ход} few {# хода} many {# ходов} other {# хода}}";
  assert.deepEqual(
    [1, 2, 5, 21, 22, 25].map((n) => say(russian, { n })),
    ["1 ход", "2 хода", "5 ходов", "21 ход", "22 хода", "25 ходов"],
  );
});

test("a choice inside a plural can use the number", () => {
  const text = "{n, plural, one {{side, select, white {# for White} other {# for Black}}} other {# moves}}";
  assert.equal(say(text, { n: 1, side: "white" }), "1 for White");
});

test("prefers the translated text and falls back to English", () => {
  setLanguage("de", ["{n} Züge"]);
  assert.equal(say("{n} moves", { n: 1500 }), "1.500 Züge");
  setLanguage("de", [null]);
  assert.equal(say("{n} moves", { n: 2 }), "2 moves");
});

test("formats numbers, dates, times and lists for the language", () => {
  assert.equal(list(["a", "b", "c"]), "a, b and c");
  assert.equal(list(["a"], "or"), "a");
  assert.equal(ago(3, "minute"), "3 minutes ago");
  setLanguage("de", []);
  assert.equal(number(0.5, { minimumFractionDigits: 2 }), "0,50");
  assert.equal(list(["a", "b", "c"], "or"), "a, b oder c");
  assert.equal(ago(1, "hour"), "vor 1 Stunde");
  assert.equal(date(new Date(2026, 10, 16)), "16.11.2026");
});

test("arguments cannot create elements", () => {
  const link = (text: unknown) => ({ link: text });
  const rendered = (text: string, values: object) =>
    rich(
      `0|${text}` as "page.frame.mistyped",
      ...([{ ...values, link }] as unknown as TextArguments<"page.frame.mistyped">),
    );
  assert.deepEqual(rendered("Read <link>the rules of {name}</link>.", { name: "<link>x</link>" }), [
    "Read ",
    { link: "the rules of <link>x</link>" },
    ".",
  ]);
});
