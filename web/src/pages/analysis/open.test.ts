import assert from "node:assert/strict";
import { test } from "vitest";
import type { Rules } from "../../rules/rules";
import { boundVariations, read } from "./open";

const site = "https://tain.example";
const requests: string[] = [];
Object.assign(globalThis, {
  location: { origin: site },
  fetch: async (address: string) => {
    requests.push(address);
    return new Response(address.includes("gone") ? "" : "1. e4 *", { status: address.includes("gone") ? 404 : 200 });
  },
});

/** Fake rules that only parse games, and record their input. */
function reader(answer: (text: string) => ReturnType<Rules["readPgn"]>): Rules {
  return { readPgn: answer } as unknown as Rules;
}

test("bare moves use the current rules and need no result", async () => {
  const given: string[] = [];
  const rules = reader((text) => {
    given.push(text);
    return [{ variant: "cylinder", start: "", tags: [], result: "*", root: { children: [] } }];
  });
  await read(rules, "cylinder", "1. e4 e5");
  await read(rules, "cylinder", "1. e4 e5 1-0");
  assert.deepEqual(given, ['[Variant "cylinder"]\n\n1. e4 e5\n*', '[Variant "cylinder"]\n\n1. e4 e5 1-0']);
});

test("a position on a small board is not taken for moves, nor moves for a position", async () => {
  const given: string[] = [];
  const rules = {
    ...reader((text) => {
      given.push(text);
      return [];
    }),
    check: ({ position }: { position: string }) => ({ position, study: false, faults: [] }),
  } as unknown as Rules;
  for (const position of [
    "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "rkr/3/RKR w - - 0 1",
    "rkr/3/RKR",
    "rkr/RKR b",
    "k6K w - - 0 1",
  ]) {
    const trees = await read(rules, "chess", position);
    assert.deepEqual(
      trees.map((tree) => tree.start),
      [position],
    );
  }
  for (const moves of ["1/2-1/2", "e4 e5 1/2-1/2", "b3 b6", "1. e4"]) await assert.rejects(read(rules, "chess", moves));
  assert.equal(given.length, 4);
});

test("errors in bare moves point into the original text", async () => {
  const rules = reader(() => {
    throw new Error("line 4, column 4 (game 1): 2. Ke5: a king on e1 cannot reach e5");
  });
  await assert.rejects(read(rules, "chess", "1. e4 e5\n2. Ke5"), {
    message: "Line 2, column 4: 2. Ke5: a king on e1 cannot reach e5.",
  });
});

test("errors in a tagged game keep their position", async () => {
  const rules = reader(() => {
    throw new Error("line 4, column 4 (game 1): no");
  });
  await assert.rejects(read(rules, "chess", '[Event "x"]\n\n1. e4 e5\n2. Ke5'), {
    message: "Line 4, column 4 (game 1): no.",
  });
});

test("a game address on this site opens the game; other addresses are rejected", async () => {
  const rules = reader(() => [
    {
      variant: "chess",
      start: "",
      tags: [],
      result: "*",
      root: { children: [{ move: "e2e4", san: "e4", children: [] }] },
    },
  ]);
  for (const address of ["/game/abc123", "/game/abc123/?x=1#y", "/analysis?game=abc123"]) {
    requests.length = 0;
    const [tree] = await read(rules, "triboard", ` ${site}${address}\n`);
    assert.deepEqual([requests, tree?.variant], [["/api/v1/games/abc123/pgn"], "chess"]);
  }
  await assert.rejects(read(rules, "chess", `${site}/game/gone`), { message: "Game not found." });
  requests.length = 0;
  for (const address of ["https://elsewhere.example/game/abc123", `${site}/games`]) {
    await assert.rejects(read(rules, "chess", address), { message: /^This link contains no position or game/ });
  }
  assert.deepEqual(requests, []);
});

test("rejects a game with thousands of variations, but not many games with a few", () => {
  const game = (count: number) => `[Event "x"]\n\n1. e4 {(a (comment} ${"(1. d4) ".repeat(count)}*\n\n`;
  assert.throws(() => boundVariations(game(19000)), /has 19,000 variations; this page opens at most 500/);
  assert.doesNotThrow(() => boundVariations(game(300).repeat(4)));
});
