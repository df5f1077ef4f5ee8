import assert from "node:assert/strict";
import { test } from "vitest";
import {
  galleryDefinition,
  loadGallery,
  namedInQuery,
  unknownText,
  withDefinition,
  withMeantGame,
} from "./galleryLink";

test("a query names a gallery game unless it has the rules or names a built-in game", () => {
  assert.equal(namedInQuery("?variant=gallery/echo&position=x"), "gallery/echo");
  assert.equal(namedInQuery("?variant=echo"), "echo");
  for (const query of ["", "?variant=", "?variant=Chess", "?variant=echo&rules=abc", "?variant=%7B%22name%22%7D"])
    assert.equal(namedInQuery(query), "", query);
});

test("a gallery game is found by its name", async () => {
  await loadGallery();
  for (const name of ["echo", "gallery/echo", "Gallery/Echo"])
    assert.equal((JSON.parse(galleryDefinition(name)) as { name: string }).name, "echo");
  for (const name of ["ecco", "gallery/", "", "gallery/gallery/echo"]) assert.equal(galleryDefinition(name), "", name);
});

test("the definition replaces the name in a query", () => {
  assert.equal(
    withDefinition("?variant=echo&lastMove=e2e4&board=w:Ke1;b:Ke8", "{}"),
    "?rules=%7B%7D&lastMove=e2e4&board=w:Ke1;b:Ke8",
  );
  assert.equal(withDefinition("", "{}"), "?rules=%7B%7D");
});

test("an unknown name is reported with the closest one", async () => {
  await loadGallery();
  for (const [name, closest] of [
    ["ecco", "gallery/echo"],
    ["gallery/knightmate-cylindr", "gallery/knightmate-cylinder"],
    ["trud", "trid"],
    ["Ches", "chess"],
  ])
    assert.equal(unknownText(name ?? ""), `Unknown rule set "${name}". Did you mean "${closest}"?`);
  for (const name of ["checkers", "zzz", "x"]) assert.equal(unknownText(name), `Unknown rule set "${name}".`);
});

test("a mistyped name of a built-in game is corrected", async () => {
  await loadGallery();
  assert.equal(withMeantGame("?variant=mirorsquare&fen=start"), "?variant=mirrorsquare&fen=start");
  for (const query of ["", "?variant=Chess", "?variant=echo", "?variant=ecco", "?variant=checkers"])
    assert.equal(withMeantGame(query), null, query);
});
