import assert from "node:assert/strict";
import { test } from "vitest";
import { crossersOf, allKinds, portalGame, switched } from "./portal";

test("with allKinds crossing it is portal chess, with fewer another game", () => {
  assert.equal(portalGame(allKinds), "portal");
  assert.deepEqual(JSON.parse(portalGame("brq")), {
    name: "portal-brq",
    title: "Portal chess for bishops, rooks and queens",
    seam: { crossing: "hop", kinds: "brq" },
  });
  assert.match(portalGame("q"), /"Portal chess for queens"/);
});

test("a switch takes a kind away and gives it back in its place, but never the last", () => {
  assert.equal(switched(allKinds, "n"), "pbrqk");
  assert.equal(switched("pbrqk", "n"), allKinds);
  assert.equal(switched("q", "q"), "q");
});

test("what was stored is read with care", () => {
  assert.deepEqual(
    [crossersOf("kb"), crossersOf(""), crossersOf(7), crossersOf("xyz")],
    ["bk", allKinds, allKinds, allKinds],
  );
});
