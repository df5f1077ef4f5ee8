import assert from "node:assert/strict";
import { test } from "vitest";
import { Object3D, Vector3 } from "three";
import type { Figure } from "./pieces3d";
import { Travel } from "./travel";

const piece = (square: string, at: Vector3): Figure => ({ letter: "P", square, at, turn: 0, size: 1, ghost: false });

test("passengers keep their place on a moving board, even while it rotates", () => {
  const travel = new Travel();
  const board = new Object3D();
  const [from, to] = [new Vector3(-3, 1, 2), new Vector3(3, 1, 0)];
  const seats = [new Vector3(0.5, 0, 0.5), new Vector3(-0.5, 0, -0.5)];
  const passengers = seats.map((seat, i) => ({ figure: piece(`s${i}`, seat.clone().add(to)), seat }));
  travel.depart(100, [], { pin: "KL2", board, from, to, turn: Math.PI, swing: new Vector3(0, 0.5, 3), passengers });
  assert.ok(board.position.distanceTo(from) < 1e-9, "the board starts at its pin");
  let turned = 0;
  let frames = 0;
  for (let now = 1000; travel.advance(now); now += 10) {
    frames++;
    board.updateMatrixWorld();
    for (const { figure, seat } of passengers) {
      assert.ok(figure.at.distanceTo(board.localToWorld(seat.clone())) < 1e-6, "a passenger has left its place");
    }
    if (Math.abs(board.rotation.y - Math.PI / 2) < 0.5) turned++;
  }
  assert.ok(frames >= 25, "a board move takes longer than a piece move");
  assert.ok(turned > 0, "the board rotates during the move");
  assert.ok(board.position.distanceTo(to) < 1e-9 && Math.abs(board.rotation.y) < 1e-9);
  assert.equal(travel.under, false);
});

test("a moving piece reaches its square and a captured one shrinks away", () => {
  const travel = new Travel();
  const mover = piece("b", new Vector3(1, 0, 0));
  const taken = piece("", new Vector3(1, 0, 0));
  travel.depart(
    100,
    [
      { figure: mover, from: new Vector3(), to: new Vector3(1, 0, 0), gone: false },
      { figure: taken, from: taken.at.clone(), to: taken.at.clone(), gone: true },
    ],
    null,
  );
  assert.deepEqual(travel.leaving, [taken]);
  assert.ok(travel.advance(1000) && travel.advance(1050));
  assert.ok(
    mover.at.x > 0.4 && mover.at.x < 0.6 && mover.at.y > 0,
    `halfway, the piece is at ${mover.at.x}, ${mover.at.y}`,
  );
  assert.ok(taken.size < 0.5, `the captured piece has size ${taken.size}`);
  assert.equal(travel.advance(1100), false);
  assert.ok(mover.at.distanceTo(new Vector3(1, 0, 0)) < 1e-9);
  assert.deepEqual(travel.leaving, []);
});
