// The rulebooks on the page: reading, linking, trying, printing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, drawer, drawn, leave, pieces, setup, square, visit, visitOffline } from "./harness.mjs";

const { server, browser } = await setup();

const variants = ["triboard", "mirrorsquare", "nachfolger", "trid", "meder", "cylinder", "chess"];

/** Opens a rulebook with its boards. */
async function open(page, variant, hash = "") {
  await page.goto(`${server.url}/learn/${variant}/rules${hash}`);
  await page.locator("[data-diagram] img").first().waitFor();
}

test("rulebooks have numbered rules and diagrams, and their positions can be opened", async () => {
  const page = await visit(browser, server.url);
  for (const variant of variants) {
    await open(page, variant);
    const numbers = await page.locator("[data-rule]").evaluateAll((rules) => rules.map((rule) => rule.dataset.rule));
    assert.ok(numbers.length > 20 && new Set(numbers).size === numbers.length, `${variant}: ${numbers}`);
    assert.equal(await page.locator("[data-diagram]").count(), await page.locator("[data-diagram] img").count());
    const links = await page
      .getByRole("link", { name: /^Try this position/ })
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert.ok(links.length > 5, variant);
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, server.url);
      assert.equal(pathname, "/analysis");
      const request = { variant: searchParams.get("variant"), position: searchParams.get("position") };
      const checked = await page.evaluate((input) => JSON.parse(tainCall("check", JSON.stringify(input))), request);
      assert.deepEqual([request.variant, checked.faults], [variant, []], link);
    }
  }
  await close(page);
});

test("a diagram opens on the analysis board, and going back returns to the rule", async () => {
  const page = await visit(browser, server.url);
  await open(page, "mirrorsquare", "#rule-2.4");
  const rule = page.locator('[data-rule="2.4"]');
  await rule.getByText("White king to e2; a black king appears on d7").waitFor();
  await rule.getByRole("link", { name: /^Try this position/ }).click();
  await square(page, "e1").waitFor();
  assert.equal((await pieces(page)).e1, "K");
  assert.equal((await pieces(page)).e5, "p");
  await page.goBack();
  await page.getByRole("heading", { name: "2.4 A king spawns a king" }).waitFor();
  await open(page, "trid", "#rule-6.5");
  await page
    .locator('[data-rule="6.5"]')
    .getByRole("link", { name: /^Try this position/ })
    .click();
  await square(page, "d3N").waitFor();
  assert.equal((await pieces(page)).d3N, "B");
  await close(page);
});

test("lessons, play and analysis link to the rulebook, and it links back", async () => {
  const page = await visit(browser, server.url);
  for (const from of ["/learn/nachfolger", "/play?variant=nachfolger", "/analysis?variant=nachfolger"]) {
    await page.goto(server.url + from);
    if (from.startsWith("/analysis")) await drawer(page, "Board");
    await page.getByRole("link", { name: "Rulebook", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Successor mirror chess" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/learn/nachfolger/rules");
  }
  await page.goto(`${server.url}/learn`);
  await page.getByRole("link", { name: "Cylinder chess rulebook" }).click();
  await page.getByRole("heading", { name: "2.5 En passant" }).waitFor();
  assert.equal(await page.title(), "Rulebook: Cylinder chess · Tain");
  await close(page);
});

test("a rule has an address, and a switch shows the tests that cover it", async () => {
  const page = await visit(browser, server.url);
  await open(page, "triboard", "#rule-3.3");
  await drawn(page);
  const top = await page.locator("#rule-3\\.3").evaluate((rule) => rule.getBoundingClientRect().top);
  assert.ok(Math.abs(top) < 200, `rule 3.3 is at ${top}`);
  assert.equal(await page.locator("[data-tests]").count(), 0);
  await page.getByRole("checkbox", { name: /tests/ }).check();
  await page.locator('[data-rule="3.3"]').getByText("TestRules, 3.3 h7-h5, a5xh7").waitFor();
  await close(page);
});

test("a rulebook fits a phone, and is printed without its buttons", async () => {
  const page = await visit(browser, server.url, { viewport: { width: 390, height: 844 } });
  for (const variant of ["triboard", "trid"]) {
    await open(page, variant);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, variant);
  }
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.getByRole("button", { name: "Print" }).isVisible()));
  assert.ok(await page.getByRole("heading", { name: "6.5 The shadow" }).isVisible());
  await page.emulateMedia({ media: "screen" });
  await close(page);
});

test("reports an unknown rule set", async () => {
  const page = await visit(browser, `${server.url}/learn/trud/rules`);
  await page.getByText('Unknown rule set "trud". Did you mean "trid"?').waitFor();
  await close(page);
});

test("chapters are listed with the rulebooks", async () => {
  const page = await visit(browser, `${server.url}/learn`);
  for (const name of await page
    .locator("main dl a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")))) {
    await page.goto(server.url + name);
    await page.locator("main h2").first().waitFor();
    assert.ok((await page.locator("main").innerText()).length > 2000, name);
    assert.ok(!(await page.locator("main").innerText()).includes("]("), `${name} contains unrendered markup`);
  }
  await close(page);
});

test("the rulebook is available offline after one visit", async () => {
  const { proxy, page } = await visitOffline(browser, server.url);
  await page.goto(`${proxy.url}/learn/mirrorsquare/rules`);
  await page.getByRole("heading", { name: "2.1 A quiet move spawns a piece" }).waitFor();
  await leave(page);
  proxy.close();
});

test("a definition has a rulebook with its own boards", async () => {
  const page = await visit(browser, server.url);
  const definition = JSON.stringify({
    name: "hop-bishops",
    title: "Hopping bishops",
    seam: { crossing: "hop", kinds: "b" },
    castling: false,
  });
  await page.goto(`${server.url}/learn?rules=${encodeURIComponent(definition)}`);
  await page.getByRole("heading", { level: 1, name: "Hopping bishops" }).waitFor();
  await page.locator("[data-diagram] img").first().waitFor();
  assert.equal(await page.locator("[data-diagram]").count(), await page.locator("[data-diagram] img").count());
  const numbers = await page.locator("[data-rule]").evaluateAll((rules) => rules.map((rule) => rule.dataset.rule));
  assert.ok(numbers.length > 20 && new Set(numbers).size === numbers.length, `${numbers}`);
  await page.locator('[data-rule="3.1"]').getByText("knights may not cross the seam in this game").waitFor();
  await page.locator('[data-rule="3.2"]').getByText("White bishop to h4 over the seam").waitFor();
  await page.goto(`${server.url}/learn?rules=${encodeURIComponent('{"name":"x","boards":2}')}`);
  await page.getByRole("alert").getByText("boards").waitFor();
  await close(page);
});
