// Studies: writing, saving, sharing by link and on the server, reading and solving.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, click, close, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();
/** Asserts that axe finds no violations on a page. */
const clean = async (page, what) => assert.deepEqual(await axeFindings(page, { impacts: /./ }), [], what);

/** Asserts that a page is not wider than the window. */
async function fits(page, what) {
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${what} is wider than the window`,
  );
}

async function begin(page, title, variant) {
  await page.goto(`${server.url}/study`);
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByRole("combobox", { name: "Rules" }).selectOption(variant);
  await page.getByRole("button", { name: "Create" }).click();
  await page.locator("[role=gridcell]").first().waitFor();
}

const status = (page) => page.locator("p[role=status]");

/** Replaces the clipboard, which a page may not use without permission. */
const clipboard = () => {
  window.copied = "";
  Object.defineProperty(navigator, "clipboard", {
    value: {
      writeText: async (text) => {
        window.copied = text;
      },
    },
  });
};

test("a study can be written, saved and shared by a self-contained link", async () => {
  const page = await visit(browser, `${server.url}/study`, { prepare: clipboard });
  await page.getByText("No studies yet").waitFor();
  await clean(page, "the list of studies");
  await fits(page, "the list of studies");
  await begin(page, "Mirrors", "mirrorsquare");
  await click(page, "e2", "e4");
  await page.getByText("White pawn to e4; a black pawn appears on d5. Black to move.").waitFor();
  await page.getByText("Comment and annotations").click();
  await page.getByLabel("Comment on e4").fill("It opens a way.");
  await page.getByRole("button", { name: "Green" }).click();
  await square(page, "f1").click();
  await square(page, "b5").click();
  await page.getByText("Green arrow from f1 to b5").waitFor();
  // With the keyboard: a circle on the focused square.
  await page.getByRole("button", { name: "Red" }).click();
  await square(page, "d5").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("Red circle on d5").waitFor();
  await page.getByRole("button", { name: "Red", exact: true }).click();
  assert.equal(
    await page.getByLabel("Comment on e4").inputValue(),
    "It opens a way.",
    "drawings are not part of the comment",
  );

  await page.getByText("New chapter", { exact: true }).click();
  await page.getByLabel(/^PGN, FEN or link/).fill("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: /Chapter 2/ }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Find it");
  await page.getByRole("checkbox", { name: /^Exercise/ }).check();
  await click(page, "a1", "a7");
  await page
    .getByText(/White rook to a7; a black rook appears on h2/)
    .first()
    .waitFor();
  await clean(page, "the study editor");

  // A reload loses nothing.
  await page.reload();
  await page.getByRole("button", { name: /Find it/ }).click();
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. Ra7" }).waitFor();
  await page.getByRole("button", { name: "Copy a link with the whole study" }).click();
  await page.getByText("Link copied.").waitFor();
  const link = await page.evaluate(() => window.copied);
  assert.match(link, /\/study\/link#[\w-]+$/);
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await page.waitForFunction(() => window.copied.startsWith("["));
  const pgn = await page.evaluate(() => window.copied);
  for (const part of [
    '[StudyName "Mirrors"]',
    '[ChapterName "Find it"]',
    '[ChapterMode "gamebook"]',
    "[%cal Gf1b5]",
    "[%csl Rd5]",
    "It opens a way.",
  ])
    assert.ok(pgn.includes(part), `${part} in ${pgn}`);
  await page.goto(`${server.url}/study`);
  await page.getByRole("link", { name: /Mirrors.*2 chapters/ }).waitFor();

  // Another user reads it, and solves the exercise.
  const reader = await visit(browser, link, { viewport: { width: 360, height: 740 } });
  await reader.getByRole("heading", { name: "Mirrors" }).waitFor();
  await reader.getByRole("button", { name: "Next move" }).click();
  await reader.locator("[data-from=f1][data-to=b5]").first().waitFor({ state: "attached" });
  await fits(reader, "a chapter");
  await clean(reader, "a chapter on a phone");
  await reader.getByRole("button", { name: /Find it/ }).click();
  await reader.getByText("Find the best move for White.").waitFor();
  await click(reader, "a1", "a6");
  await status(reader).getByText("That is not the move. Try again.").waitFor();
  await reader.getByRole("button", { name: "Try again" }).click();
  await reader.getByRole("button", { name: "Hint" }).click();
  await status(reader).getByText("Move the white rook on a1.").waitFor();
  await click(reader, "a1", "a7");
  await reader.getByText("Done.").waitFor();
  await fits(reader, "an exercise");
  // The board of an exercise is as large as that of any other chapter.
  await reader.setViewportSize({ width: 1280, height: 720 });
  const squareSize = async () => (await square(reader, "a1").boundingBox()).width;
  const size = await squareSize();
  await reader.getByRole("button", { name: "Previous chapter" }).click();
  await reader.getByRole("button", { name: "Next move" }).waitFor();
  assert.equal(Math.round(size), Math.round(await squareSize()));
  await reader.getByRole("button", { name: "Save a copy" }).click();
  await reader.getByLabel("Study title").waitFor();
  assert.match(reader.url(), /\/study\/here\//);

  // A damaged link is reported.
  await reader.goto(`${link.slice(0, -30)}!`);
  await reader.getByRole("alert").getByText("This link is cut off or damaged.").waitFor();
  await close(page, reader);
});

test("a study on the server has a read link and an edit link", async () => {
  const page = await visit(browser, `${server.url}/study`, { prepare: clipboard });
  await begin(page, "Shared", "chess");
  await click(page, "e2", "e4");
  await page.getByRole("button", { name: "Upload to the server" }).click();
  const read = await page.getByLabel("Read-only link").inputValue();
  await page.getByRole("button", { name: "Copy secret edit link" }).click();
  await page.getByText("Secret link copied.").waitFor();
  const secret = await page.evaluate(() => window.copied);
  assert.ok(secret.startsWith(`${read}#edit=`));

  const reader = await visit(browser, read);
  await reader.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. e4" }).waitFor();
  assert.equal(await reader.getByRole("button", { name: "Upload to the server" }).count(), 0);
  assert.equal(await reader.getByLabel("Study title").count(), 0);

  const editor = await visit(browser, secret, { fresh: true });
  await editor.getByLabel("Study title").waitFor();
  await editor.getByRole("button", { name: "Last position" }).click();
  await click(editor, "e7", "e5");
  await editor.locator("[data-synced=true]").waitFor();
  await reader.reload();
  await reader.getByRole("group", { name: "Moves" }).getByRole("button", { name: "e5" }).waitFor();

  // The first tab loads the changes made elsewhere.
  await page.reload();
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "e5" }).waitFor();
  await page.getByRole("button", { name: "Delete from the server" }).click();
  await page.getByRole("button", { name: "Press again to delete from the server" }).click();
  await page.getByRole("button", { name: "Upload to the server" }).waitFor();
  await reader.reload();
  await reader
    .getByRole("alert")
    .getByText(/^Study not found/)
    .waitFor();
  reader.problems = reader.problems.filter((problem) => !problem.includes("404"));
  await close(page, reader, editor);
});

test("lessons are studies in every rule set", async () => {
  const page = await visit(browser, `${server.url}/study/lesson/triboard`);
  for (const variant of ["triboard", "mirrorsquare", "nachfolger", "trid", "meder", "portal", "cylinder", "chess"]) {
    await page.goto(`${server.url}/study/lesson/${variant}`);
    await page.locator("[data-exercise] [role=gridcell]").first().waitFor();
    assert.ok((await page.getByRole("navigation", { name: "Chapters" }).getByRole("button").count()) > 0, variant);
    await fits(page, variant);
  }
  await close(page);
});

test("in a wide window the texts of a chapter are next to its board and moves", async () => {
  const page = await visit(browser, `${server.url}/study`, { viewport: { width: 1440, height: 900 } });
  await begin(page, "Side by side", "mirrorsquare");
  await click(page, "e2", "e4");
  const box = (locator) => locator.boundingBox();
  const columns = async () =>
    Promise.all([
      box(page.getByRole("grid")),
      box(page.getByRole("group", { name: "Moves", exact: true })),
      box(page.getByLabel("Comment on e4")),
    ]);
  const [board, moves, text] = await columns();
  assert.ok(board.x + board.width < moves.x && moves.x + moves.width < text.x, JSON.stringify([board, moves, text]));
  assert.ok(text.y + text.height < 900, "the comment is in sight");
  // The board and the moves stay in place while the texts scroll.
  await page.getByRole("button", { name: "Upload to the server" }).scrollIntoViewIfNeeded();
  const [still, list] = await columns();
  assert.ok(still.y >= 0 && list.y >= 0, JSON.stringify([still, list]));
  await clean(page, "the study editor in a wide window");
  await page.setViewportSize({ width: 1280, height: 720 });
  const [, above, below] = await columns();
  assert.ok(above.x === below.x && above.y < below.y, JSON.stringify([above, below]));
  await close(page);
});
