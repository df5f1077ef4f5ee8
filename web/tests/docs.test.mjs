// The documentation: searching, reading, and offline use in each language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetched, pageTexts } from "../texts.mjs";
import { close, leave, setup, startProxy, visit } from "./harness.mjs";

const { server, browser } = await setup();

/** The list of all chapters. */
const shelf = (page) => page.locator("main section ul a[href^='/docs/']");

test("search finds a section and opens its chapter there", async () => {
  const page = await visit(browser, `${server.url}/docs`);
  await shelf(page).first().waitFor();
  assert.ok((await shelf(page).count()) > 15, "all chapters are listed");
  await page.getByRole("searchbox").fill("quiescence");
  await page.locator("main mark").first().waitFor();
  assert.match(await page.locator("main mark").first().innerText(), /quiescence/i);
  assert.equal(new URL(page.url()).searchParams.get("q"), "quiescence");
  const found = page.locator("main li a").first();
  const address = await found.getAttribute("href");
  await found.click();
  await page.waitForURL(`**${address}`);
  await page.locator("main h1").waitFor();
  await page.getByRole("searchbox").fill("zzzz no such words");
  await page
    .getByRole("status")
    .filter({ hasText: pageTexts("en")["page.docs.nothing"] })
    .waitFor();
  await close(page);
});

test("Trusted Types reject HTML, scripts from other sites and other policies", async () => {
  const page = await visit(browser, `${server.url}/docs/definitions`);
  await page.locator("main nav a").first().waitFor();
  const outcome = await page.evaluate(() => {
    const attempt = (change) => {
      try {
        change();
        return "done";
      } catch (problem) {
        return problem.name;
      }
    };
    return {
      html: attempt(() => {
        document.createElement("div").innerHTML = "<b>text</b>";
      }),
      foreign: attempt(() => {
        document.createElement("script").src = "https://example.org/script.js";
      }),
      policy: attempt(() => trustedTypes.createPolicy("other", {})),
      own: attempt(() => {
        document.createElement("script").src = "/wasm_exec.js";
      }),
    };
  });
  assert.deepEqual(outcome, { html: "TypeError", foreign: "TypeError", policy: "TypeError", own: "done" });
  await leave(page);
});

test("a chapter's contents link to its sections, and a heading link scrolls to it", async () => {
  const page = await visit(browser, `${server.url}/docs/definitions`);
  const contents = page.locator("main nav a");
  await contents.first().waitFor();
  for (const link of await contents.all()) {
    const id = decodeURIComponent((await link.getAttribute("href")).slice(1));
    assert.equal(await page.evaluate((name) => document.getElementById(name)?.tagName, id), "H2");
  }
  await page.goto(`${server.url}/docs/definitions#links`);
  await page.waitForFunction(() => document.getElementById("links")?.getBoundingClientRect().top < innerHeight);
  await close(page);
});

test("the links of three chapters lead to existing pages", async () => {
  const page = await visit(browser, `${server.url}/docs`);
  await shelf(page).first().waitFor();
  const names = await shelf(page).evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  for (const name of ["/docs/console", "/docs/definitions", "/docs/api"]) {
    await page.goto(server.url + name);
    await page.locator("main h1").waitFor();
    for (const address of await page
      .locator("main a[href^='/docs/']")
      .evaluateAll((all) => all.map((one) => new URL(one.href).pathname))) {
      assert.ok(names.includes(address) || address.startsWith("/docs/sheets/"), `${name} links to ${address}`);
    }
  }
  await close(page);
});

for (const language of ["en", ...fetched]) {
  test(`the documentation works offline in ${language}`, async () => {
    const texts = pageTexts(language);
    const proxy = await startProxy(server.url);
    const page = await visit(browser, proxy.url, { serviceWorkers: "allow", locale: language });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto(`${proxy.url}/docs`); // which caches its language
    await shelf(page).first().waitFor();
    proxy.cut();
    await page.goto(`${proxy.url}/docs`);
    await page.locator("main h1").filter({ hasText: texts["page.docs.title"] }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    for (const group of ["play", "invent", "engine", "programs", "serve", "house"]) {
      await page
        .locator("main h2")
        .filter({ hasText: texts[`page.docs.group.${group}`] })
        .waitFor();
    }
    await page.getByRole("searchbox").fill("clock");
    await page.locator("main mark").first().waitFor();
    await page.goto(`${proxy.url}/docs/console`);
    await page.locator("main [lang=en] h1").waitFor();
    await leave(page);
    proxy.close();
  });
}
