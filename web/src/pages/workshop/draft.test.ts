import assert from "node:assert/strict";
import { test } from "vitest";
import {
  basePolicies,
  draftOf,
  emptyDraft,
  fitStart,
  kindsOf,
  kingless,
  nameFor,
  ownCopy,
  reshaped,
  textOf,
  toggled,
  toggledInOrder,
  toggledNumber,
  toggledSquare,
  usualStart,
} from "./draft";
import { withoutKind } from "./PieceSwitches";

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

const torus = {
  name: "torus",
  title: "Torus",
  start: "6/rnakbr/pppppp/6/6/6/6/PPPPPP/RNAKBR/6 w - - 0 1",
  castling: "960",
  double_push: true,
  promotes: "qra",
  stalemate: "draw",
  boards: 1,
  study: false,
  seam: { crossing: "twist", kinds: "pnbrqka", en_passant: "crossed", mark: false },
  board: { files: 6, ranks: 10, holes: "a5 f6" },
  ends: { crossing: "wrap", kinds: "nbrqka" },
  links: ["d8 n - e1 n"],
  pieces: { a: { move: "BN", name: "archbishop" }, x: "WH" },
  royal: "ka",
  pawn: { zone: 2, must: false },
  capture: { rebirth: "home" },
  goal: { checks: 3, reach: { k: "c5 d5", a: "a1" } },
};

test("the fields of other boards and pieces round-trip, and are omitted if they are those of chess", () => {
  assert.deepEqual(JSON.parse(textOf(draftOf(JSON.stringify(torus)))), torus);
  for (const field of ["board", "ends", "links", "pieces", "royal", "pawn", "capture", "goal"]) {
    assert.ok(!(field in (JSON.parse(textOf(emptyDraft)) as object)), field);
  }
});

test("a kind that is removed is removed everywhere", () => {
  const draft = draftOf(JSON.stringify({ ...torus, reflection: { makes: { n: "a", p: "p" }, goes_on: "ka" } }));
  assert.equal(kindsOf(draft).join(""), "pnbrqkax");
  const text = textOf({ ...draft, ...withoutKind(draft, "a"), start: "" });
  const left = JSON.parse(text) as typeof torus & { reflection: { makes: object; goes_on: string } };
  assert.deepEqual(left.pieces, { x: "WH" });
  assert.deepEqual([left.promotes, left.seam.kinds, left.ends.kinds, left.royal], ["qr", "pnbrqk", "nbrqk", undefined]);
  assert.deepEqual(
    [left.goal.reach, left.reflection.makes, left.reflection.goes_on],
    [{ k: "c5 d5" }, { p: "p" }, "k"],
  );
});

test("the start position follows the shape of the board", () => {
  const start = usualStart("");
  const fitted = (files: number, ranks: number, holes: string[] = []) =>
    fitStart(start, { files, ranks, holes, planes: 1 });
  assert.equal(fitted(8, 8), start);
  assert.equal(fitted(8, 10), "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".replace("KQkq", "-"));
  assert.equal(fitted(6, 6), "rnbqkb/pppppp/6/6/PPPPPP/RNBQKB w - - 0 1");
  assert.equal(fitted(4, 4), "nbqk/pppp/PPPP/NBQK w - - 0 1");
  assert.equal(fitted(10, 5), "rnbqkbnr2/pppppppp2/10/PPPPPPPP2/RNBQKBNR2 w - - 0 1");
  assert.equal(fitted(8, 8, ["a1", "d4", "e4"]), "rnbqkbnr/pppppppp/8/8/3**3/8/PPPPPPPP/*NBQKBNR w - - 0 1");
  assert.equal(
    fitStart(fitted(8, 8, ["a1", "d4"]), { files: 8, ranks: 8, planes: 1, holes: [] })
      .split(" ")[0]
      ?.at(-8),
    "1",
  );
  assert.deepEqual(toggledSquare(toggledSquare(["a1"], "b2"), "a1"), ["b2"]);
});

test("two planes have squares of their own, and the second is empty at first", () => {
  const definition = {
    name: "alice",
    title: "alice",
    board: { planes: 2, holes: "d4A" },
    passing: { to: "other" },
    goal: { reach: { k: "e8" } },
  };
  const draft = draftOf(JSON.stringify(definition));
  assert.deepEqual([draft.planes, draft.passing, draft.reach.k], [2, true, ["e8A", "e8B"]]);
  assert.equal(draft.start, fitStart(usualStart(""), { files: 8, ranks: 8, holes: [], planes: 2 }));
  const text = JSON.parse(textOf(draft));
  assert.deepEqual([text.board, text.passing], [definition.board, definition.passing]);
  assert.deepEqual(text.goal, { reach: { k: "e8A e8B" } });

  const two = { ...emptyDraft, holes: ["d4"], ...reshaped({ ...emptyDraft, holes: ["d4"] }, { planes: 2 }) };
  assert.deepEqual(two.holes, ["d4A", "d4B"]);
  assert.equal(
    two.start,
    "rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR|8/8/8/8/3*4/8/8/8 w - - 0 1",
    "a new hole changes the placement",
  );
  assert.match(String(reshaped(emptyDraft, { planes: 2 }).start), /RNBQKBNR\|8(\/8){7} w KQkq - 0 1$/);
  const one = { ...two, ...reshaped(two, { planes: 1, ranks: 6 }) };
  assert.deepEqual([one.holes, one.start], [["d4"], "rnbqkbnr/pppppppp/3*4/8/PPPPPPPP/RNBQKBNR w - - 0 1"]);
  assert.equal(JSON.parse(textOf({ ...one, passing: true })).passing, undefined);
});
