import assert from "node:assert/strict";
import { test } from "vitest";
import { Vector3 } from "three";
import { hiding } from "./cover";
import { layOut3D } from "./layout3d";
import { trid } from "./sample";

const levels = ["W", "N", "B", "QL1", "KL1", "QL6", "KL6"];
const pieces = trid.squares
  .filter((q) => ["QL1", "KL1"].includes(q.level ?? "") || (q.level === "W" && q.y <= 2))
  .map((q) => q.name);

/** Returns the eye at a distance from the middle of the scene. */
function eye(azimuth: number, elevation: number): Vector3 {
  const cos = Math.cos(elevation);
  return new Vector3(Math.sin(azimuth) * cos, Math.sin(elevation), Math.cos(azimuth) * cos).multiplyScalar(40);
}

test("no piece of White's is hidden in the initial view", () => {
  for (const [aspect, azimuth, elevation] of [
    [1.3, 0.26, 0.55],
    [1, 0.25, 0.58],
    [0.6, 0, 0.72],
  ] as const) {
    const { levels: boards, squares } = hiding(
      layOut3D(trid, false, aspect),
      eye(azimuth, elevation),
      pieces,
      levels,
      pieces,
    );
    assert.deepEqual([[...boards], [...squares]], [[], []], `${aspect}`);
  }
});

test("a board and its pieces fade if they hide a piece", () => {
  const solid = layOut3D(trid, false, 1.3);
  const far = eye(0.9, 0.5);
  const { levels: boards, squares } = hiding(solid, far, ["d1W", "c1W"], levels, pieces);
  assert.deepEqual([...boards], ["KL1"]);
  assert.ok(squares.size > 0 && [...squares].every((name) => solid.levels.get(name) === "KL1"), [...squares].join(" "));
});
