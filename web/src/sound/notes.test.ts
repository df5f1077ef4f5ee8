import assert from "node:assert/strict";
import { test } from "vitest";
import { notesFor } from "./notes";

const quiet = { capture: false, changes: [], san: "e4" };
const pitches = (...args: Parameters<typeof notesFor>) => notesFor(...args).map((note) => note.pitch);

test("a capture sounds like a softer double click", () => {
  const [click, double] = [notesFor(quiet, false), notesFor({ ...quiet, capture: true }, false)];
  assert.equal(click.length, 1);
  assert.equal(double.length, 2);
  for (const note of double) assert.ok(note.loud < (click[0]?.loud ?? 0));
});

test("only reflections ring", () => {
  const made = { ...quiet, changes: [{ effect: "appears" as const, piece: "n", to: "d5" }] };
  const gone = { ...quiet, changes: [{ effect: "goes on" as const, piece: "Q", from: "h5", to: "a4" }] };
  assert.ok(Math.max(...pitches(made, false)) > 4000);
  assert.ok(Math.max(...pitches(gone, false)) > 4000);
  assert.ok(Math.max(...pitches(quiet, false)) < 2000);
});

test("check and game end have distinct low sounds", () => {
  const check = pitches({ ...quiet, san: "axh7+ e.p." }, false);
  const mate = pitches({ ...quiet, san: "Qh5#" }, false);
  assert.ok(Math.min(...check) < 250, "the check sound is not low");
  assert.ok(Math.min(...mate) < 150, "the mate sound is not lower");
  assert.deepEqual(pitches(quiet, true), pitches({ ...quiet, san: "Qh5#" }, false));
});
