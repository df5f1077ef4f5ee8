// The workshop: changing rules on a board, and playing the resulting games.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  assertAccessible,
  click,
  close,
  hints,
  lastMove,
  leave,
  setup,
  square,
  unfold,
  visit,
  visitOffline,
} from "./harness.mjs";

const { server, browser } = await setup();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Opens the workshop as a new user; the query may name an initial game or contain a definition. */
async function enter(query = "", options = {}) {
  const page = await visit(browser, `${server.url}/workshop${query}`, options);
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

/** Chooses a built-in game to change. */
async function startFrom(page, title) {
  await page.getByLabel("Start from").selectOption({ label: title });
  await page.getByRole("heading", { name: `My ${title}`, level: 2 }).waitFor();
}

const toGallery = (page) => page.getByRole("button", { name: "Gallery and saved" }).click();
const fault = (page, field) => page.locator(`[data-fault="${field}"]`);
const tryOut = (page, kind) => page.getByRole("button", { name: `${kind} on an empty board` }).click();
const announced = (page, words) => page.locator("[data-message]").filter({ hasText: words }).waitFor();
const undo = (page) => page.getByRole("button", { name: "Undo", exact: true });

test("a switch changes the hints of the selected piece", async () => {
  const page = await enter();
  await startFrom(page, "Chess");
  await tryOut(page, "Bishop");
  assert.equal((await hints(page)).h4, undefined);
  await page.getByRole("radio", { name: /^Portal/ }).check();
  await page.locator('[data-hint][data-square="h4"]').waitFor();
  const over = await hints(page);
  assert.deepEqual(
    ["h4", "g5", "d8", "h2"].map((each) => over[each]),
    ["move", "move", "move", "move"],
  );
  await square(page, "d8").hover();
  await page.locator("[data-way]").first().waitFor();
  // On a cylinder, the line continues one rank higher.
  await page.getByRole("radio", { name: /^Cylinder/ }).check();
  await page.locator('[data-hint][data-square="h5"]').waitFor();
  await page.getByRole("group", { name: "Pieces that may cross" }).getByRole("checkbox", { name: "Bishop" }).uncheck();
  await announced(page, "Bishops may not cross.");
  await page.locator('[data-hint][data-square="h5"]').waitFor({ state: "detached" });
  // The rules explain an illegal move.
  await square(page, "h5").click();
  await page
    .getByText(/bishop/i)
    .filter({ hasNotText: "on an empty board" })
    .first()
    .waitFor();
  await close(page);
});

test("the title follows the options until the author writes one", async () => {
  const page = await enter("?variant=cylinder");
  const title = (name) => page.getByRole("heading", { name, level: 2, exact: true }).waitFor();
  await title("My Cylinder chess");
  await page.getByRole("radio", { name: /^Portal/ }).check();
  await title("Chess: portal");
  await page.getByRole("switch", { name: /^Moves are reflected/ }).check();
  await title("Chess: portal, reflection");
  await page.getByRole("textbox", { name: "Title" }).fill("Knights abroad");
  await page.getByRole("switch", { name: /^Moves are reflected/ }).uncheck();
  await title("Knights abroad");
  await close(page);
});

test("the engine tests the balance in workers, shows figures, and can be stopped", async () => {
  const page = await enter("?variant=chess");
  const section = page.getByRole("region", { name: "Balance" });
  await section.getByRole("button", { name: "Test the balance" }).click();
  const progress = section.getByRole("progressbar");
  await progress.waitFor();
  const colour = await progress.evaluate((bar) => getComputedStyle(bar).accentColor);
  assert.notEqual(colour, "auto", "the bar has the browser's colour");
  const figures = section.locator("[data-games]");
  await figures.waitFor({ timeout: 90_000 });
  // The figures are below the board, and have intervals from 8 games on.
  const [board, below] = await Promise.all([page.getByRole("grid").first(), figures].map((each) => each.boundingBox()));
  assert.ok(below.y > board.y + board.height && below.x < board.x + board.width, JSON.stringify([board, below]));
  const shown = () => figures.evaluate((list) => [Number(list.dataset.games), list.querySelector("dd").textContent]);
  let [games, white] = await shown();
  if (games < 8) assert.match(white, /^\d+%$/);
  await page.waitForFunction(() => document.querySelector("[data-games]").dataset.games >= 8, null, {
    timeout: 180_000,
  });
  [games, white] = await shown();
  assert.match(white, /^\d+% \(\d+–\d+%\)$/);
  await section.getByRole("button", { name: "Cancel" }).click();
  await section.getByRole("progressbar").waitFor({ state: "detached" });
  await section.locator("[data-finding]").first().waitFor();
  // The figures are those of the rules shown.
  await page.getByRole("textbox", { name: "Title" }).fill("Another name");
  assert.equal(await section.locator("[data-games]").count(), 1);
  await page.getByRole("switch", { name: "Castling", exact: true }).uncheck();
  await section.locator("[data-games]").waitFor({ state: "detached" });
  await close(page);
});

test("a checklist shows what to do before sharing a game", async () => {
  const page = await enter("?variant=chess");
  const check = (point, done) => page.locator(`[data-check="${point}"][data-done="${done}"]`).waitFor();
  const open = async (...points) => {
    for (const point of ["legal", "moves", "new", "title", "balance", "rulebook"])
      await check(point, !points.includes(point));
  };
  await open("new", "title", "balance", "rulebook");
  await page.getByRole("radio", { name: "Stalemated side loses" }).check();
  await page.getByRole("textbox", { name: "Title" }).fill("Stalemate loses");
  await open("balance", "rulebook");
  await page.getByRole("button", { name: "Rulebook", exact: true }).click();
  await page.getByRole("article").waitFor();
  await page.getByRole("button", { name: "Options", exact: true }).click();
  await open("balance");
  // Black has no move.
  await unfold(page, "Starting position");
  await page.getByLabel("FEN").fill("k7/P7/1K6/8/8/8/8/8 w - - 0 1");
  await open("moves", "balance", "rulebook");
  await page.getByLabel("FEN").fill("8/8/8 w");
  await check("legal", false);
  await close(page);
});

test("rare options are folded, and show changes and errors", async () => {
  const page = await enter("?variant=chess");
  const start = page.getByRole("region", { name: "Starting position", exact: true });
  const fen = page.getByLabel("FEN");
  const summary = start.locator("summary");
  assert.ok(await page.getByRole("switch", { name: "Castling", exact: true }).isVisible());
  assert.ok(!(await fen.isVisible()));
  assert.equal(await summary.textContent(), "Starting position");
  await summary.click();
  await fen.fill("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  await summary.click();
  await summary.getByText("changed").waitFor();
  // An error opens its section.
  await summary.click();
  await fen.fill("8/8/8 w");
  await fault(page, "start").waitFor();
  await summary.click();
  await summary.getByText(/^\d+ errors?$/).waitFor();
  await undo(page).click();
  await summary.getByText(/error/).waitFor({ state: "detached" });
  assert.ok(!(await fen.isVisible()));
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await fen.waitFor();
  await close(page);
});

test("on a phone the board stays in view next to the options", async () => {
  const page = await enter("?variant=portal", phone);
  const option = page.getByRole("switch", { name: "Castling", exact: true });
  await option.scrollIntoViewIfNeeded();
  await option.check();
  const grid = await page.getByRole("grid").first().boundingBox();
  assert.ok(grid.y >= 0 && grid.y + grid.height < 844 / 2, JSON.stringify(grid));
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 8000);
  await close(page);
});

test("each kind of reflection shows its ghost", async () => {
  const page = await enter();
  await startFrom(page, "Chess");
  await tryOut(page, "Knight");
  await page.getByRole("switch", { name: /^Moves are reflected/ }).check();
  for (const [map, image] of [
    [/^Rotated 180°/, "f3"],
    [/^Mirrored left to right/, "f6"],
    [/^Mirrored top to bottom/, "c3"],
  ]) {
    await page.getByRole("radio", { name: map }).check();
    await square(page, "c6").hover();
    await page.locator(`[data-ghost="n"][data-square="${image}"]`).waitFor();
    await page.mouse.move(0, 0);
  }
  await page.getByLabel("Knight spawns").selectOption({ label: "a rook" });
  await page.getByRole("radio", { name: "The moving side" }).check();
  await square(page, "c6").hover();
  await page.locator('[data-ghost="R"][data-square="c3"]').waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole("checkbox", { name: "Knights go on" }).check();
  await square(page, "c6").hover();
  await page.locator('[data-ghost="N"][data-square="c3"]').waitFor();
  await close(page);
});

test("errors are shown at their fields, and undo removes them", async () => {
  const page = await enter();
  await startFrom(page, "Cylinder chess");
  const crossers = page.getByRole("group", { name: "Pieces that may cross" }).getByRole("checkbox");
  for (let i = 0; i < (await crossers.count()); i++) await crossers.nth(i).uncheck();
  await fault(page, "seam.kinds").waitFor();
  assert.ok(await page.getByRole("button", { name: "Play the computer" }).isDisabled());
  await undo(page).click();
  await fault(page, "seam.kinds").waitFor({ state: "detached" });
  await page.getByLabel("Name in files and links").fill("chess");
  await fault(page, "name").waitFor();
  assert.equal(await page.getByLabel("Name in files and links").getAttribute("aria-invalid"), "true");
  await undo(page).click();
  await fault(page, "name").waitFor({ state: "detached" });
  await unfold(page, "Starting position");
  await page.getByLabel("FEN").fill("8/8/8 w");
  await fault(page, "start").waitFor();
  await page.getByRole("button", { name: "Reset to the default position" }).click();
  await fault(page, "start").waitFor({ state: "detached" });
  // With the keyboard, outside text fields.
  await page.getByRole("switch", { name: "Castling", exact: true }).uncheck();
  await page.keyboard.press("Control+z");
  assert.ok(await page.getByRole("switch", { name: "Castling", exact: true }).isChecked());
  await page.keyboard.press("Control+Shift+z");
  assert.ok(!(await page.getByRole("switch", { name: "Castling", exact: true }).isChecked()));
  await close(page);
});

test("a link contains the whole definition, for workshop, analysis and play", async () => {
  const page = await enter();
  await startFrom(page, "Chess");
  await page.getByRole("textbox", { name: "Title" }).fill("Röund knights <b>");
  await page.getByRole("radio", { name: /^Cylinder/ }).check();
  const crossers = page.getByRole("group", { name: "Pieces that may cross" });
  for (const kind of ["Pawn", "Bishop", "Rook", "Queen", "King"])
    await crossers.getByRole("checkbox", { name: kind }).uncheck();
  await page.getByRole("radio", { name: "Stalemated side loses" }).check();
  await page.getByText("Stalemate is a loss for the stalemated side.").first().waitFor();
  const rules = new URL(page.url()).search;
  assert.match(rules, /^\?rules=[\w-]+$/);
  assert.ok(rules.length < 300, `the link has ${rules.length} characters`);
  await close(page);

  const other = await enter(rules);
  await other.getByRole("heading", { name: "Röund knights <b>" }).waitFor();
  assert.ok(await other.getByRole("radio", { name: "Stalemated side loses" }).isChecked());
  assert.equal(await other.getByLabel("Name in files and links").inputValue(), "round-knights-b");
  await other.goto(`${server.url}/analysis${rules}`);
  await square(other, "b1").click();
  await other.locator('[data-hint][data-square="c3"]').waitFor();
  await square(other, "c3").click();
  await other.reload();
  await other.locator('[data-piece="N"][data-square="c3"]').waitFor();
  await other.goto(`${server.url}/play${rules}`);
  await other.getByRole("radio", { name: /^Röund knights <b>/ }).waitFor();
  await other.goto(`${server.url}/workshop?rules=broken`);
  await other.getByRole("alert").filter({ hasText: "cannot be opened" }).waitFor();
  await other.goto(`${server.url}/play?rules=broken`);
  await other.getByRole("alert").filter({ hasText: "cannot be played" }).waitFor();
  await close(other);
});

test("a pass-and-play game of a definition can be finished and survives a reload", async () => {
  const page = await enter();
  await startFrom(page, "Chess");
  await page.getByRole("radio", { name: /^Portal/ }).check();
  await unfold(page, "Starting position");
  await page.getByLabel("FEN").fill("6k1/5ppp/8/8/8/7R/8/4K3 w - - 0 1");
  await page.locator('[data-piece="R"][data-square="h3"]').waitFor();
  await page.getByRole("button", { name: "Pass and play" }).click();
  await page.getByRole("link", { name: "Chess: portal" }).waitFor();
  await click(page, "h3", "a3"); // over the edge
  await lastMove(page, "Ra3");
  await page.reload();
  await lastMove(page, "Ra3");
  await click(page, "g8", "f8");
  await click(page, "e1", "e2");
  await click(page, "f8", "g8");
  await click(page, "a3", "a8");
  await page
    .getByText(/checkmate|mate/i)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("heading", { name: "Analysis" }).waitFor();
  assert.equal(
    await page.getByRole("combobox", { name: /^Rules/ }).evaluate((field) => field.selectedOptions[0].textContent),
    "Chess: portal",
  );
  await page.goto(`${server.url}/games`);
  await page.getByText("Chess: portal").waitFor();
  await close(page);
});

test("definitions can be saved, renamed, opened and deleted, and files round-trip", async () => {
  const page = await enter();
  await startFrom(page, "Mirror square chess");
  await page.getByRole("switch", { name: "Double step" }).uncheck();
  await page.getByRole("button", { name: "Save in this browser" }).click();
  await announced(page, "saved in this browser");
  const files = {};
  for (const ending of ["TOML", "JSON"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download ${ending}` }).click(),
    ]);
    assert.match(download.suggestedFilename(), new RegExp(`\\.${ending.toLowerCase()}$`));
    files[ending] = readFileSync(await download.path(), "utf8");
  }
  assert.match(files.TOML, /^double_push = false$/m);
  assert.equal(JSON.parse(files.JSON).double_push, false);
  await page.reload();
  await toGallery(page);
  const shelf = page.getByRole("region", { name: "Saved in this browser" });
  await shelf.scrollIntoViewIfNeeded();
  await shelf.getByRole("button", { name: /^Rename/ }).click();
  await shelf.getByRole("textbox").fill("Slow pawns");
  await shelf.getByRole("button", { name: "Rename" }).click();
  await startFrom(page, "Chess");
  await toGallery(page);
  await shelf.getByRole("button", { name: "Open Slow pawns" }).click();
  assert.ok(!(await page.getByRole("switch", { name: "Double step" }).isChecked()));
  await toGallery(page);
  await shelf.getByRole("button", { name: "Delete Slow pawns" }).click();
  await shelf.getByRole("button", { name: "Delete permanently" }).click();
  await shelf.getByText("Nothing saved yet.").waitFor();
  await shelf.getByRole("button", { name: "Build a game" }).click();
  await page.getByRole("switch", { name: "Castling", exact: true }).waitFor();

  const open = (name, text) =>
    page
      .getByLabel("A definition in TOML or JSON")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await startFrom(page, "Chess");
  await open("slow.toml", files.TOML);
  await page.getByRole("switch", { name: "Double step", checked: false }).waitFor();
  await open("broken.toml", 'name = "x"\nseam = [');
  await page
    .getByRole("alert")
    .filter({ hasText: /broken\.toml.*Line 2/ })
    .waitFor();
  await open("faulty.json", '{"name":"x","seam":{"crossing":"wrap"},"promotes":"k"}');
  await page
    .getByRole("alert")
    .filter({ hasText: /seam\.kinds.*promotes|promotes.*seam\.kinds/ })
    .waitFor();
  await close(page);
});

test("the rulebook matches the game on the board", async () => {
  const page = await enter();
  await startFrom(page, "Chess");
  await page.getByRole("radio", { name: /^Portal/ }).check();
  await page.getByRole("group", { name: "Pieces that may cross" }).getByRole("checkbox", { name: "King" }).uncheck();
  await page.getByRole("button", { name: "Rulebook" }).click();
  const book = page.getByRole("article", { name: /rulebook$/ });
  await book.locator("[data-rule]").first().waitFor();
  await book.locator("[data-diagram] img").first().waitFor();
  assert.match(await book.textContent(), /rank/);
  // A change is applied immediately.
  await undo(page).click();
  await undo(page).click();
  await book.getByText("Same as orthodox chess").first().waitFor();
  await close(page);
});

test("gallery games open", async () => {
  const page = await enter();
  await toGallery(page);
  const gallery = page.getByRole("region", { name: "Gallery" });
  await gallery.scrollIntoViewIfNeeded();
  const card = page.locator("[data-card=left-right]");
  await card.scrollIntoViewIfNeeded();
  await card.getByRole("button", { name: /^Open/ }).click();
  assert.ok(await page.getByRole("radio", { name: /^Mirrored left to right/ }).isChecked());
  await close(page);
});

test("offline, the same link opens and the computer plays it", async () => {
  const made = await enter();
  await startFrom(made, "Chess");
  await made.getByRole("radio", { name: /^Portal/ }).check();
  await made.getByText("Pieces cross the edge as").first().waitFor();
  const rules = new URL(made.url()).search;
  await close(made);
  const { proxy, page } = await visitOffline(browser, server.url);
  await page.goto(`${proxy.url}/workshop${rules}`);
  await tryOut(page, "Bishop");
  assert.equal((await hints(page)).h4, "move");
  await page.getByRole("button", { name: "Play the computer" }).click();
  for (const [from, to, ply] of [
    ["e2", "e4", 2],
    ["d2", "d3", 4],
  ]) {
    await square(page, from).waitFor();
    await click(page, from, to);
    await page
      .getByRole("group", { name: "Moves", exact: true })
      .getByRole("button")
      .nth(ply - 1)
      .waitFor();
  }
  await leave(page);
  proxy.close();
});

test("the workshop has no serious axe violations, fits the screen and has large targets", async () => {
  for (const options of [{}, phone, { ...phone, viewport: { width: 360, height: 740 } }]) {
    const page = await enter("", { ...options, bypassCSP: true });
    await page.getByRole("switch", { name: /^Moves are reflected/ }).check();
    await page.getByLabel("Name in files and links").fill("Not A Name");
    await fault(page, "name").waitFor();
    await assertAccessible(page, `the workshop with ${JSON.stringify(options)}`);
    const { wide, small } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      // The squares of a board are as large as the screen allows.
      small: [...document.querySelectorAll("main button:not([data-choice]), main input, main select")]
        .map((each) => ({
          name: each.ariaLabel ?? each.closest("label")?.textContent ?? each.textContent,
          box: (each.closest("label") ?? each).getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 1 && box.height > 0 && box.height < 43.5)
        .map(({ name, box }) => `${name}: ${box.height}`),
    }));
    assert.ok(wide <= 0, `the page is ${wide} px wider than the screen`);
    assert.deepEqual(small, [], "targets that are not tall enough");
    await leave(page);
  }
});

const opened = (page, pin) => page.locator(`[data-pin="${pin}"]`);

test("boards in space have switches that change the hints", async () => {
  const page = await enter();
  await startFrom(page, "Tri-dimensional chess");
  // Unchanged fields have the values of the base.
  await page.getByText("Tri-dimensional chess, like trid.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Knight aboard" }).click();
  await opened(page, "QL4").first().waitFor();
  assert.equal(await opened(page, "QL5").count(), 0);
  await page
    .getByRole("group", { name: "Levels up or down on its own side" })
    .getByRole("checkbox", { name: "2 levels" })
    .check();
  await opened(page, "QL5").first().waitFor();
  // The bishop on d3N casts its shadow.
  assert.equal(await opened(page, "KL3").count(), 0);
  await page.getByRole("switch", { name: /^Shadow/ }).uncheck();
  await opened(page, "KL3").first().waitFor();
  // Crossing backward is not allowed.
  assert.equal(await opened(page, "KL2").count(), 0);
  await page.getByRole("switch", { name: /^Crossing to the other side never counts as backward/ }).check();
  await opened(page, "KL2").first().waitFor();
  await page.getByRole("group", { name: "Pieces that may ride" }).getByRole("checkbox", { name: "Knight" }).uncheck();
  await announced(page, "Knights may not ride.");
  await opened(page, "QL4").first().waitFor({ state: "detached" });
  await page
    .getByText(/a knight cannot ride in this game/i)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Black's empty board" }).click();
  assert.equal(await opened(page, "QL2").count(), 0);
  await page.getByRole("radio", { name: "Either side" }).check();
  await opened(page, "QL2").first().waitFor();
  await page.getByRole("switch", { name: /^Rotations/ }).uncheck();
  await page.getByRole("button", { name: "Rotate 180°" }).waitFor({ state: "detached" });
  // The rulebook states the same rule.
  await page.getByRole("button", { name: "Rulebook", exact: true }).click();
  await page.getByText("Either side may move an empty board, no matter who owns it.").waitFor();
  await page.getByRole("article").getByText("Boards do not turn.", { exact: true }).waitFor();
  // The address contains the whole game.
  const again = await enter(new URL(page.url()).search);
  await again.getByText("boards do not rotate", { exact: false }).first().waitFor();
  await close(page, again);
});

test("the gallery has games with boards in space, and errors are shown at their fields", async () => {
  const page = await enter("?variant=meder");
  await toGallery(page);
  await page.locator("#gallery ~ ul > li").last().scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Open Tri-D with calm boards" }).click();
  await page.getByRole("heading", { name: "Tri-D with calm boards", level: 2 }).waitFor();
  await unfold(page, "Starting position");
  await page.getByLabel("Position text").fill("W:4/4");
  await fault(page, "start").first().waitFor();
  assert.ok(await page.getByRole("button", { name: "Play the computer" }).isDisabled());
  await undo(page).click();
  await page.getByRole("radio", { name: /^Meder's rules/ }).check();
  await page.getByRole("switch", { name: /^Crossing to the other side never counts as backward/ }).check();
  await page.locator('[data-warning="policy.cross_column"]').waitFor();
  await page.getByRole("button", { name: "Pass and play" }).click();
  await page.locator("[role=gridcell]").first().waitFor();
  assert.match(new URL(page.url()).pathname, /local|game/);
  await close(page);
});

test("a user's own picture of a piece is shown as an image, saved in this browser and removed again", async () => {
  const page = await enter("?variant=mirrorsquare");
  const game = "my-mirrorsquare";
  const image = page.locator("[role=grid] image");
  const input = page.getByLabel("Choose a picture: white knight");
  const file = (name, text) => ({ name, mimeType: "image/svg+xml", buffer: Buffer.from(text) });
  const svg = (inside) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/>${inside}</svg>`;
  const wrong = [
    [file("note.svg", "hello"), "This file is not an SVG picture."],
    [file("large.svg", svg(" ".repeat(33_000))), "The picture is too large. The limit is 32 KB."],
  ];
  for (const [each, words] of wrong) {
    await input.setInputFiles(each);
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
  }
  assert.equal(await image.count(), 0);
  await input.setInputFiles(file("knight.svg", svg("<script>parent.attacked = true</script>")));
  await announced(page, "Picture set: white knight.");
  await image.first().waitFor();
  assert.equal(await image.count(), 2);
  assert.equal(await page.evaluate(() => globalThis.attacked), undefined);
  assert.ok(!(await page.evaluate(() => document.documentElement.innerHTML)).includes("parent.attacked = true"));
  // The definition does not contain the picture.
  assert.ok(!page.url().includes("svg"));
  assert.deepEqual(
    await page.evaluate((key) => Object.keys(JSON.parse(localStorage.getItem(key))), `tain.pictures.${game}`),
    ["N"],
  );
  await page.reload();
  await image.first().waitFor();
  await assertAccessible(page);
  await page.getByText("Your own pictureschanged").waitFor();
  await unfold(page, "Your own pictures");
  await page.getByRole("button", { name: "Remove your picture: white knight" }).click();
  await announced(page, "Picture reset: white knight.");
  assert.equal(await image.count(), 0);
  await close(page);
});
