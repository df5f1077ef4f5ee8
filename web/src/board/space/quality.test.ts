import assert from "node:assert/strict";
import { test } from "vitest";
import { Quality } from "./quality";

/** Adds frames of a given duration until the quality changes. Returns their number, or 0 if it never does. */
function feed(quality: Quality, took: number, screen = 2): number {
  for (let frames = 1; frames <= 200; frames++) if (quality.addFrame(took, screen)) return frames;
  return 0;
}

test("frames on time leave the quality unchanged", () => {
  const quality = new Quality();
  assert.equal(feed(quality, 16.7), 0);
  assert.equal(quality.ratio(800, 600, 2), 2);
});

test("late frames lower the resolution step by step while that helps", () => {
  const quality = new Quality();
  assert.ok(quality.smooth);
  assert.ok(feed(quality, 50));
  assert.equal(quality.ratio(800, 600, 2), 1.5);
  assert.ok(feed(quality, 34));
  assert.equal(quality.ratio(800, 600, 2), 1);
  assert.ok(!quality.smooth);
  assert.equal(feed(quality, 16.7), 0);
  assert.equal(quality.ratio(800, 600, 2), 1);
});

test("a step that does not help is reverted", () => {
  const quality = new Quality();
  assert.ok(feed(quality, 33));
  assert.ok(feed(quality, 33));
  assert.equal(quality.ratio(800, 600, 2), 2);
  assert.equal(feed(quality, 50), 0);
});

test("a low-density screen has only one lower step", () => {
  const quality = new Quality();
  assert.ok(feed(quality, 50, 1));
  assert.equal(quality.ratio(800, 600, 1), 0.75);
  assert.equal(feed(quality, 30, 1), 0);
});

test("occasional late frames and background tabs leave the quality unchanged", () => {
  const quality = new Quality();
  for (let i = 0; i < 200; i++) assert.equal(quality.addFrame(i % 5 === 0 ? 60 : 16.7, 2), false);
  for (let i = 0; i < 200; i++) assert.equal(quality.addFrame(5000, 2), false);
});

test("a large window is never drawn with more than three million pixels", () => {
  const quality = new Quality();
  for (const [width, height] of [
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    const ratio = quality.ratio(width, height, 2);
    assert.ok(width * height * ratio * ratio <= 3_000_001, `${width}x${height} is drawn at ${ratio}`);
  }
});
