// The analysis page: setting up positions, move trees, files and undo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pageTexts } from "../texts.mjs";
import { begin, beginFriends, click, close, drawer, lastMove, setup, type, visit } from "./harness.mjs";

const { server, browser } = await setup();

async function open(query, options) {
  const page = await visit(browser, `${server.url}/analysis${query}`, options);
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

const edit = async (page) => {
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
};
const cell = (page, name) => page.locator(`[data-edit="${name}"]`);
const draft = (page) => page.getByRole("textbox", { name: "FEN" });

/** Drops a text file onto the page. */
const drop = (page, text) =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "game.pgn"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);

test("the editor shows the position of the chosen rules", async () => {
  const page = await open("?variant=triboard");
  await edit(page);
  await page.getByRole("combobox", { name: "Rules" }).selectOption("trid");
  await page.getByText("The position is playable.").waitFor();
  assert.match(await cell(page, "a2W").getAttribute("aria-label"), /white pawn/);
  await close(page);
});

test("a finished position is not offered for play", async () => {
  const page = await open("?variant=chess&fen=R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
  await edit(page);
  await page.getByText("A game from this position would already be over. Checkmate: White wins.").waitFor();
  assert.equal(await page.getByRole("link", { name: "Play from here" }).count(), 0);
  await draft(page).fill("k7/8/1Q6/8/8/8/8/K7 b - - 0 1");
  await page.getByText(/stalemate: Black has no legal move/).waitFor();
  await draft(page).fill("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
  await page.getByText("The position is playable.").waitFor();
  await page.getByRole("link", { name: "Play from here" }).waitFor();
  await close(page);
});

test("opens a file dropped on the editor", async () => {
  const page = await open("?variant=chess");
  await edit(page);
  await drop(page, '[Variant "chess"]\n\n1. e4 e5 *');
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. e4" }).waitFor();
  await edit(page);
  await drop(page, '[Variant "chess"]\n\n1. e4 *\n\n[Variant "chess"]\n\n1. d4 *');
  await page.getByRole("heading", { name: "2 games: choose one" }).waitFor();
  await close(page);
});

test("the address of a dropped game packs its definition", async () => {
  const page = await open("?variant=chess");
  const definition = '{"name":"hop","seam":{"crossing":"hop","kinds":"pnbrqk"}}';
  await drop(page, `[Variant "hop"]\n[Rules "${definition.replaceAll('"', '\\"')}"]\n\n1. e4 e5 *`);
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. e4" }).waitFor();
  const rules = new URL(page.url()).searchParams.get("rules");
  assert.match(rules, /^[\w-]+$/);
  await page.reload();
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. e4" }).waitFor();
  await close(page);
});

test("dropping files and opening drawer parts work in German", async () => {
  const page = await open("?variant=chess", { locale: "de-DE" });
  const german = pageTexts("de");
  const accepted = (types) =>
    page.evaluate((names) => {
      const data = new DataTransfer();
      for (const name of names)
        name === "Files" ? data.items.add(new File([""], "game.pgn")) : data.setData(name, "text");
      return !window.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, types);
  assert.equal(await accepted(["Files"]), true);
  assert.equal(await accepted(["text/plain"]), false);
  await drop(page, '[Variant "chess"]\n\n1. e4 e5 *');
  await page
    .getByRole("group", { name: german["page.analysis.moves"], exact: true })
    .getByRole("button", { name: "1. e4" })
    .waitFor();
  const handles = page.getByRole("group", { name: german["page.analysis.more"], exact: true }).getByRole("button");
  for (const code of ["review", "notes", "board", "kept", "share"]) {
    const handle = handles.filter({ hasText: german[`page.analysis.${code}`] });
    await handle.click();
    assert.equal(await handle.getAttribute("aria-expanded"), "true");
    assert.equal(await handles.and(page.locator("[aria-expanded=true]")).count(), 1);
  }
  await close(page);
});

test("keys do not step through the tree while the editor is open", async () => {
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

test("a click or key press after a drag takes effect", async () => {
  const page = await open("?variant=chess");
  await edit(page);
  await page.getByRole("button", { name: "Place a white queen" }).click();
  await cell(page, "e2").dragTo(cell(page, "e4"));
  await cell(page, "e5").click();
  assert.match(await draft(page).inputValue(), /pppppppp\/8\/4Q3\/4P3\/8\/PPPP1PPP/);
  await cell(page, "d2").dragTo(cell(page, "d4"));
  await cell(page, "d5").focus();
  await page.keyboard.press("Enter");
  assert.match(await draft(page).inputValue(), /pppppppp\/8\/3QQ3\/3PP3/);
  await close(page);
});

const treeMove = (page, name) => page.getByRole("group", { name: "Moves" }).getByRole("button", { name, exact: true });
const undo = (page) => page.getByRole("button", { name: "Undo" });

test("a new tree can be undone until the next change", async () => {
  const page = await open("?variant=chess");
  await click(page, "e2", "e4");
  await click(page, "e7", "e5");
  const fresh = () => page.getByRole("button", { name: "New", exact: true }).click();
  await fresh();
  await treeMove(page, "1. e4").waitFor({ state: "detached" });
  await undo(page).click();
  await treeMove(page, "e5").waitFor();
  await page.locator('[data-piece=p][data-square="e5"]').waitFor();
  await fresh();
  await click(page, "d2", "d4");
  assert.equal(await undo(page).count(), 0);
  await page.reload();
  await treeMove(page, "1. d4").waitFor();
  // Replacing an empty tree offers no undo.
  await fresh();
  await fresh();
  assert.equal(await undo(page).count(), 0);
  await close(page);
});

test("a deletion can be undone even after navigating", async () => {
  const page = await open("?variant=chess");
  for (const [from, to] of [
    ["e2", "e4"],
    ["e7", "e5"],
    ["g1", "f3"],
  ])
    await click(page, from, to);
  await treeMove(page, "e5").click();
  await drawer(page, "Notes");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await treeMove(page, "e5").waitFor({ state: "detached" });
  await page.getByText("Deleted from e5 on.").waitFor();
  await page.getByRole("button", { name: "First position" }).click();
  await undo(page).click();
  await treeMove(page, "2. Nf3").waitFor();
  await close(page);
});

test("analysing a game replaces the saved moves, and undo restores them", async () => {
  const page = await open("?variant=chess");
  await click(page, "d2", "d4");
  await begin(page, server.url, "chess", /^Pass and play/);
  for (const move of ["f3", "e5", "g4", "Qh4"]) await type(page, move);
  await page.getByRole("button", { name: "Analyse" }).click();
  await treeMove(page, "2. g4").waitFor();
  // The game page shows its result in a box, whose style must not apply here.
  const result = page.getByRole("group", { name: "Moves" }).getByText("0–1");
  assert.equal(await result.evaluate((shown) => getComputedStyle(shown).borderTopWidth), "0px");
  await undo(page).click();
  await treeMove(page, "1. d4").waitFor();
  await page.reload();
  await treeMove(page, "1. d4").waitFor();
  await close(page);
});

test("a link to a game on this server opens the game", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess");
  await type(white, "e4");
  await lastMove(black, "e4");
  const page = await open("?variant=triboard");
  await drawer(page, "Share");
  const text = page.getByRole("textbox", { name: "PGN, FEN or link" });
  const openText = () => page.getByRole("button", { name: "Open", exact: true }).click();
  await text.fill(black.url());
  await openText();
  await treeMove(page, "1. e4").waitFor();
  await text.fill("https://elsewhere.example/game/1");
  await openText();
  await page.getByText("This link contains no position or game that can be opened here.").waitFor();
  await treeMove(page, "1. e4").waitFor();
  await close(page, white, black);
});

test("reports an unknown square", async () => {
  const page = await open("?variant=chess");
  await drawer(page, "Board");
  await page.getByRole("textbox", { name: "From" }).fill("e2");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("zz");
  await page.getByRole("button", { name: "Why?" }).click();
  await page.getByText('Unknown square "zz": squares are written like a1.').waitFor();
  await close(page);
});

test("a link that repeats a square is reported once", async () => {
  const page = await open(`?variant=chess&board=w:Ke1${",Na1".repeat(300)};b:Ke8`);
  await page.getByText("a1 is given 300 times, each time with the white knight.").waitFor();
  assert.equal(await page.locator("[data-notice]").count(), 1);
  await close(page);
});

test("touch targets on a phone are large enough", async () => {
  const page = await open("?variant=chess", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const lineMoves = page.getByTitle("Play the line to here");
  await lineMoves.nth(5).waitFor();
  await click(page, "e2", "e4");
  const treeMoves = page.getByRole("group", { name: "Moves" }).getByRole("button");
  for (const moves of [lineMoves, treeMoves]) {
    await moves.first().waitFor();
    for (const { width, height } of await moves.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    )) {
      assert.ok(width >= 44 && height >= 44, `a move is ${width} by ${height}`);
    }
  }
  await edit(page);
  for (const size of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size);
    const { width, height } = await cell(page, "e4").boundingBox();
    assert.ok(width >= 44 && height >= 44, `a square is ${width} by ${height} at ${size.width}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
  }
  await close(page);
});

test("an empty review and an empty list of analyses offer the next step", async () => {
  const page = await open("?variant=chess");
  await drawer(page, "Saved");
  await page.getByText("Nothing saved yet.").waitFor();
  assert.equal(await page.getByRole("searchbox").count(), 0, "there is nothing to search");
  await drawer(page, "Review");
  await page.getByRole("button", { name: "Open a game" }).click();
  await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill("1. e4 e5");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await lastMove(page, "e5");
  await drawer(page, "Saved");
  await page.getByRole("searchbox").waitFor();
  await close(page);
});
