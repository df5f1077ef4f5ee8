import assert from "node:assert/strict";
import { test } from "vitest";
import { linkText, positionQuery } from "./linkText";

test("extracts the position from a query", () => {
  assert.equal(linkText("?board=w:Ke1;b:Ke8&turn=white&opponent=friend", "chess"), "?board=w:Ke1;b:Ke8&turn=white");
  assert.equal(linkText("?fen=8/8%20w&opponent=here", "chess"), "?fen=8/8%20w&variant=chess");
  assert.equal(linkText("?position=8/8+w&variant=trid", "chess"), "?position=8/8+w&variant=trid");
  assert.equal(linkText("?variant=chess&opponent=friend", "chess"), "");
  assert.equal(linkText("?lastMove=h7h5&opponent=friend", "triboard"), "?lastMove=h7h5&variant=triboard");
  assert.equal(linkText("?%zz=1&Board=w:", "chess"), "?Board=w:");
});

test("formats a position as a query", () => {
  assert.equal(positionQuery("chess", "8/8 w"), "?variant=chess&position=8%2F8%20w");
  assert.equal(positionQuery("trid", "W:4", "QL1-QL2"), "?variant=trid&position=W%3A4&lastMove=QL1-QL2");
});
