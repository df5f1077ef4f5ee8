// Analyses as records: comments of other programs, games with thousands of moves, and saved analyses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, drawer, setup, visit } from "./harness.mjs";
import { tasksOf, printTasks } from "./tasks.mjs";

const { server, browser } = await setup();

async function open(query, options) {
  const page = await visit(browser, `${server.url}/analysis${query}`, options);
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

const moves = (page) => page.getByRole("group", { name: "Moves", exact: true });
const treeMove = (page, name) => moves(page).getByRole("button", { name, exact: true });

async function paste(page, text) {
  await drawer(page, "Share");
  await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(text);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

test("the engine and moves come first, everything else is in a drawer", async () => {
  const page = await open("?variant=chess", { viewport: { width: 1280, height: 720 } });
  const box = async (locator) => (await locator.boundingBox()) ?? assert.fail("not visible");
  const board = await box(page.getByRole("grid"));
  const engine = await box(page.getByRole("region", { name: "Engine" }));
  const list = await box(moves(page));
  const more = await box(page.getByRole("group", { name: "More" }));
  assert.ok(
    engine.x > board.x + board.width && engine.y < list.y && list.y + list.height < more.y,
    "the order is engine, moves, drawer",
  );
  assert.ok(more.y + more.height <= 720, "the drawer's handles are visible");
  assert.ok(list.height >= 180, `the moves are ${list.height} high`);
  assert.equal(await page.getByRole("group", { name: "More" }).locator("[aria-expanded=true]").count(), 0);
  // The column scrolls separately, so that the board stays in view.
  await drawer(page, "Share");
  await page.getByRole("button", { name: "Save as SVG" }).scrollIntoViewIfNeeded();
  assert.ok(Math.abs((await box(page.getByRole("grid"))).y - board.y) <= 1, "the board does not move");

  await page.getByRole("button", { name: "Engine settings" }).click();
  const settings = page.getByRole("group", { name: "Engine settings" });
  for (const name of ["Search", "Time", "Lines", "Threads", "Memory"])
    await settings.getByRole("combobox", { name }).waitFor();
  await settings.getByRole("combobox", { name: "Search" }).selectOption("depth");
  await settings.getByRole("combobox", { name: "Depth" }).selectOption("8");
  await settings.getByRole("combobox", { name: "Lines" }).selectOption("1");
  await settings.getByRole("combobox", { name: "Memory" }).selectOption("4");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const depth = page.getByText(/^Depth 8$/);
  await depth.waitFor();
  assert.ok(await depth.evaluate((each) => each.scrollWidth <= each.clientWidth), "the depth is cut off");
  assert.equal(await page.getByRole("region", { name: "Engine" }).locator("li").count(), 1);
  await close(page);
});

test("opens Chess960 positions as Shredder-FEN, X-FEN or number, and castles", async () => {
  const page = await open("?variant=chess");
  // King on b1, rooks on a1 and g1: castling short, entered as king takes rook, puts king and rook on g1 and
  // f1.
  const board = "rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1";
  for (const rights of ["GAga", "KQkq"]) {
    await paste(page, `${board} w ${rights} - 0 1`);
    await page.getByRole("gridcell", { name: "b1, white king" }).waitFor();
    await click(page, "b1", "g1");
    await treeMove(page, "1. O-O").waitFor();
    await page.getByRole("gridcell", { name: "g1, white king" }).waitFor();
    await page.getByRole("gridcell", { name: "f1, white rook" }).waitFor();
  }
  await paste(page, "960:0");
  await page.getByRole("gridcell", { name: "a1, white bishop" }).waitFor();
  await close(page);
});

test("shows and writes a record's arrows, circles, clocks and evaluations", async () => {
  const page = await open("?variant=chess", { permissions: ["clipboard-read", "clipboard-write"] });
  await paste(
    page,
    '[White "Ann"]\n[Black "Bob"]\n\n' +
      "1. e4 { [%csl Re5] [%cal Ge2e4,Bd7d5] [%eval 0.31,12] [%clk 0:05:00] A plan. } " +
      "e5 { [%eval #-3] [%clk 0:04:58.5] [%foo bar] } *",
  );
  await treeMove(page, "1. e4 +0.31").waitFor();
  const { y } = await page.getByRole("heading", { name: "Analysis" }).boundingBox();
  assert.ok(y >= 56, "opening a record from the drawer shows its moves");
  await treeMove(page, "1. e4 +0.31").click();
  await page.locator('[data-circle=red][data-square="e5"]').waitFor();
  assert.equal(await page.locator('[data-arrow=green][data-from="e2"][data-to="e4"]').count(), 1);
  assert.equal(await page.locator('[data-arrow=blue][data-from="d7"][data-to="d5"]').count(), 1);
  assert.equal(await page.locator("[data-clocks]").innerText(), "White 5:00");
  assert.match(await treeMove(page, "1. e4 +0.31").innerText(), /\+0\.31/);
  await moves(page).getByText("A plan.", { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("White 5:00 · Black 4:58").waitFor();
  assert.equal(await page.locator("[data-circle]").count(), 0);
  assert.match(
    await page.getByRole("slider", { name: "Evaluation graph" }).getAttribute("aria-valuetext"),
    /^After 1… e5: Black mates in 3/,
  );
  // A drawing made by hand is saved with the move, and exported.
  await page.getByRole("gridcell", { name: /^d4/ }).click({ button: "right" });
  await page.locator('[data-circle=green][data-square="d4"]').waitFor();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await page.getByText("PGN copied.").first().waitFor();
  const text = (await page.evaluate(() => navigator.clipboard.readText())).replace(/\s+/g, " ");
  assert.ok(text.includes("1. e4 {[%csl Re5] [%cal Ge2e4,Bd7d5] [%eval 0.31,12] [%clk 0:05:00] A plan.}"), text);
  assert.ok(text.includes("e5 {[%csl Gd4] [%eval #-3] [%clk 0:04:58.5] [%foo bar]}"), text);
  await close(page);
});

/**
 * Returns a function that clicks an element at its present position, without another query on the page's
 * thread.
 */
async function clickAt(page, locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return () => page.mouse.click(x + width / 2, y + height / 2);
}

/** Waits until a condition holds, polling inside the page, and then another 1.5 s, so that the page has rendered. */
const settled = (page, test) =>
  page.evaluate(`new Promise((done) => {
    const look = () => ((${test}) ? setTimeout(done, 1500) : setTimeout(look, 100));
    look();
  })`);

test("a game of 4,000 half-moves opens and reloads in tasks less than five times as long as one of 40", async () => {
  const page = await open("?variant=chess");
  const list = `document.querySelector("[role=group][aria-label=Moves]")`;
  const last = `[...${list}.querySelectorAll("button")].at(-1)`;
  const atTheEnd = `${last}?.ariaCurrent === "step" && document.querySelector("[aria-busy=false]")`;
  const there = (san) => `${list}.querySelector("[aria-current=step]")?.ariaLabel === "${san}"`;
  /** Opens a game with a click, and returns the durations of the tasks. */
  const opened = async (half) => {
    await drawer(page, "Share");
    await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(`1. ${"Nf3 Nf6 Ng1 Ng8 ".repeat(half / 4)}*`);
    const press = await clickAt(page, page.getByRole("button", { name: "Open", exact: true }));
    return tasksOf(browser, page, async () => {
      const done = settled(page, `${list}.scrollHeight > ${half * 10} && ${list}.scrollHeight < ${half * 40 + 500}`);
      await press();
      await done;
    });
  };
  const stepped = async () => {
    await page.getByRole("button", { name: "Next move" }).focus();
    return tasksOf(browser, page, async () => {
      for (let at = 0; at < 8; at++) await page.keyboard.press("ArrowRight");
      for (let at = 0; at < 4; at++) await page.keyboard.press("ArrowLeft");
      await settled(page, `${there("2… Ng8")} || ${there("2. Ng1")} || ${there("Ng8")}`);
    });
  };
  const far = async () =>
    tasksOf(browser, page, async () => {
      await page.keyboard.press("End");
      await settled(page, atTheEnd);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Home");
      await settled(page, `${list}.scrollTop < 100`);
    });
  /** Reloads the tab at the last position, and returns the durations of the tasks. */
  const reloaded = async () =>
    tasksOf(browser, page, async () => {
      await page.reload();
      await settled(page, `${list} && ${atTheEnd}`);
    });
  const all = async (half) => {
    const parts = { opening: await opened(half), stepping: await stepped(), "going to the end and back": await far() };
    await page.keyboard.press("End");
    await settled(page, atTheEnd);
    return { ...parts, "coming back after a reload": await reloaded() };
  };
  const short = await all(40);
  const long = await all(4000);
  // Only visible rows are rendered.
  assert.ok((await moves(page).getByRole("button").count()) < 300, "only visible moves are drawn");
  // With a hundred times the moves, no task takes more than a few times as long, because long work is split.
  const largest = (tasks) => Math.max(...tasks.map(({ cpu }) => cpu));
  for (const [what, tasks] of Object.entries(long)) {
    assert.ok(tasks.length > 0 && tasks[0].cpu > 0, `no tasks were recorded for ${what}`);
    console.log(`${what}: ${printTasks(tasks.slice(0, 1))}; of 40 half-moves: ${printTasks(short[what].slice(0, 1))}`);
    assert.ok(
      largest(tasks) < 5 * largest(short[what]),
      `${what}:\n${printTasks(tasks.slice(0, 3))}\nand of 40 half-moves:\n${printTasks(short[what].slice(0, 1))}`,
    );
  }
  const sum = (tasks) => tasks.reduce((all, task) => all + task.cpu, 0);
  assert.ok(sum(long.stepping) < 4 * sum(short.stepping), `${sum(long.stepping)} ms against ${sum(short.stepping)} ms`);
  // The last position is reached in chunks, then shown.
  await page.keyboard.press("End");
  await page
    .getByText(/threefold|fivefold|Draw/i)
    .first()
    .waitFor();
  await treeMove(page, "2000. Ng1").waitFor();
  assert.ok((await moves(page).getByRole("button").count()) < 300, "only visible moves are drawn");
  await page.keyboard.press("Home");
  await treeMove(page, "1. Nf3").waitFor();
  await close(page);
});

test("analyses are saved for all tabs, and can be named, found, exported and deleted", async () => {
  const page = await open("?variant=chess", { acceptDownloads: true });
  await click(page, "e2", "e4");
  await drawer(page, "Saved");
  const region = page.getByRole("region", { name: "Saved analyses" });
  await region.getByRole("textbox", { name: "Analysis name" }).fill("My Sicilian");
  await region.getByRole("button", { name: /^My Sicilian/ }).waitFor();
  // Another tab of the same browser also has it.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/analysis?variant=nachfolger`);
  await click(other, "d2", "d4");
  await drawer(other, "Saved");
  const list = other.getByRole("region", { name: "Saved analyses" });
  await list.getByRole("button", { name: /^Successor mirror chess/ }).waitFor();
  await list.getByRole("searchbox").fill("sicilian E4");
  await list.getByRole("button", { name: /^Successor mirror chess/ }).waitFor({ state: "detached" });
  const [saved] = await Promise.all([
    other.waitForEvent("download"),
    list.getByRole("button", { name: "Save it as PGN" }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), "tain-analyses.pgn");
  await list.getByRole("button", { name: /^My Sicilian/ }).click();
  await treeMove(other, "1. e4").waitFor();
  await list.getByRole("button", { name: "Delete My Sicilian" }).click();
  await list.getByRole("group", { name: "Delete My Sicilian?" }).getByRole("button", { name: "Delete" }).click();
  await other.getByText("My Sicilian deleted.").waitFor();
  await other.close();
  await close(page);
});

test("an unreadable link leaves the analysis unchanged", async () => {
  const page = await open("?variant=chess");
  await click(page, "e2", "e4");
  await treeMove(page, "1. e4").waitFor();
  for (const bad of ["?variant=chess&fen=nonsense", "?game=nowhere&variant=chess"]) {
    await page.goto(`${server.url}/analysis${bad}`);
    await page.locator("[data-notice]").first().waitFor();
    await treeMove(page, "1. e4").waitFor();
    page.problems.splice(0); // the 404 is logged in the console
  }
  await page.goto(`${server.url}/analysis`);
  await treeMove(page, "1. e4").waitFor();
  await close(page);
});
