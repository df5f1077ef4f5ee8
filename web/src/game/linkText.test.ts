import assert from "node:assert/strict";
import { test } from "vitest";
import { linkPosition, linkProblem, linkText, positionQuery } from "./linkText";
import { Refused } from "../rules/rules";

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

test("the position of a link can be corrected, and the rest of the link stays", () => {
  const one = linkPosition("?variant=trid&fen=garbage+w#");
  assert.equal(one.text, "garbage w#");
  assert.equal(one.corrected(" 8/8 w + # "), "?fen=8%2F8%20w%20%2B%20%23&variant=trid");
  const several = linkPosition("?board=w:Ke1;b:Ke8&turn=x&hash=3");
  assert.equal(several.text, "board=w:Ke1;b:Ke8&turn=x");
  assert.equal(several.corrected("board=w:Ke1;b:Ke8&turn=b"), "?board=w:Ke1;b:Ke8&turn=b&hash=3");
});

test("one sentence says why a link is not a position of its game", () => {
  const fault = (message: string) => ({ code: "x", message, offset: 0 });
  const failure = {
    code: "position",
    message: "",
    faults: [fault("the board has 1 rank instead of 8"), fault("more")],
  };
  assert.equal(
    linkProblem(new Refused(failure), "?fen=garbage", "chess"),
    "“garbage” is not a position of Chess: the board has 1 rank instead of 8.",
  );
  assert.equal(linkProblem(new Error("no link"), "?fen=garbage", "chess"), "No link.");
});
