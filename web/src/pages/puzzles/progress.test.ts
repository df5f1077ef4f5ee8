import assert from "node:assert/strict";
import { test } from "vitest";
import { parse, mateIn, type Puzzle } from "./data";
import { daily, pick } from "./pick";
import { count, countDay, dateOf, dayStreak, isDue, newScore, schedule, type Card } from "./progress";
import { hintOf, mainTheme, themes } from "./text";
import { variants } from "../../game/variants";

const day = 86_400_000;
const now = Date.parse("2026-11-16T12:00:00Z");
const puzzle = (id: string, rating: number, ...tags: string[]): Puzzle => ({
  id,
  position: "",
  moves: ["e2e4"],
  rating,
  tags: ["material", ...tags],
});

test("parses a puzzle file and skips invalid lines", () => {
  const text =
    "# tain puzzles chess\n# 1 puzzle\n" +
    "abc\t7k/8 w - - 0 1\te2e4 e7e5 d2d4\t812\tmate-in-2 quiet-move\n\nbroken\tline\n";
  const all = parse(text);
  assert.deepEqual(all, [
    {
      id: "abc",
      position: "7k/8 w - - 0 1",
      moves: ["e2e4", "e7e5", "d2d4"],
      rating: 812,
      tags: ["mate-in-2", "quiet-move"],
    },
  ]);
  assert.equal(all.map(mateIn)[0], 2);
  assert.equal(mateIn(puzzle("a", 1)), 0);
});

test("failed puzzles return at growing intervals; puzzles solved at once do not", () => {
  const solved = schedule(undefined, "chess", "a", "solved", now);
  assert.equal(solved.box, -1);
  assert.equal(isDue(solved, now + 1000 * day), false);
  let card = schedule(undefined, "chess", "a", "failed", now);
  const waits: number[] = [];
  for (let at = now; card.box >= 0; ) {
    assert.equal(isDue(card, card.due - 1), false);
    assert.equal(isDue(card, card.due), true);
    waits.push((card.due - at) / day);
    at = card.due;
    card = schedule(card, "chess", "a", "solved", at);
  }
  assert.deepEqual(waits, [1, 3, 7, 16, 35, 90]);
  assert.equal(schedule({ ...card, box: 4 }, "chess", "a", "helped", now).box, 0);
  assert.equal(card.tries, 7);
});

test("ratings follow Elo's formula, and hints leave them unchanged", () => {
  const start = newScore("chess");
  const up = count(start, { rating: 1000 }, "solved", true, now);
  assert.equal(up.rating, 1030);
  assert.equal(count(start, { rating: 1000 }, "failed", true, now).rating, 970);
  assert.ok(count(start, { rating: 1800 }, "solved", true, now).rating > up.rating);
  const helped = count(up, { rating: 1000 }, "helped", true, now);
  assert.equal(helped.rating, up.rating);
  assert.equal(helped.streak, 0);
  assert.equal(helped.bestStreak, 1);
  const again = count(up, { rating: 1000 }, "solved", false, now);
  assert.equal(again.rating, up.rating);
  assert.equal(again.streak, 2);
});

test("day streaks are counted by UTC date", () => {
  let days = countDay(undefined, "chess", now);
  days = countDay(days, "triboard", now);
  assert.equal(days.streak, 1);
  days = countDay(days, "chess", now + day);
  assert.equal(days.streak, 2);
  assert.equal(dayStreak(days, now + 2 * day), 2);
  assert.equal(dayStreak(days, now + 3 * day), 0);
  assert.equal(countDay(days, "chess", now + 5 * day).streak, 1);
  assert.equal(countDay(days, "chess", now + 5 * day).best, 2);
  assert.deepEqual(days.done, { chess: "2026-11-17", triboard: "2026-11-16" });
});

test("daily puzzles repeat only after all have been shown", () => {
  const all = Array.from({ length: 300 }, (_, n) => puzzle(String(n), n));
  assert.equal(daily(all, "2026-11-16"), daily(all, "2026-11-16"));
  const seen = new Set(all.map((_, n) => daily(all, dateOf(now + n * day))?.id));
  assert.equal(seen.size, 300);
  assert.equal(daily([], "2026-11-16"), undefined);
});

test("picks due puzzles first, then new ones near the rating, then the least recently seen", () => {
  const puzzles = [puzzle("easy", 500), puzzle("fit", 1000), puzzle("hard", 2000, "sacrifice")];
  const card = (id: string, box: number, due: number, updated: number): [string, Card] => [
    id,
    { kind: "card", id, variant: "chess", puzzle: id, tries: 1, solved: false, box, due, updated },
  ];
  const query = { puzzles, rating: 1000, now, random: 0 };
  assert.equal(pick({ ...query, cards: new Map() })?.id, "fit");
  assert.equal(pick({ ...query, cards: new Map(), tag: "sacrifice" })?.id, "hard");
  assert.equal(pick({ ...query, cards: new Map([card("hard", 0, now - 1, 1)]) })?.id, "hard");
  assert.equal(pick({ ...query, cards: new Map([card("hard", 0, now + 1, 1)]) })?.id, "fit");
  const all = new Map([card("easy", -1, 0, 3), card("fit", -1, 0, 2), card("hard", -1, 0, 4)]);
  assert.equal(pick({ ...query, cards: all })?.id, "fit");
  assert.equal(pick({ ...query, cards: all, except: "fit" })?.id, "easy");
  assert.equal(pick({ ...query, puzzles: [puzzle("only", 1)], cards: new Map(), except: "only" })?.id, "only");
});

test("every theme has a hint that is a sentence", () => {
  for (const info of variants) {
    for (const [tag, theme] of Object.entries(themes)) {
      const hint = hintOf(puzzle("a", 1, tag), info);
      assert.equal(hint, theme.hint(info));
      assert.match(hint, /^[A-Z].*\.$/, tag);
    }
  }
  assert.equal(mainTheme(puzzle("a", 1, "quiet-move", "board-ride")), "board-ride");
});
