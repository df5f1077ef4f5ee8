import assert from "node:assert/strict";
import { test } from "vitest";
import type { MoveInfo } from "../../wire.gen";
import { movesFrom } from "../targets";
import {
  begin,
  canEscape,
  type InputContext,
  type InputEffect,
  type InputEvent,
  type InputState,
  isShown,
  pickOf,
  selectedSquare,
  transition,
} from "./moveInput";

const move = (text: string): MoveInfo => ({
  move: text,
  san: text,
  kind: "quiet",
  capture: false,
  changes: [],
  text,
  from: text.slice(0, 2),
  to: text.slice(2, 4),
});

const legal = ["e2e3", "e2e4", "g1f3", "a7a8q", "a7a8n"].map(move);

const context: InputContext = {
  pieces: { e2: "P", g1: "N", a7: "P", e7: "p" },
  key: "start",
  own: "white",
  waiting: false,
  lasting: false,
  premoved: false,
  limited: false,
  targets: (from) => movesFrom(legal, from),
  touch: "twice",
};

/** Sends events in order and returns the final state and all effects. */
function run(events: readonly InputEvent[], now = context, state = begin("e1", undefined, now.pieces, now.key)) {
  const effects: InputEffect[] = [];
  for (const event of events) {
    const next = transition(state, event, now);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

const press = (square: string, touch = false, x = 0): InputEvent => ({
  type: "press",
  pointer: 1,
  square,
  at: { x, y: 0 },
  touch,
  time: 0,
});
const drag = (square: string | null, x = 50): InputEvent => ({ type: "move", square, at: { x, y: 0 }, mouse: true });
const release = (square: string | null, time = 10): InputEvent => ({ type: "release", square, time });
const tap = (square: string, touch = true, time = 10) => [press(square, touch), release(square, time)];
const click = (square: string) => tap(square, false);
const selected = ({ state }: { state: InputState }, now = context) => selectedSquare(state, now);

test("two clicks play a move; a second click on the same square deselects", () => {
  assert.equal(selected(run(click("e2"))), "e2");
  const played = run([...click("e2"), ...click("e4")]);
  assert.deepEqual(played.effects, [
    { type: "dropped", square: null },
    { type: "play", move: legal[1] },
  ]);
  assert.equal(selected(played), null);
  assert.equal(selected(run([...click("e2"), ...click("e2")])), null);
  assert.equal(selected(run([...click("e2"), ...click("g1")])), "g1");
});

test("only the player's own pieces can be selected", () => {
  assert.equal(selected(run(click("e7"))), null);
  assert.equal(selected(run(click("d5"))), null);
  assert.equal(selected(run(click("e2"), { ...context, own: null }), { ...context, own: null }), null);
});

test("dragging starts past a threshold and plays the move on release", () => {
  const near = run([press("e2"), drag("e2", 3)]);
  assert.equal(near.state.phase.type, "pressed");
  const held = run([press("e2"), drag("e3")]);
  assert.deepEqual(held.state.phase.type === "dragging" && held.state.phase.drag, {
    from: "e2",
    letter: "P",
    touch: false,
  });
  assert.equal(held.state.hovered, "e3");
  const dropped = run([press("e2"), drag("e4"), release("e4")]);
  assert.deepEqual(dropped.effects, [
    { type: "dropped", square: "e4" },
    { type: "play", move: legal[1] },
  ]);
  assert.equal(dropped.state.phase.type, "idle");
  const outside = run([press("e2"), drag(null), release(null)]);
  assert.deepEqual([outside.effects, selected(outside)], [[], "e2"]);
});

test("an illegal target asks for the reason and deselects the piece", () => {
  const refused = run([...click("e2"), ...click("h5")]);
  assert.deepEqual(refused.effects.at(-1), { type: "ask", from: "e2", to: "h5" });
  assert.equal(selected(refused), null);
  const felt = run([...tap("e2"), ...tap("h5")]);
  assert.deepEqual(felt.effects.at(-1), { type: "feel", what: "refused" });
});

test("a cancelled pointer ends the drag and keeps the selection", () => {
  const lost = run([press("e2"), drag("e4"), { type: "cancel" }]);
  assert.deepEqual([lost.state.phase.type, lost.state.hovered, selected(lost), lost.effects], ["idle", null, "e2", []]);
});

test("on touch, the first tap previews a move and the second plays it", () => {
  const shown = run([...tap("e2"), ...tap("e4")]);
  assert.deepEqual(shown.effects, [{ type: "feel", what: "shown" }]);
  assert.equal(isShown(shown.state, context), true);
  assert.equal(shown.state.hovered, "e4");
  const played = run(tap("e4"), context, shown.state);
  assert.deepEqual(
    played.effects.map(({ type }) => type),
    ["dropped", "feel", "play"],
  );
  const other = run(tap("e3"), context, shown.state);
  assert.deepEqual([other.effects, other.state.hovered], [[{ type: "feel", what: "shown" }], "e3"]);
});

test("in hold mode, a tap plays at once and a long press previews", () => {
  const now: InputContext = { ...context, touch: "hold" };
  assert.deepEqual(
    run([...tap("e2"), ...tap("e4")], now).effects.map(({ type }) => type),
    ["dropped", "feel", "play"],
  );
  assert.deepEqual(run([...tap("e2"), ...tap("e4", true, 500)], now).effects, []);
});

test("several moves to one square open a picker, for that position only", () => {
  const picking = run([...click("a7"), ...click("a8")]);
  assert.deepEqual(pickOf(picking.state, context), { to: "a8", moves: [legal[3], legal[4]] });
  assert.equal(pickOf(picking.state, { ...context, key: "later" }), null);
  const picked = run([{ type: "play", move: legal[4] as MoveInfo }], context, picking.state);
  assert.deepEqual(picked.effects, [{ type: "play", move: legal[4] }]);
  assert.equal(picked.state.phase.type, "idle");
  assert.equal(run([{ type: "drop-pick" }], context, picking.state).state.phase.type, "idle");
  assert.equal(run([press("g1")], context, picking.state).state.phase.type, "pressed");
});

test("a premove can be set on the opponent's turn and is cancelled by the next press", () => {
  const waiting: InputContext = { ...context, waiting: true };
  const chosen = run([...click("e2"), ...click("e5")], waiting);
  assert.deepEqual(chosen.effects, [{ type: "premove", premove: { from: "e2", to: "e5" } }]);
  const limited = run([...click("e2"), ...click("e5")], { ...waiting, limited: true });
  assert.deepEqual(limited.effects, []);
  const premoved: InputContext = { ...waiting, premoved: true };
  assert.deepEqual(run([press("h5")], premoved).effects, [{ type: "premove", premove: null }]);
  assert.deepEqual(run([{ type: "second-button" }], premoved).effects, [{ type: "premove", premove: null }]);
});

test("a selection ends with its position, unless made on the opponent's turn or lasting", () => {
  const { state } = run(click("e2"));
  const later = { ...context, key: "later" };
  assert.equal(selectedSquare(state, later), null);
  assert.equal(selectedSquare(state, { ...later, lasting: true }), "e2");
  const early = run(click("e2"), { ...context, waiting: true });
  assert.equal(selectedSquare(early.state, later), "e2");
  assert.equal(selectedSquare(early.state, { ...later, pieces: { e2: "N" } }), null);
});

test("the initial selection is applied if it is an own piece", () => {
  const state = begin("e1", "g1", context.pieces, context.key);
  assert.equal(selectedSquare(state, context), "g1");
  assert.equal(selectedSquare(begin("e1", "h5", context.pieces, context.key), context), null);
});

test("keys move the cursor, select, play and deselect", () => {
  const gone = run([{ type: "go", square: "e2" }]);
  assert.deepEqual([gone.state.cursor, gone.state.hovered, gone.state.hand], ["e2", "e2", "keys"]);
  const chosen = run([{ type: "activate", square: "e2" }], context, gone.state);
  assert.equal(selected(chosen), "e2");
  assert.equal(canEscape(chosen.state, context), true);
  assert.equal(canEscape(gone.state, context), false);
  assert.equal(canEscape(gone.state, { ...context, premoved: true }), true);
  const played = run([{ type: "activate", square: "e3" }], context, chosen.state);
  assert.deepEqual(played.effects.at(-1), { type: "play", move: legal[0] });
  const escaped = run([{ type: "escape" }], { ...context, premoved: true }, chosen.state);
  assert.deepEqual([selected(escaped), escaped.effects], [null, [{ type: "premove", premove: null }]]);
});

test("hovering shows a preview only while a piece is selected", () => {
  assert.equal(run([drag("e4")]).state.hovered, null);
  const pointing = run([...click("e2"), drag("e4")]);
  assert.equal(pointing.state.hovered, "e4");
  assert.equal(
    transition(pointing.state, drag("e4", 51), context).state,
    pointing.state,
    "the state is unchanged, so nothing is redrawn",
  );
  assert.equal(run([{ type: "leave" }], context, pointing.state).state.hovered, null);
});

test("focus moves the cursor, and hovers the square if focus is visible", () => {
  const seen = run([{ type: "focus", square: "c3", visible: true }]);
  assert.deepEqual([seen.state.cursor, seen.state.hovered], ["c3", "c3"]);
  const unseen = run([{ type: "focus", square: "d4", visible: false }], context, seen.state);
  assert.deepEqual([unseen.state.cursor, unseen.state.hovered], ["d4", "c3"]);
  assert.equal(run([{ type: "blur" }], context, seen.state).state.hovered, null);
});

test("a press on an overlay counts as a press on the square beneath", () => {
  const over = (square: string, touch: boolean): InputEvent => ({ type: "tap-over", square, touch });
  assert.equal(selected(run([over("e2", false)])), "e2");
  assert.deepEqual(run([...tap("e2"), over("e4", true)]).effects, [{ type: "feel", what: "shown" }]);
  assert.equal(run([...tap("e2"), over("e4", true), over("e4", true)]).effects.at(-1)?.type, "play");
});
