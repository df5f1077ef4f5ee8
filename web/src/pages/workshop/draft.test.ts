import assert from "node:assert/strict";
import { test } from "vitest";
import {
  basePolicies,
  draftOf,
  emptyDraft,
  kingless,
  nameFor,
  ownCopy,
  textOf,
  toggled,
  toggledInOrder,
  toggledNumber,
  usualStart,
} from "./draft";

test("omitted definition fields default to chess", () => {
  assert.deepEqual(draftOf('{"name":"my-game","title":"My game"}'), emptyDraft);
  assert.equal(draftOf('{"name":"plain"}').title, "plain");
});

test("every definition field round-trips", () => {
  const definition = {
    name: "all",
    title: "All of it",
    start: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    seam: { crossing: "hop", kinds: "nr", en_passant: "home", mark: true },
    reflection: { map: "files", makes: { p: "n" }, colour: "own", goes_on: "k", captures: true, promotions: false },
    castling: false,
    double_push: false,
    promotes: "nq",
    stalemate: "win",
    boards: 3,
    study: true,
  };
  assert.deepEqual(JSON.parse(textOf(draftOf(JSON.stringify(definition)))), definition);
});

test("a definition with boards in space has a policy and no flat-board fields", () => {
  const draft = draftOf('{"name":"club","base":"meder","policy":{"turns":true,"passengers":"pn"}}');
  assert.deepEqual(draft.policy, { ...basePolicies.meder, turns: true, passengers: "pn" });
  assert.equal(draft.start, usualStart("trid"));
  assert.deepEqual(JSON.parse(textOf(draft)), {
    name: "club",
    title: "club",
    base: "meder",
    start: usualStart("meder"),
    study: false,
    policy: draft.policy,
  });
  assert.deepEqual(toggledNumber(toggledNumber([1, 2], 0), 2), [0, 1]);
});

test("detects a side without a king, whatever the pin names", () => {
  assert.deepEqual([usualStart(""), usualStart("trid")].map(kingless), [false, false]);
  assert.ok(kingless("8/8/8/8/8/8/8/K7 w - - 0 1"));
  assert.ok(kingless("W:4/4/4/4|N:4/4/4/4|B:2k1/4/4/4|QL1w:2/2|QL6b^:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9"));
});

test("disabled features are omitted from the definition but keep their settings", () => {
  const round = draftOf('{"name":"x","seam":{"crossing":"wrap","kinds":"n"},"reflection":{"makes":{"p":"p"}}}');
  const off = { ...round, crossing: "none" as const, reflects: false };
  const text = JSON.parse(textOf(off)) as Record<string, unknown>;
  assert.deepEqual([text.seam, text.reflection], [undefined, undefined]);
  assert.deepEqual([off.kinds, off.reflection.makes], ["n", { p: "p" }]);
});

test("a reflection that spawns nothing stays empty", () => {
  assert.deepEqual(draftOf('{"name":"x","reflection":{"goes_on":"k"}}').reflection.makes, {});
});

test("derives names, copies definitions and toggles kinds", () => {
  assert.equal(nameFor("Échos & Mirrors 2!"), "echos-mirrors-2");
  assert.equal(nameFor("???"), "");
  assert.equal(nameFor("a".repeat(60)).length, 40);
  assert.deepEqual([ownCopy(emptyDraft).name, ownCopy(emptyDraft).title], ["my-my-game", "My My game"]);
  assert.deepEqual(
    [toggled("rn", "b"), toggled("nbr", "b"), toggledInOrder("qr", "n"), toggledInOrder("qr", "q")],
    ["nbr", "nr", "qrn", "r"],
  );
});
