// Appearance settings, with contrasts measured on screenshots, drawings on the board, and details of several pages.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  axeFindings,
  begin,
  click,
  close,
  drawn,
  lastMove,
  pieces,
  setup,
  square,
  type,
  visit,
  visitGame,
} from "./harness.mjs";

const { server, browser } = await setup();

const boards = ["lagoon", "amber", "night", "silver", "ink", "sand", "sage", "sea", "plum"];

/** Changes a setting without opening the panel, as another tab would. */
async function choose(page, key, value) {
  await page.evaluate(
    ([name, chosen]) => {
      localStorage.setItem(name, JSON.stringify(chosen));
      dispatchEvent(new StorageEvent("storage", { key: name }));
    },
    [`tain.setting.${key}`, value],
  );
}

/** A separate page that measures the pixels of screenshots. */
const eye = await (await browser.newContext()).newPage();

/**
 * Compares squares with plain ones, such as { d8: "c5" }: `plain` is the colour of the plain square, `body` the
 * contrast between it and the main colour of a black piece, and `edge` the fraction of the pixels along the
 * square's edge whose contrast with it is at least 3:1.
 */
async function look(page, squares) {
  const names = [...new Set(Object.entries(squares).flat())];
  const boxes = await Promise.all(names.map((name) => square(page, name).boundingBox()));
  const [left, top] = ["x", "y"].map((axis) => Math.floor(Math.min(...boxes.map((box) => box[axis]))));
  const [width, height] = [
    Math.max(...boxes.map((box) => box.x + box.width)) - left,
    Math.max(...boxes.map((box) => box.y + box.height)) - top,
  ].map(Math.ceil);
  const shot = (await page.screenshot({ clip: { x: left, y: top, width, height } })).toString("base64");
  const areas = Object.fromEntries(
    names.map((name, at) => [name, { ...boxes[at], x: boxes[at].x - left, y: boxes[at].y - top }]),
  );
  return eye.evaluate(measure, [shot, areas, squares]);
}

/** Measures an image; runs in the page that reads pixels. */
async function measure([data, areas, squares]) {
  const luminance = ([red, green, blue]) => {
    const linear = (value) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const contrast = (one, other) =>
    (Math.max(luminance(one), luminance(other)) + 0.05) / (Math.min(luminance(one), luminance(other)) + 0.05);
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  pen.drawImage(bitmap, 0, 0);
  const pixelsOf = (name) => {
    const { x, y, width } = areas[name];
    const size = Math.floor(width) - 1;
    const all = pen.getImageData(Math.ceil(x), Math.ceil(y), size, size).data;
    return Array.from({ length: size * size }, (_, i) => ({
      colour: [...all.slice(4 * i, 4 * i + 3)],
      // The distance from the edge, as a fraction of the square.
      in: Math.min(i % size, Math.floor(i / size), size - 1 - (i % size), size - 1 - Math.floor(i / size)) / size,
    }));
  };
  const found = {};
  for (const [name, ground] of Object.entries(squares)) {
    const under = pixelsOf(ground);
    const plain = under[(under.length + Math.sqrt(under.length)) >> 1].colour;
    const pixels = pixelsOf(name);
    const counts = new Map();
    for (const { colour } of pixels.filter(
      (pixel) => pixel.in > 0.12 && luminance(pixel.colour) < 0.95 * luminance(plain),
    )) {
      const rough = colour.map((value) => value >> 3).join();
      counts.set(rough, [...(counts.get(rough) ?? []), colour]);
    }
    const [most = [plain]] = [...counts.values()].sort((one, other) => other.length - one.length);
    const ring = pixels.filter((pixel) => pixel.in > 0.015 && pixel.in < 0.05);
    found[name] = {
      plain,
      body: contrast(most[most.length >> 1], plain),
      edge: ring.filter(({ colour }) => contrast(colour, plain) >= 3).length / ring.length,
    };
  }
  return found;
}

async function everywhere(page, measure) {
  for (const theme of ["light", "dark"]) {
    await choose(page, "theme", theme);
    for (const board of boards) {
      await choose(page, "board-theme", board);
      await drawn(page);
      await measure(`${board}, ${theme}`);
    }
  }
}

test("black pieces and their ghosts stand out from dark squares, and the last move from its squares", async () => {
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/, [], {
    viewport: { width: 900, height: 600 },
  });
  await click(page, "d2", "d4");
  await click(page, "b8", "c6");
  await lastMove(page, "Nc6");
  // h4 would spawn a black pawn on a5, a dark square.
  await square(page, "h2").click();
  await square(page, "h4").hover();
  assert.equal(await page.locator("[data-ghost=p][data-square=a5]").count(), 1);
  await everywhere(page, async (where) => {
    const { d8, a5, b8, c6 } = await look(page, { d8: "c5", a5: "c5", b8: "c5", c6: "d5" });
    for (const [what, { body }] of Object.entries({ "a queen": d8, "a ghost": a5 })) {
      assert.ok(body >= 3, `${where}: ${what} is ${body.toFixed(2)}:1 against its square`);
    }
    for (const [what, { edge }] of Object.entries({ "a dark": b8, "a light": c6 })) {
      assert.ok(edge > 0.7, `${where}: only ${Math.round(100 * edge)} % of the frame of ${what} square stands out`);
    }
  });
  await close(page);
});

test("the settings panel applies changes at once, saves them and resets them", async () => {
  const page = await visitGame(browser, server.url, "chess", /^Pass and play/);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  const gear = page.getByRole("button", { name: "Settings" });
  await gear.click();
  const panel = page.getByRole("dialog", { name: "Settings" });
  const pick = (group, name) =>
    panel.getByRole("group", { name: group, exact: true }).getByRole("radio", { name, exact: true }).check();
  await pick("Theme", "Dark");
  assert.notEqual(await ground(), before);
  const { plain } = (await look(page, { d5: "d4" })).d5;
  await pick("Board", "Sand");
  await drawn(page);
  assert.notDeepEqual((await look(page, { d5: "d4" })).d5.plain, plain);
  const shape = () => page.evaluate(() => document.getElementById("piece-white-knight-n").innerHTML);
  const shapes = new Set([await shape()]);
  for (const set of ["Print", "Letters"]) {
    const old = await shape();
    await pick("Pieces", set);
    await page.waitForFunction((was) => document.getElementById("piece-white-knight-n").innerHTML !== was, old);
    shapes.add(await shape());
  }
  assert.equal(shapes.size, 3);
  const inside = page
    .getByRole("grid")
    .locator("text")
    .filter({ hasText: /^[a-h]$/ });
  assert.equal(await inside.count(), 8);
  await pick("Coordinates", "Outside");
  assert.equal(await inside.count(), 0);
  assert.equal(await page.locator("[data-coordinates=outside] span").count(), 16);
  const board = await page.getByRole("grid").boundingBox();
  for (const label of await page.locator("[data-coordinates=outside] span").all()) {
    const { x, y, width, height } = await label.boundingBox();
    assert.ok(x + width <= board.x + 1 || y >= board.y + board.height - 1, "a coordinate lies on the board");
    assert.ok(x >= 0 && y + height <= 900, "a coordinate is outside the window");
  }
  await pick("Coordinates", "Off");
  assert.equal(await page.locator("[data-coordinates=outside]").count(), 0);
  // The tests request reduced motion, which overrides the setting. Without it the setting applies.
  const time = () =>
    page.evaluate(() => {
      document.body.style.transitionDuration = "var(--move-time)";
      return parseFloat(getComputedStyle(document.body).transitionDuration);
    });
  assert.equal(await time(), 0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const usual = await time();
  await pick("Animation", "Slow");
  assert.ok((await time()) > usual, "slow animation takes longer");
  await pick("Animation", "None");
  assert.equal(await time(), 0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  assert.equal(
    await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
    "Settings",
    "the focus returns to the button",
  );
  await page.reload();
  await square(page, "e2").waitFor();
  const marks = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual([marks.theme, marks.board, marks.pieces, marks.pace], ["dark", "sand", "letters", "none"]);
  await gear.click();
  await panel.getByRole("button", { name: "Default" }).click();
  assert.equal(await ground(), before);
  await page.keyboard.press("Escape");
  await close(page);
});

test("zen mode and the shortcut list open by keyboard, including from the board", async () => {
  const page = await visitGame(browser, server.url, "chess", /^Pass and play/);
  await square(page, "e2").focus();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await list.getByText("Toggle zen mode during a game").waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  assert.equal(
    await page.evaluate(() => document.activeElement.dataset.square),
    "e2",
    "the focus returns to the board",
  );
  await page.keyboard.press("z");
  await page.getByRole("navigation", { name: "Pages" }).waitFor({ state: "hidden" });
  await page.getByRole("group", { name: "Moves", exact: true }).waitFor({ state: "hidden" });
  assert.ok(await page.getByRole("button", { name: "Abort" }).isVisible());
  await page.getByRole("button", { name: "Exit zen mode" }).click();
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  // In a field, the key types a letter.
  await page.getByRole("textbox", { name: "Type a move" }).press("z");
  assert.ok(await page.getByRole("navigation", { name: "Pages" }).isVisible());
  await close(page);
});

/** Returns the drawings: "green e2e4" for an arrow, "red e4" for a circle. */
async function drawings(page) {
  return page.evaluate(() => [
    ...[...document.querySelectorAll("[data-circle]")].map((one) => `${one.dataset.circle} ${one.dataset.square}`),
    ...[...document.querySelectorAll("[data-arrow][data-from]")].map(
      (one) => `${one.dataset.arrow} ${one.dataset.from}${one.dataset.to}`,
    ),
  ]);
}

async function drag(page, from, to, keys = []) {
  for (const key of keys) await page.keyboard.down(key);
  await square(page, from).hover();
  await page.mouse.down({ button: "right" });
  await square(page, to).hover();
  await page.mouse.up({ button: "right" });
  for (const key of keys) await page.keyboard.up(key);
}

for (const [variant, e2, e4, a2, a3] of [
  ["triboard", "e2", "e4", "a2", "a3"],
  ["trid", "b2W", "b3W", "c2W", "c3W"],
]) {
  test(`circles and arrows in four colours stay with the position: ${variant}`, async () => {
    const page = await visitGame(browser, server.url, variant, /^Pass and play/);
    await drag(page, e2, e4);
    await drag(page, a2, a3, ["Shift"]);
    await drag(page, e4, a3, ["Alt"]);
    await drag(page, a3, a3, ["Shift", "Alt"]);
    const all = [`yellow ${a3}`, `green ${e2}${e4}`, `red ${a2}${a3}`, `blue ${e4}${a3}`];
    assert.deepEqual(await drawings(page), all);
    await square(page, e2).focus();
    await page.keyboard.press("c");
    await page.getByRole("status").getByText(`Added: green circle on ${e2}.`).waitFor({ state: "attached" });
    await page.keyboard.press("Shift+A");
    await square(page, a2).focus();
    await page.keyboard.press("Shift+A");
    assert.deepEqual(
      (await drawings(page)).filter((one) => !all.includes(one)),
      [`green ${e2}`, `red ${e2}${a2}`],
    );
    // Repeating a drawing removes it.
    await drag(page, e2, a2, ["Shift"]);
    await square(page, e2).focus();
    await page.keyboard.press("c");
    assert.deepEqual(await drawings(page), all);
    await click(page, e2, e4);
    await page.getByRole("group", { name: "Moves", exact: true }).getByRole("button").first().waitFor();
    assert.deepEqual(await drawings(page), [], "the next position has no drawings");
    await page.getByRole("button", { name: "Previous move" }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll("[data-circle], [data-arrow][data-from]").length === count,
      all.length,
    );
    await page.reload();
    await square(page, e2).waitFor();
    await page.getByRole("button", { name: "Previous move" }).click();
    await page.locator("[data-circle]").waitFor();
    assert.deepEqual(await drawings(page), all, "the drawings are restored after a reload");
    await square(page, a2).focus();
    await page.keyboard.press("x");
    assert.deepEqual(await drawings(page), []);
    await close(page);
  });
}

/** Returns the positions of all controls. */
const places = (page) =>
  page.locator("main").evaluate((main) =>
    [...main.querySelectorAll("button, input, summary, [role=grid]")]
      .filter(
        (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[role=group][aria-label*='?']"),
      )
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const name = each.getAttribute("aria-label") ?? each.textContent;
        return `${name}: ${[x, y, width, height].map(Math.round).join()}`;
      }),
  );

/** Returns the positions of all controls once they have stopped moving. */
async function settled(page) {
  let before = "";
  for (let tries = 0; tries < 20; tries++) {
    const now = JSON.stringify(await places(page));
    if (now === before) break;
    before = now;
    await page.waitForTimeout(100);
  }
  return JSON.parse(before);
}

test("a confirmation or an illegal-move explanation does not shift the layout", async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    const page = await visitGame(browser, server.url, "triboard", /^Pass and play/, [], { viewport });
    await type(page, "e4");
    await type(page, "e5");
    await lastMove(page, "e5");
    await page.getByRole("textbox", { name: "Type a move" }).blur();
    await page.evaluate(() => scrollTo(0, 0));
    const before = await settled(page);
    const assertUnchanged = async (what) => {
      const now = new Set(await settled(page));
      const own = /^(Take back|Agree to a draw|Resign)/;
      assert.deepEqual(
        before.filter((each) => !now.has(each) && !own.test(each)),
        [],
        `${viewport.width}: ${what} moved these`,
      );
    };
    await page.getByRole("button", { name: "Resign" }).evaluate((button) => button.click());
    const question = page.getByRole("group", { name: "Does White resign?" });
    await question.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await assertUnchanged("the question");
    await question.getByRole("button", { name: "Keep playing" }).evaluate((button) => button.click());
    await question.waitFor({ state: "detached" });
    await page.evaluate(() => scrollTo(0, 0));
    await click(page, "g1", "g3");
    await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await assertUnchanged("the explanation");
    // The message disappears with the next action.
    await square(page, "b1").click();
    await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor({ state: "detached" });
    await close(page);
  }
});

test("home explains the board copies, and an empty list of games leads to a new one", async () => {
  const page = await visit(browser, server.url);
  await page
    .getByRole("figure")
    .getByRole("img", { name: /The two side boards show the same pieces as the middle one/ })
    .waitFor();
  await page.goto(`${server.url}/games`);
  await page.getByRole("link", { name: "Start a game" }).waitFor();
  await close(page);
});

test("an unreadable link leaves the analysis unchanged, and a FEN may consist of the board alone", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`);
  await square(page, "e2").waitFor();
  await click(page, "e2", "e4");
  await page.locator("[data-last=e4]").waitFor();
  await page.goto(`${server.url}/analysis?variant=chess&fen=nonsense`);
  await page.locator("[data-notice]").waitFor();
  assert.equal((await pieces(page)).e4, "P", "the moves are unchanged");
  await page.goto(`${server.url}/analysis`);
  await page.locator("[data-piece][data-square=e4]").waitFor();
  assert.equal((await pieces(page)).e4, "P", "the moves are still unchanged");
  await page.goto(`${server.url}/analysis?variant=chess&fen=nonsense`);
  await page.locator("[data-notice]").waitFor();
  await click(page, "e7", "e5");
  await page.locator("[data-notice]").waitFor({ state: "detached" }); // stale after the next move
  await page.goto(`${server.url}/analysis?variant=chess&fen=4k3/8/8/8/8/8/8/4K2R`);
  await square(page, "h1").waitFor();
  assert.equal((await pieces(page)).h1, "R");
  await square(page, "e1").click();
  await page.locator("[data-hint][data-square=g1]").waitFor(); // king and rook are on their initial squares
  await close(page);
});

test("flat boards and boards in space use the same descriptions, including seam crossings", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=triboard&fen=4k3/8/8/8/8/8/8/RN2K3`);
  await square(page, "a1").click();
  assert.match(await square(page, "g1").getAttribute("aria-label"), /^g1, can move here, over the seam$/);
  assert.match(await square(page, "a5").getAttribute("aria-label"), /^a5, can move here$/);
  await page.goto(`${server.url}/analysis?variant=trid`);
  await square(page, "b2W").click();
  assert.match(await square(page, "b3W").getAttribute("aria-label"), /can move here$/);
  await page.getByText(/^The white pawn on b2W can go to /).waitFor({ state: "attached" });
  await close(page);
});

test("forced colours keep both parts of the evaluation bar", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`, { forcedColors: "active" });
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const bar = page.locator("[data-gauge]");
  await bar.waitFor();
  const parts = await bar.evaluate((each) =>
    [each.firstElementChild, each].map((part) => getComputedStyle(part).backgroundColor),
  );
  assert.notEqual(parts[0], parts[1]);
  await close(page);
});

test("axe finds no serious violations in the settings panel and the shortcut list", async () => {
  const page = await visit(browser, "about:blank", { bypassCSP: true });
  await begin(page, server.url, "triboard", /^Pass and play/);
  for (const [theme, board, open] of [
    ["dark", "sage", "Settings"],
    ["light", "plum", "Keyboard shortcuts"],
  ]) {
    await choose(page, "theme", theme);
    await choose(page, "board-theme", board);
    await choose(page, "coordinates", theme === "dark" ? "outside" : "inside");
    for (const shown of ["", open]) {
      if (shown) await page.getByRole("button", { name: "Settings" }).click();
      if (shown === "Keyboard shortcuts") await page.getByRole("button", { name: shown }).click();
      if (shown) await page.getByRole("dialog", { name: shown }).getByRole("heading").first().waitFor();
      assert.deepEqual(await axeFindings(page), [], `axe finds violations: ${theme} ${shown}`);
    }
    await page.keyboard.press("Escape");
  }
  await close(page);
});
