import assert from "node:assert/strict";
import { test } from "vitest";
import { inviteAddress, inviteToken } from "./invite";

test("an invitation token is only in the fragment, which browsers do not send", () => {
  const url = new URL(inviteAddress("abcdefghijkl", "s3cret_-"), "https://chess.example.org");
  assert.equal(url.pathname, "/game/abcdefghijkl");
  assert.equal(url.search, "");
  assert.equal(inviteToken(url), "s3cret_-");
  assert.equal(inviteAddress("abcdefghijkl"), "/game/abcdefghijkl");
});

test("accepts older links with the token in the query", () => {
  assert.equal(inviteToken(new URL("https://chess.example.org/game/abc?join=old")), "old");
  assert.equal(inviteToken(new URL("https://chess.example.org/game/abc?join=old#join=new")), "new");
  assert.equal(inviteToken(new URL("https://chess.example.org/game/abc#main")), "");
});
