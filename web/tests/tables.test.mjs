// Endgame tables on the page: the winner and the distance to mate, the line, and the value of each move.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { click, close, leave, program, setup, square, visit, visitGame, visitOffline } from "./harness.mjs";

/** Builds the tables of a definition with several royal pieces and a goal. */
function buildTables(definition) {
  const folder = mkdtempSync(join(tmpdir(), "tables-"));
  writeFileSync(join(folder, "couple.json"), definition);
  execFileSync(program, ["tables", join(folder, "couple.json"), "--folder", folder]);
  return folder;
}

const couple = JSON.stringify({
  name: "couple",
  royal: "kq",
  start: "qk1/3/3/3/1KQ w - - 0 1",
  board: { files: 3, ranks: 5 },
  pawn: { promotes: "r" },
  goal: { reach: { k: "a3" } },
});

const { server, browser } = await setup("--set", `tables=${buildTables(couple)}`);

const queen = "Q7/8/8/4k3/8/8/8/K7 w - - 0 1";
const open = (variant, position, options, more = "") =>
  visit(browser, `${server.url}/analysis?variant=${variant}&position=${encodeURIComponent(position)}${more}`, options);
const tables = (page, name = "Endgame tables") => page.getByRole("region", { name });
const proof = (page) => tables(page).getByRole("group", { name: "Mating line" }).getByRole("button");
const worth = (page) => tables(page).getByRole("list", { name: "Result of each move" }).getByRole("button");

const back = (page) => page.getByRole("button", { name: "Previous move" }).click();

test("a queen mate on the cylinder shows its line and the value of every move", async () => {
  const page = await open("cylinder", queen);
  await tables(page).getByText("White mates in 10").waitFor();
  await page.getByRole("img", { name: "White mates in 10, #10" }).waitFor();
  assert.equal(await proof(page).count(), 19);
  assert.match(await proof(page).first().innerText(), /^1\.\s*Kb1$/);
  assert.match(await proof(page).last().innerText(), /#$/);
  const values = await worth(page).allInnerTexts();
  assert.match(values[0], /Kb1\s+mates in 10/);
  assert.match(values.at(-1), /mates in 1\d|draw/);
  const places = values.map((text) => (/draw/.test(text) ? 1000 : Number(/mates in (\d+)/.exec(text)[1])));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
    "the best move comes first",
  );
  await close(page);
});

test("clicking the mating line or a listed move plays it", async () => {
  const page = await open("cylinder", queen);
  await proof(page).nth(2).click();
  await tables(page).getByText("White mates in 8").waitFor(); // and Black is to move
  const moves = page.getByRole("group", { name: "Moves", exact: true }).getByRole("button");
  assert.equal(await moves.count(), 3);
  await proof(page).first().click(); // Black's move
  await proof(page).last().click(); // all remaining moves
  await page.getByText("Checkmate: White wins.").first().waitFor();
  assert.equal(await moves.count(), 19);
  assert.equal(await tables(page).count(), 0, "no tables are shown after mate");
  await page.keyboard.press("Home");
  await worth(page).last().click();
  assert.equal(await moves.count(), 20);
  await close(page);
});

test("a king and rook draw against a king in triboard and win in chess", async () => {
  const rook = "8/8/8/4k3/8/8/R7/K7 w - - 0 1";
  const round = await open("triboard", rook);
  await tables(round).getByText("Draw with best play").waitFor();
  assert.equal(await proof(round).count(), 0);
  await close(round);
  const flat = await open("chess", rook);
  await tables(flat)
    .getByText(/^White mates in 1\d$/)
    .waitFor();
  await close(flat);
});

test("the server's tables of a definition show who wins", async () => {
  const page = await open(couple, "kq1/3/3/1K1/2Q w - - 0 1");
  await tables(page).getByText("White wins in 1").waitFor();
  await tables(page).getByRole("group", { name: "Winning line" }).getByRole("button", { name: "Ka3" }).waitFor();
  const values = await worth(page).allInnerTexts();
  assert.match(values[0], /Ka3\s+wins in 1/);
  await close(page);
});

test("positions without tables show nothing", async () => {
  for (const [variant, position] of [
    ["chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
    ["mirrorsquare", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"],
    ["chess", "4k3/8/8/8/8/8/7r/3QK3 w - - 0 1"],
    ["chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
  ]) {
    const page = await open(variant, position);
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await page.locator("[role=gridcell]").first().waitFor();
    assert.equal(await tables(page).count(), 0, position);
    await close(page);
  }
});

test("tables that only the server has are requested once", async () => {
  const rook = "4k3/8/8/8/8/8/7r/3QK3 w - - 0 1";
  const page = await visit(browser, server.url, { fresh: true });
  const requests = [];
  await page.route("**/api/v1/tables*", (route) => {
    if (route.request().method() === "GET")
      return route.fulfill({ json: { tables: [{ variant: "chess", materials: ["KQKR"] }] } });
    const { variant, position } = route.request().postDataJSON();
    requests.push(`${variant} ${position}`);
    if (position !== rook) return route.abort(); // simulates an unreachable server
    const value = { result: "win", mate: 7, plies: 13 };
    return route.fulfill({
      json: {
        variant: "chess",
        position: rook,
        material: "KQKR",
        turn: "white",
        ...value,
        sentence: "",
        told: { code: "" },
        line: ["d1b3"],
        san: ["Qb3"],
        moves: [{ move: "d1b3", san: "Qb3", ...value }],
      },
    });
  });
  await page.goto(`${server.url}/analysis?variant=chess&position=${encodeURIComponent(rook)}`);
  await tables(page).getByText("White mates in 7").waitFor();
  await worth(page).first().click();
  await tables(page).waitFor({ state: "hidden" });
  await back(page);
  await tables(page).getByText("White mates in 7").waitFor();
  assert.deepEqual(requests.filter((one) => one === `chess ${rook}`).length, 1, requests.join());
  page.problems = page.problems.filter((problem) => !problem.includes("/api/v1/tables"));
  await close(page);
});

test("the engine in the page uses the tables", async () => {
  const page = await open("cylinder", queen);
  const engine = page.getByRole("region", { name: "Engine" });
  await square(page, "a8").waitFor();
  await engine.getByRole("button", { name: "Start", exact: true }).click();
  await engine.locator("li").first().getByText("#10", { exact: true }).waitFor();
  await close(page);
});

test("table results are in the page's language", async () => {
  for (const [language, name, words] of [
    ["de", "Endspieltabellen", "Weiß setzt in 10 matt"],
    ["es", "Tablas de finales", "Las blancas dan mate en 10"],
    ["fr", "Tables de finales", "Les Blancs matent en 10 coups"],
    ["ru", "Эндшпильные таблицы", "Белые дают мат в 10 ходов"],
  ]) {
    const page = await open("cylinder", queen, { fresh: true }, `&lang=${language}`);
    await tables(page, name).getByText(words).waitFor();
    await close(page);
  }
});

const nearMate = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
const gameFrom = `chess&position=${encodeURIComponent(nearMate)}`;

test("tables are hidden during a game and shown afterwards, and their moves open the analysis board", async () => {
  const page = await visitGame(browser, server.url, gameFrom, /^Pass and play/);
  await square(page, "g5").waitFor();
  assert.equal(await tables(page).count(), 0);
  await click(page, "g5", "g7");
  await page.getByRole("region", { name: "Result" }).waitFor();
  assert.equal(await tables(page).count(), 0, "no tables are shown for a mated position");
  await back(page);
  await tables(page).getByText("White mates in 1", { exact: true }).waitFor();
  await worth(page).last().click();
  await page.getByRole("heading", { name: "Analysis" }).waitFor();
  await page.getByRole("region", { name: "Engine" }).waitFor();
  assert.match(page.url(), /\/analysis\?/);
  await close(page);
});

test("against the computer a hint shows the table result", async () => {
  const page = await visitGame(browser, server.url, gameFrom, /^Computer/, ["White"]);
  await square(page, "g5").waitFor();
  assert.equal(await page.getByText("White mates in 1.").count(), 0);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("White mates in 1.").first().waitFor();
  await close(page);
});

test("three-piece tables are available offline", async () => {
  const { proxy, page } = await visitOffline(browser, server.url);
  await page.goto(`${proxy.url}/analysis?variant=triboard&position=${encodeURIComponent(queen)}`);
  await tables(page).getByText("White mates in 10").waitFor();
  await leave(page);
  proxy.close();
});
