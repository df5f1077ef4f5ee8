import assert from "node:assert/strict";
import { test } from "vitest";
import { variantOf } from "../../../game/variants";
import type { VariantInfo } from "../../../wire.gen";
import { carry, change, clear, type Draft, enPassantPawns, put, read, right, write } from "./draft";

const chess = variantOf("chess") as VariantInfo;
const trid = variantOf("trid") as VariantInfo;

function draft(info: VariantInfo, text = info.start): Draft {
  return read(info, text) as Draft;
}

test("positions of every rule set round-trip", () => {
  for (const name of ["triboard", "mirrorsquare", "nachfolger", "trid", "meder", "cylinder", "chess"]) {
    const info = variantOf(name) as VariantInfo;
    assert.equal(write(info, draft(info)), info.start, name);
  }
  const turned = "W:4/4/4/K3|N:4/4/4/4|B:k3/4/4/4|QL3w^:1N/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 b - a3N a2W,b2W 7 12";
  assert.equal(write(trid, draft(trid, turned)), turned);
});

test("pieces can be placed, moved and removed", () => {
  let here = draft(chess, "8/8/8/8/8/8/8/4K3 w - - 0 1");
  here = carry(put(here, "a1", "r"), "e1", "e2");
  assert.equal(write(chess, here), "8/8/8/8/8/8/4K3/r7 w - - 0 1");
  assert.equal(
    write(chess, carry(here, "h8", "a1")),
    write(chess, here),
    "dragging from an empty square changes nothing",
  );
  assert.equal(write(chess, put(here, "a1", "")), "8/8/8/8/8/8/4K3/8 w - - 0 1");
  assert.equal(write(chess, clear(draft(chess))), "8/8/8/8/8/8/8/8 w - - 0 1");
});

test("castling rights are always in order", () => {
  let here = draft(chess, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
  here = right(right(here, "q", true), "K", true);
  assert.equal(here.castling, "Kq");
  assert.equal(right(right(here, "q", false), "K", false).castling, "-");
});

test("moving a board to another pin moves its pieces", () => {
  const here = change(trid, draft(trid), 0, { pin: "QL3" });
  assert.match(write(trid, here), /QL3w:PP\/RQ\|QL6b/);
  assert.equal(here.pieces.z2QL3, "R");
  assert.equal(here.pieces.z0QL1, undefined);
});

test("offers en passant only for pawns that could have moved two squares", () => {
  const here = draft(chess, "4k3/6p1/8/p1p3pp/8/8/8/4K3 w - - 0 1");
  assert.deepEqual(enPassantPawns(chess, here), [
    { pawn: "a5", text: "a6" },
    { pawn: "c5", text: "c6" },
    { pawn: "h5", text: "h6" },
  ]);
  assert.deepEqual(enPassantPawns(chess, draft(chess, "4k3/8/8/8/4P3/P7/8/4K3 b - - 0 1")), [
    { pawn: "e4", text: "e3" },
  ]);
});

test("rejects nonsense and accepts a partial position", () => {
  assert.equal(read(chess, "hello"), null);
  assert.equal(write(chess, draft(chess, "4k3/x9/8")), "4k3/8/8/8/8/8/8/8 w - - 0 1");
});

test("positions round-trip on boards of any size with holes, other pieces and counted checks", () => {
  const squares = Array.from({ length: 48 }, (_, i) => {
    const [x, y] = [i % 12, Math.floor(i / 12)];
    return { name: `${"abcdefghijkl"[x]}${y + 1}`, x, y, dark: (x + y) % 2 === 0 };
  }).filter(({ name }) => name !== "c2" && name !== "l1");
  const kinds = [..."pka"].map((letter) => ({ letter, name: letter, picture: letter }));
  const start = "k11/pppppppppppp/2*9/11* w - - 0 1 +0+0";
  const info = { ...chess, squares, kinds, start, shape: { files: 12, ranks: 4 } };
  for (const text of [start, "k2a8/12/2*8A/K10* b - - 3 12 +2+0", "12/12/2*9/11* w - - 0 1"]) {
    assert.equal(write(info, draft(info, text)), text);
  }
  assert.equal(draft(info, "k2a8/12/2*8A/K10* w - - 0 1").pieces.l2, "A");
});

test("positions on two planes round-trip, and a pawn that passed may be taken en passant", () => {
  const squares = [0, 1].flatMap((plane) =>
    Array.from({ length: 64 }, (_, i) => {
      const [x, y] = [i % 8, Math.floor(i / 8)];
      return { name: `${"abcdefgh"[x]}${y + 1}${"AB"[plane]}`, x: x + 9 * plane, y, dark: (x + y) % 2 === 0 };
    }),
  );
  const kinds = [..."pnbrqk"].map((letter) => ({ letter, name: letter, picture: letter }));
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1";
  const alice = { ...chess, squares, kinds, start, castling: true, shape: { files: 8, ranks: 8, planes: 2 } };
  const moved = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1";
  for (const text of [start, moved]) assert.equal(write(alice, draft(alice, text)), text);
  assert.equal(draft(alice, moved).pieces.e4B, "P");
  assert.deepEqual(enPassantPawns(alice, draft(alice, moved)), [{ pawn: "e4B", text: "e3B" }]);
});
