import assert from "node:assert/strict";
import { test } from "vitest";
import { crossersOf, allKinds, portalGame, switched } from "./portal";

test("portal chess lets all piece types cross; allowing fewer defines another game", () => {
  assert.equal(portalGame(allKinds), "portal");
  assert.deepEqual(JSON.parse(portalGame("brq")), {
    name: "portal-brq",
    title: "Portal chess for bishops, rooks and queens",
    seam: { crossing: "hop", kinds: "brq" },
  });
  assert.match(portalGame("q"), /"Portal chess for queens"/);
});

test("a switch toggles a kind in order, but never removes the last one", () => {
  assert.equal(switched(allKinds, "n"), "pbrqk");
  assert.equal(switched("pbrqk", "n"), allKinds);
  assert.equal(switched("q", "q"), "q");
});

test("invalid stored kinds fall back to all kinds", () => {
  assert.deepEqual(
    [crossersOf("kb"), crossersOf(""), crossersOf(7), crossersOf("xyz")],
    ["bk", allKinds, allKinds, allKinds],
  );
});
