// A selected board's quadrants, and the pins closed to it, with reasons.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertInSight, close, drawer, drawn, leave, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();

// The board on KL2 has closed pins: backward, occupied, and in the shadow of the pawn on a2. The board on KL3
// carries two pieces, and the one on QL4 is Black's.
const closedPins = "W:4/4/P1P1/1BKN|N:N3/4/4/4|B:nbbk/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:1P/2|KL3b^:rn/2 w - - - 0 12";

async function open(position, options = {}, variant = "trid") {
  const page = await visit(browser, `${server.url}/analysis?variant=${variant}`, {
    viewport: { width: 600, height: 900 },
    ...options,
  });
  await page.evaluate(() => localStorage.removeItem("tain.quadrants"));
  await drawer(page, "Share");
  await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(position);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const pins = position.match(/[QK]L[1-6](?=[wb])/g);
  await page.waitForFunction((held) => held.every((pin) => document.querySelector(`[data-plate="${pin}"]`)), pins);
  return page;
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Returns the numbered quadrants, keyed by square. */
const quadrants = (page) =>
  page
    .locator("[data-quadrant]")
    .evaluateAll((all) => Object.fromEntries(all.map((q) => [q.dataset.square, q.dataset.quadrant])));

/** Returns the pins marked as closed, with the codes of their reasons. */
const marked = (page) =>
  page
    .locator("[data-closed]")
    .evaluateAll((all) =>
      Object.fromEntries(
        all
          .filter((m) => getComputedStyle(m.querySelector("g")).opacity !== "0")
          .map((m) => [m.dataset.closed, m.dataset.code]),
      ),
    );

test("quadrants are numbered from the owner's side, on selection or with a switch", async () => {
  const page = await open(closedPins);
  const toggle = button(page, "Quadrants");
  assert.deepEqual(await quadrants(page), {});
  assert.equal(await toggle.getAttribute("aria-pressed"), "false");

  await button(page, "Move the board on KL2").click();
  const numbered = await quadrants(page);
  assert.equal(Object.keys(numbered).length, 16);
  const { d4KL2, e4KL2, e5KL2, d5KL2, e3KL3, d3KL3, d2KL3, e2KL3 } = numbered;
  assert.deepEqual([d4KL2, e4KL2, e5KL2, d5KL2], ["q1", "q2", "q3", "q4"], "White's board");
  assert.deepEqual([e3KL3, d3KL3, d2KL3, e2KL3], ["q1", "q2", "q3", "q4"], "Black's board");
  assert.equal(await toggle.getAttribute("aria-pressed"), "true");
  assert.match(
    await square(page, "e5KL2").getAttribute("aria-label"),
    /^e5 on the board on KL2, quadrant q3, white pawn/,
  );

  // The switch keeps its state until it is switched back.
  await toggle.click();
  assert.deepEqual(await quadrants(page), {});
  await page.keyboard.press("Escape");
  await button(page, "Move the board on QL1").click();
  assert.deepEqual(await quadrants(page), {});
  await toggle.click();
  assert.equal(Object.keys(await quadrants(page)).length, 16);
  await button(page, "Move the board on QL1").click();
  assert.deepEqual(await quadrants(page), {}, "nothing is selected");
  await toggle.click();
  await page.reload();
  await page.locator("[data-quadrant]").first().waitFor();
  await toggle.click();
  assert.deepEqual(await quadrants(page), {});
  await close(page);
});

test("a 180° rotation moves the passenger to the opposite quadrant", async () => {
  const page = await open(closedPins);
  await button(page, "Quadrants").click();
  assert.equal((await quadrants(page)).z1QL1, "q4");
  await button(page, "Move the board on QL1").click();
  await button(page, "Rotate the board on QL1 by 180°").click();
  await page.locator('[data-piece="P"][data-square="a0QL1"]').waitFor();
  assert.equal((await quadrants(page)).a0QL1, "q2");
  await button(page, "Quadrants").click();
  await close(page);
});

test("closed neighbours are marked with a reason; other pins on hover", async () => {
  const page = await open(closedPins);
  await button(page, "Move the board on KL2").click();
  await page.locator("[data-closed]").first().waitFor();
  assert.deepEqual(await marked(page), { QL1: "backward", QL3: "shadow", KL1: "backward", KL3: "pin-held" });
  const note = page.locator("[data-note]");
  assert.equal(await note.count(), 0);

  const shadow = page.locator('[data-closed="QL3"]');
  await shadow.hover();
  const words =
    "The board cannot go to QL3: your pawn on a2W casts its shadow on column a2, which the board would cover.";
  assert.equal(await note.textContent(), words);
  assert.equal(await shadow.locator("title").textContent(), words);
  assert.equal(await shadow.getAttribute("aria-label"), `QL3 is closed. ${words}`);
  await page.mouse.move(2, 2);
  assert.equal(await note.count(), 0);

  await page.locator('[data-closed="KL5"]').hover();
  assert.match(await note.textContent(), /^KL2 and KL5 are not neighbours/);
  assert.equal((await marked(page)).KL5, "not-adjacent");
  await page.mouse.move(2, 2);
  assert.equal((await marked(page)).KL5, undefined);

  await page.locator('[data-closed="QL4"]').hover();
  assert.match(await note.textContent(), /^KL2 and QL4 are not neighbours/, "a pin occupied by another board");

  // With the keyboard; Escape deselects the board.
  await page.locator('[data-closed="KL1"]').focus();
  assert.match(await note.textContent(), /^KL2 to KL1 is backward for White/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[data-closed]").count(), 0);
  await close(page);
});

test("a lit pin shows whether it lies forward, sideways or backward, in five languages", async () => {
  // An empty board on QL3 may go in every direction.
  const empty = "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/2|KL1w:2/2|QL6b:2/2|KL6b:2/2 w - - - 0 9";
  const page = await open(empty, { view: "both", viewport: { width: 1280, height: 900 } });
  const words = () =>
    page
      .locator("[data-direction]")
      .evaluateAll((all) => Object.fromEntries(all.map((e) => [e.dataset.direction, e.textContent])));
  await button(page, "Move the board on QL3").click();
  await page.locator("[data-direction=QL4]").waitFor();
  const [forward, backward] = ["forward", "backward"];
  assert.deepEqual(await words(), { QL2: backward, QL4: forward, KL2: backward, KL3: "sideways", KL4: forward });
  const goal = button(page, "Move it to KL3 (sideways)");
  assert.equal(await goal.locator("title").textContent(), "Move it to KL3 (sideways)");
  await page.getByText(/can go to KL2 \(backward\), KL3 \(sideways\), .*or QL4 \(forward\)\.$/).waitFor();
  await button(page, "Move it to QL4 (forward) and rotate it 180°").waitFor();
  await close(page);
  for (const [language, ...names] of [
    ["de", "vorwärts", "seitwärts", "rückwärts"],
    ["fr", "en avant", "de côté", "en arrière"],
    ["es", "adelante", "de lado", "atrás"],
    ["ru", "вперёд", "вбок", "назад"],
  ]) {
    const own = await visit(
      browser,
      `${server.url}/analysis?variant=trid&lang=${language}&position=${encodeURIComponent(empty)}`,
      { fresh: true },
    );
    await own.locator("[data-handle=QL3]").click();
    const word = (pin) => own.locator(`[data-direction=${pin}]`);
    await word("QL4").waitFor();
    assert.deepEqual(await Promise.all(["QL4", "KL3", "QL2"].map((pin) => word(pin).textContent())), names);
    for (const pin of ["QL2", "KL3"]) {
      const [text, frame] = [
        await word(pin).boundingBox(),
        await own.locator(`[data-pin=${pin}]`).first().boundingBox(),
      ];
      assert.ok(text.width <= frame.width, `${await word(pin).textContent()} is ${text.width} of ${frame.width} wide`);
    }
    await close(own);
  }
});

test("a legend explains the quadrant numbers, in the plan and in space", async () => {
  for (const view of ["plan", "space"]) {
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      const page = await open(closedPins, { view, viewport });
      const legend = page.locator(`[data-legend=${view}]`);
      assert.equal(await legend.count(), 0);
      await button(page, "Quadrants").click();
      assert.equal(await legend.textContent(), "q1–q4: anticlockwise from the owner's near left corner");
      await assertInSight(page, legend, `${view} in ${viewport.width}x${viewport.height}`);
      await button(page, "Quadrants").click();
      assert.equal(await legend.count(), 0);
      await close(page);
    }
  }
});

test("explains why a board cannot move", async () => {
  const page = await open(closedPins);
  for (const [pin, words] of [
    ["KL3", "The board on KL3 carries 2 pieces: a board with more than one piece cannot move."],
    ["QL4", "The board on QL4 carries a black queen, so only Black may move it."],
  ]) {
    await button(page, `Why the board on ${pin} cannot move`).click();
    await page.locator("[data-note]").waitFor();
    assert.equal(await page.locator("[data-note]").textContent(), words);
    assert.equal(await page.getByRole("status").filter({ hasText: words }).count(), 1);
    assert.equal(await page.locator("[data-pin]").count(), 0);
  }
  await close(page);
});

test("meder has no rotations or shadows, and its own neighbours", async () => {
  const page = await open(closedPins.replaceAll("^", ""), {}, "meder");
  await button(page, "Move the board on KL2").click();
  await page.locator("[data-closed]").first().waitFor();
  assert.deepEqual(await marked(page), { KL1: "backward", KL3: "backward" });
  await close(page);
});

for (const width of [360, 390]) {
  test(`on a ${width}-pixel phone a tap shows the whole reason`, async () => {
    const page = await open(closedPins, { viewport: { width, height: 800 }, hasTouch: true, isMobile: true });
    await button(page, "Move the board on KL2").tap();
    await page.locator('[data-closed="QL3"]').tap();
    const box = await page.locator("[data-note]").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, `the note reaches from ${box.x} to ${box.x + box.width}`);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth),
      width,
      "nothing is wider than the screen",
    );
    await close(page);
  });
}

test("in space a closed pin shows its reason on hover", async () => {
  const page = await open(closedPins, { viewport: { width: 1280, height: 900 }, view: "space" });
  await page.locator("[aria-busy=false] canvas").waitFor();
  await button(page, "Move the board on KL2").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-closed]").first().waitFor({ state: "attached" });
  // The focused pin of the hidden plan shows its note in 3D, next to the pin. Hovering shows the same note.
  await page.locator('[data-closed="KL1"]').focus();
  const note = page.locator("[data-note]");
  assert.match(await note.textContent(), /^KL2 to KL1 is backward/);
  const canvas = await page.locator("canvas").boundingBox();
  const at = await note.evaluate((n) =>
    [n.style.getPropertyValue("--x"), n.style.getPropertyValue("--y")].map(parseFloat),
  );
  await button(page, "Move the board on KL2").focus();
  assert.equal(await note.count(), 0);
  await page.mouse.move(canvas.x + (canvas.width * at[0]) / 100, canvas.y + (canvas.height * at[1]) / 100);
  await note.waitFor();
  assert.match(await note.textContent(), /^KL2 to KL1 is backward/);
  await close(page);
});

test("axe finds no serious violations while a board is selected", async () => {
  const page = await open(closedPins, { bypassCSP: true });
  await button(page, "Move the board on KL2").click();
  await page.locator('[data-closed="QL3"]').hover();
  await page.locator("[data-note]").waitFor();
  await drawn(page);
  await assertAccessible(page, "a selected board");
  await leave(page);
});
