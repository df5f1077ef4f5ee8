// Layout: the size of the board, its surroundings, and touch input. Sizes are in CSS pixels.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertInSight,
  begin,
  beginFriends,
  click,
  close,
  drawn,
  hints,
  lastMove,
  leave,
  pieces,
  setup,
  square,
  visit,
  visitGame,
} from "./harness.mjs";

const { server, browser } = await setup();

/** Starts a pass-and-play game with clocks. */
const timed = (variant, options) => visitGame(browser, server.url, variant, /^Pass and play/, ["10+5"], options);

/** Returns the width and height of a square of the centre board. */
const cell = (page) =>
  page
    .locator("[role=gridcell]")
    .first()
    .evaluate((each) => {
      const { width, height } = each.getBoundingClientRect();
      return { width, height };
    });

const box = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((each) => each.getBoundingClientRect().toJSON());

const near = (a, b, far, what) => assert.ok(Math.abs(a - b) <= far, `${what}: ${a} and ${b}`);

test("three boards are complete or have nearly full-size squares, and players above and below the centre", async () => {
  for (const [width, height, least, complete] of [
    [1280, 720, 66, false],
    [1920, 1080, 48, true],
  ]) {
    const sizes = {};
    for (const variant of ["triboard", "chess"]) {
      const page = await timed(variant, { viewport: { width, height } });
      const { width: side, height: high } = await cell(page);
      near(side, high, 0.5, `a square of ${variant}`);
      sizes[variant] = side;
      await assertInSight(page, page.getByRole("grid"), `${variant} at ${width}`);
      for (const name of ["White's clock", "Black's clock", "Abort"])
        await assertInSight(page, page.getByLabel(name).or(page.getByRole("button", { name })), name);
      if (variant === "triboard") {
        const { width: shown } = await box(page, "[role=grid]");
        assert.equal(Math.round(shown / side) === 24, complete, `${shown / side} files at ${width}`);
        const centre = await box(page, "[data-board=centre]");
        const [above, below] = [
          await box(page, '[aria-label="Black\'s clock"]'),
          await box(page, '[aria-label="White\'s clock"]'),
        ];
        assert.ok(
          above.bottom <= centre.top && below.top >= centre.bottom,
          "the clocks are above and below the centre",
        );
        for (const clock of [above, below]) near(clock.right, centre.right, 8, "the edge of the centre");
      }
      await leave(page);
    }
    assert.ok(sizes.triboard >= least, `${width}x${height}: ${sizes.triboard} px`);
    assert.ok(
      complete || sizes.triboard >= 0.8 * sizes.chess,
      `${width}x${height}: ${sizes.triboard} of ${sizes.chess} px`,
    );
  }
});

test("the header keeps its place on every page, and the bar is next to the board", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=triboard`, {
    viewport: { width: 1920, height: 1080 },
  });
  const [heads, lefts] = [new Set(), new Set()];
  for (const path of ["/analysis?variant=triboard", "/analysis?variant=chess", "/play", "/learn", "/games", "/"]) {
    await page.goto(server.url + path);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    const { x, y } = await box(page, "header a");
    // The current page's name is bold, without shifting the others.
    const last = await box(page, "header nav a:last-child");
    heads.add(`${Math.round(x)} ${Math.round(y)} ${Math.round(last.right)}`);
    if (!path.startsWith("/analysis")) {
      const { left } = await page
        .locator("main h1")
        .first()
        .evaluate((each) => each.getBoundingClientRect().toJSON());
      lefts.add(Math.round(left));
      continue;
    }
    const { width } = await cell(page);
    const least = path.includes("triboard") ? 48 : 108;
    assert.ok(width >= least, `a square of ${path} has ${width} px`);
    near((await box(page, "[role=grid]")).top, 64, 1, `the top of ${path}`);
    assert.equal(await page.getByRole("img", { name: /^The engine/ }).count(), 0, "an idle engine has no bar");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("[data-gauge]").waitFor();
    const [grid, first, corner] = [
      await box(page, "[role=grid]"),
      await box(page, '[role=gridcell][data-square="a8"]'),
      await box(page, '[role=gridcell][data-square="h1"]'),
    ];
    const bar = await page.locator("[data-gauge]").evaluate((each) => each.getBoundingClientRect().toJSON());
    near(bar.top, first.top, 1.5, "top of bar and board");
    near(bar.bottom, corner.bottom, 1.5, "bottom of bar and board");
    assert.ok(
      bar.right <= grid.left && grid.left - bar.right <= 12,
      `the bar ends at ${bar.right}, the board begins at ${grid.left}`,
    );
  }
  await begin(page, server.url, "triboard", /^Pass and play/);
  const [{ x, y }, { right }] = [await box(page, "header a"), await box(page, "header nav a:last-child")];
  heads.add(`${Math.round(x)} ${Math.round(y)} ${Math.round(right)}`);
  assert.equal(lefts.size, 1, `pages start at ${[...lefts].join(", ")}`);
  assert.equal(heads.size, 1, [...heads].join(", "));
  await close(page);
});

test("side boards can be cropped, resized and switched, are saved, and slide to show a path", async () => {
  const long = encodeURIComponent("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  const page = await visit(browser, `${server.url}/analysis?variant=triboard&fen=${long}`, {
    viewport: { width: 1280, height: 720 },
  });
  const seam = page.getByRole("separator", { name: "Width of the side boards" });
  await seam.waitFor();
  assert.equal(await seam.getAttribute("aria-valuenow"), "2");
  const files = async () => Math.round((await box(page, "[role=grid]")).width / (await cell(page)).width);
  assert.equal(await files(), 12);

  // The path from a1 to f1 crosses three files of the left board.
  await square(page, "a1").click();
  assert.equal((await hints(page)).f1, "move");
  const still = await box(page, '[role=gridcell][data-square="f1"]');
  await square(page, "f1").hover();
  await page.locator("[data-slid]").waitFor();
  await drawn(page);
  await page.locator("[data-way=left] [data-ghost]").waitFor();
  const picture = await box(page, "[role=grid]");
  const ghost = await box(page, "[data-way=left] [data-ghost]");
  assert.ok(ghost.left >= picture.left - 1, "the landing on the side board is visible");
  near((await cell(page)).width, still.width, 0.5, "nothing is squeezed");
  // A click with a resting mouse applies to the square that was there before the board slid.
  await page.mouse.down();
  await page.mouse.up();
  assert.equal((await pieces(page)).f1, "R");
  await page.locator("[data-slid]").waitFor({ state: "detached" });

  const { x, y, width, height } = await seam.boundingBox();
  const { width: side } = await cell(page);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + side * 1.1, y + height / 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await seam.getAttribute("aria-valuenow"), "3");
  await seam.focus();
  await page.keyboard.press("ArrowRight");
  await page.reload();
  await seam.waitFor();
  assert.equal(await seam.getAttribute("aria-valuenow"), "4", "saved across a reload");
  assert.equal(await files(), 16);
  await leave(page);

  const game = await timed("triboard", { viewport: { width: 1280, height: 720 } });
  const choice = game.getByRole("group", { name: "Side boards" });
  for (const [name, shown] of [
    ["None", 8],
    ["Full", 12],
    ["Narrow", 12],
  ]) {
    await choice.getByRole("button", { name }).click();
    await drawn(game);
    const { width: square } = await cell(game);
    near((await box(game, "[role=grid]")).width / square, shown, 0.1, `files with ${name}`);
  }
  await close(game);
});

test("the board size is adjustable in every game and saved", async () => {
  const page = await timed("chess", { viewport: { width: 1280, height: 720 } });
  const corner = page.getByRole("slider", { name: "Board size" });
  const before = (await cell(page)).width;
  const { x, y, width, height } = await corner.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 130, y + height / 2 - 130, { steps: 4 });
  await page.mouse.up();
  const after = (await cell(page)).width;
  near(after / before, 0.8, 0.02, "a fifth smaller");
  await page.goto(`${server.url}/analysis?variant=triboard`);
  await corner.waitFor();
  assert.equal(await corner.getAttribute("aria-valuenow"), "80");
  const smaller = (await cell(page)).width;
  await corner.focus();
  await page.keyboard.press("End");
  await drawn(page);
  assert.ok((await cell(page)).width > smaller * 1.15, "the End key enlarges the board");
  await page.goto(`${server.url}/analysis?variant=trid`);
  await corner.waitFor();
  const plan = (await cell(page)).width;
  await corner.focus();
  await page.keyboard.press("Home");
  await drawn(page);
  assert.ok((await cell(page)).width < plan, "boards in space are resized too");
  await close(page);
});

test("browser zoom enlarges the board", async () => {
  for (const variant of ["chess", "triboard"]) {
    const page = await timed(variant, { viewport: { width: 1280, height: 720 } });
    const plain = (await cell(page)).width;
    for (const zoom of [1.25, 1.5, 2]) {
      // Zooming a page gives fewer, larger CSS pixels.
      await page.setViewportSize({ width: Math.round(1280 / zoom), height: Math.round(720 / zoom) });
      await drawn(page);
      const zoomed = (await cell(page)).width * zoom;
      assert.ok(zoomed > plain, `${variant} at ${zoom * 100} %: ${zoomed} device pixels after ${plain}`);
      await assertInSight(page, page.getByRole("grid"), `${variant} at ${zoom * 100} %`);
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
        `${variant} at ${zoom * 100} % is too wide`,
      );
    }
    await leave(page);
  }
});

const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test("a phone in landscape shows all ranks, with the controls next to the board", async () => {
  for (const variant of ["triboard", "chess", "trid"]) {
    const page = await timed(variant, { ...phone, viewport: { width: 844, height: 390 }, view: "" });
    if (variant === "trid") {
      await page.getByRole("button", { name: "3D", pressed: true }).waitFor();
      await assertInSight(page, page.locator("canvas"), "the boards in space");
    } else {
      await assertInSight(page, page.getByRole("grid"), variant);
      const { width, height } = await cell(page);
      near(width, height, 0.5, "a square");
      assert.ok(width >= 42, `${variant}: ${width} px`);
    }
    for (const name of ["White's clock", "Black's clock"]) await assertInSight(page, page.getByLabel(name), name);
    await assertInSight(page, page.getByRole("button", { name: "Abort" }), "Abort");
    assert.ok(
      (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
      `${variant} is too wide`,
    );
    assert.ok(
      (await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)) <= 0,
      `${variant}: the page does not scroll, so the clocks stay visible`,
    );
    await leave(page);
  }
});

test("in space a phone in landscape shows every board, and the controls beside them", async () => {
  for (const [width, height] of [
    [844, 390],
    [740, 360],
  ]) {
    for (const view of ["plan", "space"]) {
      const page = await timed("trid", { ...phone, viewport: { width, height }, view });
      const what = (name) => `${name} of the ${view} in ${width}x${height}`;
      if (view === "plan") {
        for (const plate of await page.locator("[data-plate]").all()) await assertInSight(page, plate, what("a board"));
        assert.ok((await cell(page)).width >= 24, what(`squares of ${(await cell(page)).width} px`));
      } else {
        await page.locator("[aria-busy=false] canvas").waitFor();
        const canvas = page.locator("canvas");
        await assertInSight(page, canvas, what("the stage"));
        assert.ok((await canvas.boundingBox()).height > height - 60, what("the height"));
      }
      const boards = await page.locator(view === "plan" ? "[role=gridcell]" : "no-such").all();
      const places = await Promise.all(boards.map((each) => each.boundingBox()));
      for (const name of ["Flat", "3D", "Quadrants"]) {
        const button = page.getByRole("button", { name, exact: true });
        await assertInSight(page, button, what(name));
        const at = await button.boundingBox();
        for (const square of places) {
          const apart =
            square.x >= at.x + at.width ||
            at.x >= square.x + square.width ||
            square.y >= at.y + at.height ||
            at.y >= square.y + square.height;
          assert.ok(apart, what(`${name} covers a square`));
        }
      }
      for (const name of ["White's clock", "Black's clock"]) await assertInSight(page, page.getByLabel(name), name);
      const scrolled = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.ok(scrolled <= 0, what("nothing scrolls"));
      await leave(page);
    }
  }
});

test("on a phone the menu opens under its button and nothing overflows the window", async () => {
  const page = await visit(browser, `${server.url}/study`, { ...phone, viewport: { width: 360, height: 740 } });
  const menu = page.getByRole("button", { name: "Menu" });
  await page.getByRole("button", { name: "Create" }).waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "studies");
  await menu.tap();
  const [button, list] = [
    await menu.boundingBox(),
    await page.getByRole("navigation", { name: "Pages" }).boundingBox(),
  ];
  assert.ok(
    list.x < button.x && list.x + list.width > button.x + button.width / 2,
    `the button is at ${button.x}, the list at ${list.x}`,
  );
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`${server.url}/analysis?variant=triboard`);
  await page.getByRole("button", { name: "Start", exact: true }).tap();
  for (const name of ["Stop", "Flip", "New"]) {
    const { x, width } = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(x + width <= 844, `${name} ends at ${x + width}`);
  }
  await page.getByRole("button", { name: "Stop" }).tap();
  await close(page);
});

test("a tap previews the promoted queen and shows that there is a choice", async () => {
  const fen = encodeURIComponent("8/P6k/8/8/8/8/7p/K7 w - - 0 1");
  const page = await visit(browser, `${server.url}/analysis?variant=chess&fen=${fen}`, {
    ...phone,
    viewport: { width: 360, height: 740 },
    prepare: () => localStorage.setItem("tain.setting.touch-moves", '"twice"'),
  });
  await square(page, "a7").tap();
  await square(page, "a8").tap();
  await page
    .locator("[data-caption]")
    .getByText(/promotes to a queen\. Tap again to choose the piece\.$/)
    .waitFor();
  await page.locator("[data-ghost=Q][data-square=a8]").waitFor();
  await square(page, "a8").tap();
  await page.getByRole("button", { name: "knight", exact: true }).waitFor();
  await close(page);
});

test("a timed game on a phone keeps clocks, names and actions visible and crops side boards", async () => {
  for (const [variant, width, height] of [
    ["triboard", 390, 844],
    ["chess", 360, 640],
    ["trid", 390, 844],
  ]) {
    const page = await timed(variant, { ...phone, viewport: { width, height }, view: "" });
    if (variant === "trid") await page.locator("canvas").waitFor();
    await drawn(page);
    for (const top of [0, 10_000]) {
      await page.evaluate((to) => scrollTo(0, to), top);
      await drawn(page);
      for (const side of ["White", "Black"])
        await assertInSight(
          page,
          page.getByRole("region", { name: new RegExp(`^${side}`) }),
          `${variant} scrolled to ${top}: ${side}`,
        );
      await assertInSight(page, page.getByRole("button", { name: "Abort" }), `${variant} scrolled to ${top}: Abort`);
    }
    if (variant === "trid") {
      // The plan is taller than the window, and the actions cover its lower end.
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByRole("button", { name: "Flat" }).tap();
      await drawn(page);
      const covered = await page.getByLabel("White's clock").evaluate((clock) => {
        const { left, bottom } = clock.getBoundingClientRect();
        return !clock.contains(document.elementFromPoint(left + 12, bottom - 3));
      });
      assert.equal(covered, false, "the clock below the plan is fully visible");
    }
    if (variant === "triboard") {
      const { width: side, height: high } = await cell(page);
      near(side, high, 0.5, "a square");
      assert.ok(side >= 40, `a square of ${variant} has ${side} px`);
      const [across, down] = await page
        .locator("[data-board=left] > g")
        .evaluate((wing) => [wing.getScreenCTM().a, wing.getScreenCTM().d]);
      near(across, down, 0.001, "the scale of a side board");
    }
    assert.ok(
      (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
      `${variant} is too wide`,
    );
    await leave(page);
  }
});

test("on touch, two taps preview and play, or one tap plays and a long press previews", async () => {
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/, [], {
    ...phone,
    viewport: { width: 390, height: 844 },
    prepare: () => {
      globalThis.felt = [];
      navigator.vibrate = (pattern) => globalThis.felt.push(pattern) > 0;
    },
  });
  await square(page, "e2").tap();
  await square(page, "e4").tap();
  await page.locator("[data-ghost=p][data-square=d5]").waitFor();
  await page
    .locator("[data-caption]")
    .getByText(/a black pawn appears on d5\. Tap again to play\.$/)
    .waitFor();
  assert.equal((await pieces(page)).e4, undefined, "not played yet");
  await square(page, "e3").tap();
  await page.locator("[data-caption]").getByText(/d6/).waitFor();
  await square(page, "e4").tap();
  await square(page, "e4").tap();
  assert.equal((await pieces(page)).e4, "P");
  assert.equal(await page.locator("[data-caption]").count(), 0);
  const felt = await page.evaluate(() => globalThis.felt.length);
  assert.ok(felt >= 4, `vibrated ${felt} times`);

  await page.getByRole("button", { name: "Settings" }).tap();
  await page.getByRole("radio", { name: "Tap to move, hold to preview" }).check();
  await page.getByRole("switch", { name: /^Vibration/ }).uncheck();
  await page.getByRole("button", { name: "Close" }).tap();
  await square(page, "g8").tap();
  const at = await box(page, '[role=gridcell][data-square="f6"]');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.locator("[data-ghost][data-square=c3]").waitFor();
  await page.waitForTimeout(600);
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.locator("[data-ghost]").waitFor({ state: "detached" });
  assert.equal((await pieces(page)).f6, undefined, "a long press previews without playing");
  await square(page, "f6").tap();
  assert.equal((await pieces(page)).f6, "n");
  assert.equal(await page.evaluate(() => globalThis.felt.length), felt, "the device does not vibrate");
  await close(page);
});

test("with a clock running, two taps play a move on a phone", async () => {
  const view = { ...phone, viewport: { width: 360, height: 640 } };
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/, ["3+2"], view);
  await square(page, "e2").tap();
  await square(page, "e4").tap();
  await lastMove(page, "e4");
  await close(page);
});

test("on a small phone nothing that appears in a game moves the board or covers squares or controls", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "mirrorsquare", ["3+2"]);
  await white.setViewportSize({ width: 360, height: 640 });
  const view = () => box(white, "[role=grid]");
  const before = await view();
  /** Returns the elements that something covers: clocks, squares, and the buttons below the board. */
  const covered = () =>
    white
      .locator("[role=timer], [role=gridcell], [role=group][aria-label=Actions] button, [data-offer] button")
      .evaluateAll((all) =>
        all
          .filter((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return [0.2, 0.8].some((part) => {
              const hit = document.elementFromPoint(x + width / 2, y + height * part);
              return !hit || !(each.contains(hit) || hit.closest("svg")?.contains(each) || hit.closest("[role=grid]"));
            });
          })
          .map((each) => each.textContent || each.dataset.square),
      );
  await click(white, "b1", "c3");
  await lastMove(black, "Nc3");
  await click(black, "d7", "d5");
  await lastMove(white, "d5");
  const same = async (what) => {
    const { x, y, width } = await view();
    assert.deepEqual([x, y, width], [before.x, before.y, before.width], what);
    assert.deepEqual(await covered(), [], what);
  };
  await same("spawned pieces are listed");
  await black.getByRole("button", { name: "Offer draw" }).click();
  const offer = white.getByRole("group", { name: "Offer", exact: true });
  await offer.waitFor();
  await same("a draw is offered");
  // Playwright's click would scroll.
  await offer.getByRole("button", { name: "Decline" }).evaluate((each) => each.click());
  await offer.waitFor({ state: "detached" });
  await same("the draw is declined");
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("button", { name: "Resign the game" }).click();
  const region = white.getByRole("region", { name: "Result" });
  await region.waitFor();
  await same("the game is over");
  await black.getByRole("button", { name: "Rematch" }).click();
  await offer.waitFor();
  await same("a rematch is offered");
  await close(white, black);
});

test("without clocks, players scroll with the board instead of covering squares", async () => {
  const view = { ...phone, viewport: { width: 360, height: 640 } };
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/, [], view);
  const { y } = await box(page, '[role=gridcell][data-square="a8"]');
  for (const part of [0.5, 1]) {
    await page.evaluate((top) => scrollTo(0, top), y * part);
    await drawn(page);
    const [name, board] = [await box(page, "section[aria-label^=Black]"), await box(page, "[role=grid]")];
    assert.ok(name.bottom <= board.top + 0.5, `Black's name ends at ${name.bottom}, the board begins at ${board.top}`);
  }
  await close(page);
});

test("selecting a board in space does not move the boards", async () => {
  const viewport = { width: 768, height: 1024 };
  const page = await visit(browser, `${server.url}/learn/trid/first`, { viewport, view: "both" });
  const places = () => Promise.all([box(page, "canvas"), box(page, "[role=grid]")]);
  await page.locator("canvas").waitFor();
  const handle = page.getByRole("button", { name: "Move the board on QL4" });
  await handle.waitFor();
  const before = await places();
  await handle.click();
  await page.getByText("The board on QL4 can go to").waitFor();
  await drawn(page);
  assert.deepEqual(await places(), before);
  await close(page);
});

test("explaining an illegal move does not shift the layout", async () => {
  for (const [variant, viewport] of [
    ["chess", { width: 1280, height: 720 }],
    ["triboard", { width: 390, height: 844 }],
  ]) {
    const page = await timed(variant, { viewport });
    const places = () =>
      page.locator("main button, [role=grid], [role=timer]").evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width } = each.getBoundingClientRect();
          return [Math.round(x), Math.round(y), Math.round(width)].join(" ");
        }),
      );
    const before = await places();
    await square(page, "e2").click();
    await square(page, "e6").click();
    const why = page.getByRole("alert").filter({ hasText: /\w/ });
    await why.waitFor();
    await assertInSight(page, why, "the reason");
    assert.deepEqual(await places(), before, variant);
    await close(page);
  }
});

test("texts and controls are complete and apart from boards", async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const page = await visit(browser, `${server.url}/analysis?variant=triboard`, phone);
  const moves = page.getByRole("group", { name: "Moves", exact: true });
  const hint = moves.getByText("Play a move on the board");
  await hint.waitFor();
  assert.equal(await moves.evaluate((list) => list.scrollTop), 0, "the list starts with its first line");
  await page.goto(`${server.url}/puzzles`);
  const card = page.locator("[data-variant=mirrorsquare]");
  const [board, solve] = await Promise.all([
    card.locator("svg").first().boundingBox(),
    card.getByRole("link", { name: /^Solve/ }).boundingBox(),
  ]);
  assert.ok(solve.y - board.y - board.height >= 4, JSON.stringify([board, solve]));
  await page.goto(`${server.url}/learn`);
  const links = page.locator("main li").first().locator("p a");
  await links.first().waitFor();
  const gaps = await links.evaluateAll((all) => {
    const words = all.map((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getBoundingClientRect();
    });
    return words
      .slice(1)
      .flatMap((word, i) => (word.top === words[i].top ? Math.round(word.left - words[i].right) : []));
  });
  assert.equal(new Set(gaps).size, 1, `gaps of ${gaps} px between links`);
  await close(page);

  const desk = await timed("triboard", { viewport: { width: 1280, height: 720 } });
  const wings = desk.getByRole("group", { name: "Side boards" }).getByRole("button");
  const tops = await wings.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  assert.deepEqual([tops.length, new Set(tops).size], [4, 1], "the choices are in one row");
  await close(desk);

  const low = await visit(browser, `${server.url}/workshop`, { viewport: { width: 844, height: 390 } });
  await low.getByRole("button", { name: "Gallery and saved" }).click();
  const picture = await low.locator("[data-card] svg").first().boundingBox();
  assert.ok(picture.width > 150, `a gallery board is ${picture.width} px wide`);
  await close(low);
});
