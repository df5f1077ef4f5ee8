// The analysis page as a place to study: setting up positions, trees of moves, files and the way back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { click, startBrowser, startServer, visit } from "./harness.mjs";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(query, options) {
  const page = await visit(browser, `${server.url}/analysis${query}`, options);
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

const edit = (page) => page.getByRole("button", { name: "Edit", exact: true }).click();
const cell = (page, name) => page.locator(`[data-edit="${name}"]`);
const draft = (page) => page.getByRole("textbox", { name: "FEN" });

/** Lets a file with a text fall on the page. */
const drop = (page, text) =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "game.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);

test("the editor shows the position of the rules that are chosen", async () => {
  const page = await open("?variant=triboard");
  await edit(page);
  await page.getByRole("combobox", { name: "Rules" }).selectOption("trid");
  await page.getByText("The position can be played.").waitFor();
  assert.match(await cell(page, "a2W").getAttribute("aria-label"), /white pawn/);
  await close(page);
});

test("a file dropped on the editor is opened", async () => {
  const page = await open("?variant=chess");
  await edit(page);
  await drop(page, '[Variant "chess"]\n\n1. e4 e5 *');
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. e4" }).waitFor();
  await edit(page);
  await drop(page, '[Variant "chess"]\n\n1. e4 *\n\n[Variant "chess"]\n\n1. d4 *');
  await page.getByRole("heading", { name: "2 games: choose one" }).waitFor();
  await close(page);
});

test("keys do not go through the tree under the editor", async () => {
  const page = await open("?variant=chess");
  await click(page, "e2", "e4");
  await edit(page);
  await page.getByRole("button", { name: "Move", exact: true }).focus();
  for (const key of ["ArrowLeft", "Home", "f"]) await page.keyboard.press(key);
  assert.match(await draft(page).inputValue(), /4P3/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator('[data-piece=P][data-square="e4"]').waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator('[data-piece=P][data-square="e2"]').waitFor();
  await close(page);
});

test("the click after a drag counts, by pointer and by key", async () => {
  const page = await open("?variant=chess");
  await edit(page);
  await page.getByRole("button", { name: "Put a white queen" }).click();
  await cell(page, "e2").dragTo(cell(page, "e4"));
  await cell(page, "e5").click();
  assert.match(await draft(page).inputValue(), /pppppppp\/8\/4Q3\/4P3\/8\/PPPP1PPP/);
  await cell(page, "d2").dragTo(cell(page, "d4"));
  await cell(page, "d5").focus();
  await page.keyboard.press("Enter");
  assert.match(await draft(page).inputValue(), /pppppppp\/8\/3QQ3\/3PP3/);
  await close(page);
});
