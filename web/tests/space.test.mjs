// Boards in space: board moves in the plan and in the 3D view, which must agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, drawer, drawn, hints, pieces, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();

// In the first position, White's board on QL1 carries a single pawn. In the second, the one on KL5 carries a pawn that
// can promote.
const carried = "W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:1P/2|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w Kkq - * 0 1";
const promoting = "W:4/4/PPP1/NBBN|N:4/4/4/4|B:1kb1/3p/4/4|QL1w:PP/RK|QL6b:r1/1p|KL5w:P1/2|KL4b:2/1p w - - * 0 1";

/** Opens a position for analysis, with room for the plan only. */
async function open(position, variant = "trid") {
  const page = await visit(browser, `${server.url}/analysis?variant=${variant}`, {
    viewport: { width: 600, height: 900 },
  });
  await drawer(page, "Share");
  await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(position);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(
    (held) => held.every((name) => document.querySelector(`[data-plate="${name}"]`)),
    pinsOf(position),
  );
  return page;
}

const pinsOf = (position) => position.match(/[QK]L[1-6](?=[wb])/g);

const button = (page, name) => page.getByRole("button", { name, exact: true });

test("a board's handle highlights its pins, and the board moves there with its passenger", async () => {
  const page = await open(carried);
  await button(page, "Move the board on QL1").click();
  assert.deepEqual(
    await page
      .locator("[data-pin]")
      .evaluateAll((lit) => lit.map((pin) => `${pin.dataset.pin} ${pin.dataset.turned}`).sort()),
    ["KL2 false", "KL2 true", "QL1 true", "QL2 false", "QL2 true"],
  );
  await button(page, "Move it to QL2 (forward) and rotate it 180°").hover();
  await page.locator('[data-ghost="P"][data-square="z4QL2"]').waitFor();
  await button(page, "Move it to QL2 (forward)").click();
  await square(page, "a5QL2").waitFor();
  assert.equal((await pieces(page)).a5QL2, "P");
  assert.equal(await square(page, "a1QL1").count(), 0);
  await close(page);
});

test("a board rotates 180° in place by button and by keyboard", async () => {
  const page = await open(carried);
  await button(page, "Move the board on QL1").focus();
  await page.keyboard.press("Enter");
  await button(page, "Rotate the board on QL1 by 180°").focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-piece="P"][data-square="z0QL1"]').waitFor();
  // The focus is kept when the button is removed.
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
  await close(page);
});

test("without rotations a pin is one target and boards cannot rotate in place", async () => {
  const page = await open(carried, "meder");
  await button(page, "Move the board on QL1").click();
  assert.deepEqual(await page.locator("[data-pin]").evaluateAll((lit) => lit.map((pin) => pin.dataset.pin).sort()), [
    "QL2",
    "QL3",
  ]);
  assert.equal(await button(page, "Rotate 180°").count(), 0);
  await close(page);
});

test("a pawn carried to promotion asks for a piece", async () => {
  const page = await open(promoting);
  await button(page, "Move the board on KL5").click();
  await button(page, "Move it to KL6 (forward)").click();
  await page.getByRole("group", { name: "Promote to" }).getByRole("button", { name: "Rook" }).click();
  await page.locator('[data-piece="R"][data-square="d9KL6"]').waitFor();
  await close(page);
});

test("pieces can be selected and moved in space, and the plan follows", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=trid`, { view: "" });
  const canvas = page.locator("[aria-busy=false] canvas");
  await canvas.waitFor();
  const locate = (name) =>
    canvas.evaluate((element, square) => {
      const box = element.getBoundingClientRect();
      const at = element.locate(square);
      return [box.x + at.x * box.width, box.y + at.y * box.height];
    }, name);
  // Aim at the head, since another piece may hide the foot.
  const [x, y] = await locate("c2W");
  await page.mouse.click(x, y - 20);
  assert.equal(await page.locator("[data-selected]").evaluate((mark) => mark.dataset.selected), "c2W");
  assert.deepEqual(await hints(page), { c3N: "move", c3W: "move", c4N: "move", c4W: "move" });
  const [hintX, hintY] = await locate("c4N");
  // A busy machine may draw the hints after the first mouse move.
  for (let tries = 0; tries < 20 && (await page.locator("[data-way]").count()) === 0; tries++) {
    await page.mouse.move(hintX + (tries % 2), hintY);
    await drawn(page);
  }
  assert.equal(await page.locator("[data-way]").count(), 1, "hovering a hint in space shows its path in the plan");
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector('[data-piece][data-square="c2W"]'));
  assert.equal((await pieces(page)).c4N, "P");
  await close(page);
});

test("the view is saved, and a narrow screen shows one at a time", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=trid`, {
    viewport: { width: 390, height: 800 },
    view: "",
  });
  await button(page, "3D").click();
  await page.locator("[aria-busy=false] canvas").waitFor();
  assert.equal(await button(page, "Both").count(), 0);
  await page.reload();
  await page.locator("[aria-busy=false] canvas").waitFor();
  assert.equal(await button(page, "3D").getAttribute("aria-pressed"), "true");
  await button(page, "Flat").click();
  assert.equal(await page.locator("canvas").count(), 0);
  await square(page, "b2W").click();
  assert.equal(Object.keys(await hints(page)).length, 4);
  await close(page);
});

test("all boards of the plan are visible in a 720-pixel window", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=trid`, { viewport: { width: 1280, height: 720 } });
  const lowest = await page
    .locator("[role=gridcell]")
    .evaluateAll((cells) => Math.max(...cells.map((each) => each.getBoundingClientRect().bottom)));
  assert.ok(lowest <= 720, `the plan ends at ${lowest}`);
  await close(page);
});

test("without WebGL the plan and an explanation are shown", async () => {
  const prepare = () => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...rest);
    };
  };
  const page = await visit(browser, `${server.url}/analysis?variant=trid`, { prepare, view: "" });
  await page.getByText("This browser cannot show the boards in 3D.").waitFor();
  assert.equal(await page.locator("canvas").count(), 0);
  await square(page, "b2W").click();
  await square(page, "b3N").click();
  await page.locator('[data-piece="P"][data-square="b3N"]').waitFor();
  await close(page);
});
