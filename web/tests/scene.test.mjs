// The 3D view on the GPU: its draw calls, whether the whole scene fits into the window, and dragging.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, drawn, hints, pieces, setup, visit } from "./harness.mjs";
import { tasksOf } from "./tasks.mjs";

const { server, browser } = await setup();

/** Counts GPU calls, and makes the image readable. */
function watchCard() {
  const seen = { frames: 0, calls: 0, triangles: 0, uploads: 0, bytes: 0 };
  window.card = seen;
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, kind === "webgl2" ? { ...options, preserveDrawingBuffer: true } : options);
  };
  const card = WebGL2RenderingContext.prototype;
  const count = (name, record) => {
    const real = card[name];
    card[name] = function (...rest) {
      record(...rest);
      return real.apply(this, rest);
    };
  };
  const draw = (corners, copies = 1) => {
    seen.calls++;
    seen.triangles += (corners / 3) * copies;
  };
  // A frame clears the colours once; the depths twice, because the reflection is drawn first.
  count("clear", (buffers) => (seen.frames += buffers & card.COLOR_BUFFER_BIT ? 1 : 0));
  count("drawElements", (_mode, corners) => draw(corners));
  count("drawArrays", (_mode, _first, corners) => draw(corners));
  count("drawElementsInstanced", (_mode, corners, _type, _offset, copies) => draw(corners, copies));
  count("drawArraysInstanced", (_mode, _first, corners, copies) => draw(corners, copies));
  for (const name of ["texImage2D", "texSubImage2D", "texStorage2D"]) count(name, () => seen.uploads++);
  // Four bytes per pixel; mipmaps add a third.
  count(
    "texStorage2D",
    (_target, levels, _format, width, height) => (seen.bytes += width * height * 4 * (levels > 1 ? 4 / 3 : 1)),
  );
  count(
    "texImage2D",
    (_target, _level, _format, width, height) => (seen.bytes += typeof height === "number" ? width * height * 4 : 0),
  );
}

const ready = "[aria-busy=false] canvas";

const usual = { width: 1280, height: 720 };

async function open(variant) {
  const options = { prepare: watchCard, view: "space", viewport: usual, colorScheme: "light", hasTouch: true };
  const page = await visit(browser, `${server.url}/analysis?variant=${variant}`, options);
  await page.locator(ready).waitFor();
  await quiet(page);
  return page;
}

/** Waits until no frame has been drawn for a while. */
async function quiet(page) {
  let before = -1;
  for (let frames = 0; frames !== before; frames = await page.evaluate(() => card.frames)) {
    before = frames;
    await page.waitForTimeout(400);
  }
}

/** Returns the GPU calls during an action. */
async function gpuCalls(page, action) {
  const before = await page.evaluate(() => ({ ...card }));
  await action();
  const after = await page.evaluate(() => ({ ...card }));
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]));
}

/** Returns the screen position of a square or pin. */
const locate = (page, name) =>
  page.locator(ready).evaluate((canvas, square) => {
    const box = canvas.getBoundingClientRect();
    const at = canvas.locate(square);
    return { x: box.x + at.x * box.width, y: box.y + at.y * box.height };
  }, name);

/** Drags from an empty spot, to the right and down. */
async function orbit(page, right, down) {
  const box = await page.locator(ready).boundingBox();
  const [x, y] = [box.x + box.width - 4, box.y + 30];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 4; i++) await page.mouse.move(x + (right * i) / 4, y + (down * i) / 4);
  await page.mouse.up();
  await drawn(page);
}

/** Returns the extent of boards, pieces and labels in fractions of the canvas, and its distance to the edge in px. */
const extent = (page) =>
  page.locator(ready).evaluate((canvas) => {
    const copy = document.createElement("canvas");
    const { width, height } = Object.assign(copy, { width: canvas.width, height: canvas.height });
    const ink = copy.getContext("2d");
    ink.drawImage(canvas, 0, 0);
    const { data } = ink.getImageData(0, 0, width, height);
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (data[(y * width + x) * 4 + 3] < 150) continue; // the floor, and what it reflects
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        if (y > bottom) bottom = y;
      }
    }
    const free = Math.min(left, top, width - 1 - right, height - 1 - bottom);
    return { free, across: (right - left) / width, down: (bottom - top) / height };
  });

// One visit for all tests, because loading the rules and building the scene is expensive.
const page = await open("trid");

const reset = async () => {
  await page.getByRole("button", { name: "Reset view" }).click();
  await drawn(page);
};

test("the scene uses few draw calls, and none while idle", async () => {
  const frame = await gpuCalls(page, () => orbit(page, -40, 0));
  assert.ok(frame.frames > 0, "the scene is drawn while it rotates");
  const each = (what) => frame[what] / frame.frames;
  console.log(`a frame: ${each("calls")} draw calls, ${each("triangles")} triangles`);
  assert.ok(each("calls") <= 32, `${each("calls")} draw calls per frame`);
  assert.ok(each("triangles") <= 140_000, `${each("triangles")} triangles per frame`);
  assert.equal(frame.uploads, 0, "rotating uploads no textures");
  await quiet(page);
  const idle = await gpuCalls(page, () => page.waitForTimeout(1200));
  assert.deepEqual(idle, { frames: 0, calls: 0, triangles: 0, uploads: 0, bytes: 0 });
});

test("the script time per frame, the textures and the canvas are small", async () => {
  await reset();
  const box = await page.locator(ready).boundingBox();
  const [x, y] = [box.x + box.width - 4, box.y + 30];
  const before = await page.evaluate(() => ({ ...card }));
  const tasks = await tasksOf(browser, page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 30; i++) await page.mouse.move(x - 4 * i, y + 2 * i);
    await page.mouse.up();
  });
  const after = await page.evaluate(() => ({ ...card }));
  const work = tasks.filter(({ parts }) => parts.FireAnimationFrame > 0).map(({ parts }) => parts.FireAnimationFrame);
  assert.ok(work.length > 3 && after.frames > before.frames, "the scene is drawn while it rotates");
  const usual = work.sort((a, b) => a - b)[Math.floor(work.length / 2)];
  const { pixels, page: room } = await page
    .locator(ready)
    .evaluate((canvas) => ({ pixels: canvas.width * canvas.height, page: canvas.clientWidth * canvas.clientHeight }));
  console.log(
    `script per frame: ${usual.toFixed(1)} ms of CPU time, at most ${work.at(-1).toFixed(1)}; ` +
      `textures ${(after.bytes / 2 ** 20).toFixed(0)} MB; ${pixels} pixels`,
  );
  assert.ok(usual < 8, `${usual} ms of script time per frame`);
  assert.ok(after.bytes < 64 * 2 ** 20, `${after.bytes} bytes of textures`);
  assert.ok(pixels <= 3_000_000 && pixels <= 4 * room, `${pixels} pixels are drawn for ${room}`);
});

test("the stage is dark on a light page, black pieces are black, and the floor reflects", async () => {
  await reset();
  await quiet(page);
  const [host, paper] = await page.evaluate(() => {
    const lightness = (colour) =>
      Math.max(
        ...colour
          .match(/[\d.]+/g)
          .slice(0, 3)
          .map(Number),
      );
    const canvas = document.querySelector("[aria-busy=false]:has(> canvas)");
    const ink = getComputedStyle(canvas).backgroundImage.match(/rgb\([^)]*\)/g);
    return [Math.max(...ink.map(lightness)), lightness(getComputedStyle(document.body).backgroundColor)];
  });
  assert.ok(host < 100 && paper > 200, `a stage of ${host} on a page of ${paper}`);
  const { black, white, floor } = await page.locator(ready).evaluate((canvas) => {
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const ink = copy.getContext("2d");
    ink.drawImage(canvas, 0, 0);
    // A busy machine draws fewer pixels, so lengths are in CSS pixels.
    const pixel = canvas.width / canvas.clientWidth;
    /** Returns the median green around a point above the middle of a square. */
    const green = (square) => {
      const at = canvas.locate(square);
      const [x, y, size] = [at.x * canvas.width, at.y * canvas.height - 12 * pixel, Math.ceil(10 * pixel)];
      const { data } = ink.getImageData(x - size / 2, y - size / 2, size, size);
      const greens = [...data].filter((_, i) => i % 4 === 1).sort((a, b) => a - b);
      return greens[greens.length >> 1];
    };
    const low = ink.getImageData(0, canvas.height - 20, canvas.width, 20).data;
    const lights = [...low].filter((_, i) => i % 4 === 3);
    return {
      black: green("b7B"),
      white: green("b2W"),
      floor: Math.max(...lights.filter((a) => a < 150)) - Math.min(...lights),
    };
  });
  assert.ok(black < 75, `the middle of a black pawn has a green of ${black}`);
  assert.ok(white > black + 100, `the middle of a white pawn has a green of ${white}`);
  assert.ok(floor > 15, `the floor varies by ${floor}`);
});

test("late frames lower the resolution without changing the view", async () => {
  const own = await open("trid");
  const size = () => own.locator(ready).evaluate((canvas) => canvas.width / canvas.clientWidth);
  const at = await locate(own, "d1W");
  const first = await size();
  await own.locator(ready).evaluate((canvas) => {
    for (let i = 0; i < 24; i++) canvas.frameTook(60);
  });
  assert.ok((await size()) < first, `still ${await size()} device pixels per CSS pixel`);
  assert.deepEqual(await locate(own, "d1W"), at);
  await close(own);
});

test("the whole scene fits the window at several angles, and fills most of its width or height", async () => {
  const check = async (what) => {
    await drawn(page);
    const { free, across, down } = await extent(page);
    assert.ok(free >= 2, `${what}: ${free} pixels to the edge`);
    // The rest is room for boards that may move to free pins, and for tall pieces on them.
    assert.ok(Math.max(across, down) > 0.7, `${what}: ${across} by ${down} of the window`);
  };
  try {
    await reset();
    await check("first");
    for (const [right, down] of [
      [-250, -120],
      [-300, 300],
    ]) {
      await orbit(page, right, down);
      await check(`${right}, ${down}`);
    }
    // After the user has rotated it, the scene still fits into the window.
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(viewport);
      await quiet(page);
      await check(`in ${viewport.width}x${viewport.height}`);
      await orbit(page, -90, -60);
      await check(`rotated in ${viewport.width}x${viewport.height}`);
    }
  } finally {
    await page.setViewportSize(usual);
    await quiet(page);
  }
});

test("hints are visible through pieces and boards in front of them", async () => {
  await reset();
  // At a flat angle, pieces and boards hide most squares.
  await orbit(page, -60, -260);
  const knight = await locate(page, "d1W");
  await page.mouse.click(knight.x, knight.y - 8);
  await page.locator("[data-hint]").first().waitFor({ state: "attached" });
  await drawn(page);
  const marked = Object.keys(await hints(page));
  assert.deepEqual(marked.sort(), ["c3N", "c3W"]);
  const greens = await page.locator(ready).evaluate((canvas, names) => {
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const ink = copy.getContext("2d");
    ink.drawImage(canvas, 0, 0);
    return names.map((name) => {
      const at = canvas.locate(name);
      const [r, g] = ink.getImageData(at.x * canvas.width, at.y * canvas.height, 1, 1).data;
      return g - r;
    });
  }, marked);
  for (const [i, green] of greens.entries()) assert.ok(green > 60, `the hint on ${marked[i]} is hidden (${green})`);
  await page.mouse.click(knight.x, knight.y - 8);
  assert.deepEqual(await hints(page), {}, "a second click deselects the piece");
});

test("the camera goes to the selected piece, but not after the user has turned the view", async () => {
  await reset();
  /** Waits until the scene shows a selection, or none, and the camera has arrived. */
  const settled = (chosen) =>
    page.waitForFunction((name) => document.querySelector("[aria-busy=false] canvas").settled(name), chosen);
  const select = async (name) => {
    await page.locator(`[role=gridcell][data-square="${name}"]`).focus();
    await page.keyboard.press("Enter");
    await settled(name);
  };
  const deselect = async () => {
    await page.keyboard.press("Escape");
    await settled(null);
  };
  const away = async ({ x, y }) => {
    const now = await locate(page, "d1W");
    return Math.hypot(now.x - x, now.y - y);
  };
  const before = await locate(page, "d1W");
  await select("d1W");
  assert.ok((await away(before)) < 1, "not under reduced motion");
  await deselect();
  try {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await select("d1W");
    const moved = await away(before);
    assert.ok(moved > 10, `it moved by ${moved} pixels`);
    await deselect();
    assert.ok((await away(before)) < 1, "it goes back");
    await orbit(page, -60, 0);
    const turned = await locate(page, "d1W");
    await select("d1W");
    assert.ok((await away(turned)) < 1, "it stays as it was turned");
    await deselect();
  } finally {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await reset();
  }
});

test("a piece can be dragged by mouse or finger; dragging the background rotates the scene", async () => {
  await reset();
  const first = await locate(page, "d1W");
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y - 20);
  assert.deepEqual(Object.keys(await hints(page)).sort(), ["c3N", "c3W"]);
  let to = await locate(page, "c3N");
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.locator("[data-way]").waitFor({ state: "attached" }); // the move is previewed
  await page.mouse.up();
  await page.locator('[data-piece="N"][data-square="c3N"]').waitFor({ state: "attached" });
  assert.deepEqual(await locate(page, "d1W"), first, "the scene has not rotated");

  // Black's turn, by touch.
  const touch = await page.context().newCDPSession(page);
  const finger = (type, at) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  let from = await locate(page, "b7B");
  to = await locate(page, "b6B");
  await finger("touchStart", from);
  await finger("touchMove", { x: from.x + 10, y: from.y + 8 });
  await finger("touchMove", to);
  await finger("touchEnd");
  await page.locator('[data-piece="p"][data-square="b6B"]').waitFor({ state: "attached" });

  // A piece dropped outside the boards returns to its square.
  const before = await pieces(page);
  from = await locate(page, "b1W");
  const box = await page.locator(ready).boundingBox();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 8, box.y + 8, { steps: 3 });
  await page.mouse.up();
  assert.deepEqual(await pieces(page), before);
  await orbit(page, -120, 0);
  assert.notDeepEqual(await locate(page, "b1W"), from);
  await close(page);
});
