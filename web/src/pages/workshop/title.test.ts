import assert from "node:assert/strict";
import { test } from "vitest";
import { type Draft, draftOf, emptyDraft, ownCopy } from "./draft";
import { gallery } from "./gallery";
import { derivedTitle, retitled, unwritten } from "./title";

const copy = ownCopy({ ...emptyDraft, name: "chess", title: "Chess" });
const portal = gallery[0] as string;

test("a title follows the switches", () => {
  const cylinder = retitled(copy, { ...copy, crossing: "wrap" });
  assert.equal(cylinder.title, "Chess: cylinder");
  assert.equal(cylinder.name, copy.name);
  const large = retitled(cylinder, { ...cylinder, files: 10, reflects: true, reach: { k: [] } });
  assert.equal(large.title, "Chess: 10×8, cylinder, reflection");
  assert.equal(retitled(large, { ...large, files: 8, crossing: "none", reflects: false }).title, "My Chess");
});

test("a gallery title is replaced once its rules change", () => {
  const draft = draftOf(portal);
  assert.ok(unwritten(draft));
  assert.equal(retitled(draft, { ...draft, crossing: "wrap" }).title, "Chess: cylinder");
});

test("a title that the author wrote stays", () => {
  const own = retitled(copy, { ...copy, title: "Knights abroad" });
  assert.equal(own.title, "Knights abroad");
  assert.equal(retitled(own, { ...own, crossing: "hop" }).title, "Knights abroad");
});

test("a setting of a disabled feature does not change the title", () => {
  const draft = draftOf(portal);
  assert.equal(retitled(draft, { ...draft, endsKinds: "n" }).title, draft.title);
});

test("the title of a game with many differences fits", () => {
  const all: Draft = {
    ...copy,
    files: 12,
    ranks: 10,
    crossing: "twist",
    ends: "twist",
    reflects: true,
    holes: ["a1"],
    checks: 3,
    stalemate: "loss",
  };
  assert.equal(derivedTitle(all), "Chess: 12×10, Möbius strip, top twisted to bottom …");
});

test("a game in space names what its boards do not do", () => {
  const trid = draftOf('{"name":"club","base":"trid","policy":{"shadow":false,"turns":false}}');
  assert.equal(derivedTitle(trid), "Tri-dimensional chess: no shadow, no rotations");
});
