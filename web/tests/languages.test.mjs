// The page in other languages. A pseudo-language reveals problems: every text is in brackets, and the page's own
// texts are 40 % longer, so that text without brackets is hard-coded English, and text without enough room is
// cut off.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { languageFile, pageTexts } from "../texts.mjs";
import { close, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();

/** Pages, and the steps that reveal their hidden texts. */
const pages = [
  ["/"],
  ["/play"],
  ["/play?variant=portal"],
  ["/play?opponent=open"],
  ["/analysis?variant=triboard", openAll],
  ["/analysis?variant=trid", openAll],
  ["/learn"],
  ["/learn/triboard"],
  ["/learn/trid"],
  ["/learn/triboard/rules"],
  ["/puzzles"],
  ["/puzzles/triboard"],
  ["/docs"],
  ["/study", beginStudy],
  ["/workshop", openAll],
  ["/games"],
  ["/watch"],
  ["/privacy"],
  ["/licences"],
  ["/nowhere"],
  ["/", openSettings],
  ["/", openShortcuts],
];

async function openAll(page) {
  await page
    .locator("main details:not([open]) > summary")
    .first()
    .waitFor({ state: "attached", timeout: 4000 })
    .catch(() => {});
  // Each click removes a summary from the list, and may show others inside.
  const folded = page.locator("main details:not([open]) > summary:visible");
  while ((await folded.count()) > 0) await folded.first().click();
}

async function beginStudy(page) {
  await page.locator("main form button[type=submit]").first().click();
  await page.locator("[role=gridcell]").first().waitFor();
}

async function openSettings(page) {
  await page.locator("header button[aria-haspopup=dialog]").click();
  await page.locator("dialog fieldset").first().waitFor();
  for (const summary of await page.locator("dialog details > summary").all()) await summary.click();
}

async function openShortcuts(page) {
  await page.keyboard.press("?");
  await page.locator("dialog kbd").first().waitFor();
}

/** Returns padding of 40 % of the text's length, in words, so that lines can break. */
const longer = (text) => "~~~~ ".repeat(text.length).slice(0, Math.ceil(text.replace(/\{[\s\S]*\}/g, "").length * 0.4));

/**
 * Brackets and lengthens a message. Text between tags is bracketed separately, and placeholders are unchanged.
 */
function pseudo(text) {
  return text
    .split(/(<[^>]*>)/)
    .map((part) => (/^<|^\s*$/.test(part) ? part : `⟦${part}${longer(part)}⟧`))
    .join("");
}

/** Brackets the texts of the rules and of the games, without lengthening them. */
const bracketed = (value) =>
  typeof value === "string"
    ? /\p{L}/u.test(value)
      ? `⟦${value}⟧`
      : value
    : Array.isArray(value)
      ? value.map(bracketed)
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, bracketed(one)]));

const read = (file) => JSON.parse(readFileSync(new URL(`../src/data/de/${file}`, import.meta.url), "utf8"));

/** The main file of the pseudo-language. */
const made = JSON.parse(
  languageFile("de", Object.fromEntries(Object.entries(pageTexts("en")).map(([code, text]) => [code, pseudo(text)]))),
);
const { letters, ...descriptions } = made.about;
const first = JSON.stringify({ ...made, about: { letters, ...bracketed(descriptions) } });
const wasm = JSON.stringify(bracketed(read("wasm.json")));

/** Yields all strings in a value: the texts of lessons, rulebooks and the server. */
function* strings(value) {
  if (typeof value === "string") yield value;
  else if (value && typeof value === "object") for (const one of Object.values(value)) yield* strings(one);
}
const german = { headers: { "Accept-Language": "de" } };
const served = await Promise.all(
  ["privacy", "licences"].map(async (path) => (await fetch(`${server.url}/api/v1/${path}`, german)).json()),
);
/** Returns only the letters of displayed text, without the addresses of its links. */
const plain = (text) => text.replace(/\]\([^)]*\)/g, "").replace(/\P{L}/gu, "");
const written = [
  ...readdirSync(new URL("../src/data/de/", import.meta.url))
    .filter((file) => /^(lesson|rulebook)-/.test(file))
    .map(read),
  ...served,
]
  .flatMap((value) => [...strings(value)])
  .map(plain)
  .join("\n");

/** Opens a page in German, with replaced texts. */
async function inPseudo(path, width = 360) {
  const page = await visit(browser, "about:blank", {
    viewport: { width, height: 780 },
    locale: "de-DE",
    fresh: true,
    prepare: () => {},
  });
  const answer = (body) => (route) => route.fulfill({ contentType: "application/json", body });
  await page.context().route("**/assets/de.text-*.json", answer(first));
  await page.context().route("**/assets/de.wasm-*.json", answer(wasm));
  await page.goto(server.url + path);
  await page.locator("footer select").waitFor();
  await settled(page);
  return page;
}

/** Waits until the texts of the page no longer change. */
async function settled(page) {
  for (let before = ""; ; ) {
    const now = await page.evaluate(
      () => `${document.body.innerText.length} ${document.querySelectorAll("main *").length}`,
    );
    if (now === before) return;
    before = now;
    await page.waitForTimeout(400);
  }
}

/** Text that is the same in every language, such as moves in Betza notation. */
const names = /^(?:mRcpR|Tain|PGN|FEN|SVG|JSON|TOML|Anonymous|English|Deutsch|Español|Français|Русский)$/u;

/** Returns every visible or accessible text, with its element. */
function words(page) {
  return page.evaluate(() => {
    const found = [];
    const hidden = (element) =>
      element.closest("[lang=en], script, style, noscript, textarea, code, option[lang]") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      if (text && !hidden(node.parentElement))
        found.push({
          text,
          where: node.parentElement.closest("section, nav, form, header, footer, main")?.className ?? "",
        });
    }
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name).trim();
        if (text && !hidden(element)) found.push({ text, where: name });
      }
    }
    return found;
  });
}

/** Returns text that is cut off by a clipping box or outside the window, and reports a page wider than the window. */
function cutOff(page) {
  return page.evaluate(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const element of document.querySelectorAll("body *")) {
      if (
        element.closest("svg, [aria-hidden=true], [hidden], a[href='#main']") ||
        element.checkVisibility?.({ visibilityProperty: true }) === false
      )
        continue;
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own) continue;
      const style = getComputedStyle(element);
      const { width, right, left } = element.getBoundingClientRect();
      // Text for screen readers only is one pixel wide.
      if (width <= 1 || style.clipPath !== "none") continue;
      const scrolls = (box) =>
        box && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement));
      if (
        style.overflowX !== "visible" &&
        !/auto|scroll/.test(style.overflowX) &&
        element.scrollWidth > element.clientWidth + 1
      )
        found.push(`cut off: ${element.textContent.trim().slice(0, 60)}`);
      if ((right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement))
        found.push(`outside: ${element.textContent.trim().slice(0, 60)}`);
    }
    return found;
  });
}

/** Returns the parts of a string outside all brackets. */
function outside(text) {
  let rest = text;
  for (let before = ""; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/gu, " ")];
  return rest.trim();
}

/**
 * Reports whether a string has words that are not from the catalogue. Squares, moves and numbers are not words.
 */
function untold(text) {
  const rest = outside(text);
  return /\p{L}{3}/u.test(rest) && !names.test(rest) && !written.includes(plain(rest));
}

/** Returns all text problems of a page. */
async function problems(page) {
  const missing = (await words(page))
    .filter(({ text }) => untold(text))
    .map(({ text, where }) => `not in the catalogue: ${text} (${where})`);
  return [...new Set([...missing, ...(await cutOff(page))])];
}

for (const [path, act] of pages) {
  test(`every word of ${path}${act ? `, ${act.name}` : ""} is in the catalogue and fits`, async () => {
    const page = await inPseudo(path);
    if (act) {
      await act(page);
      await settled(page);
    }
    if (path === "/nowhere") page.problems = []; // a missing file is also logged in the console
    assert.deepEqual(await problems(page), []);
    await close(page);
  });
}

test("every word of a game is in the catalogue and fits", async () => {
  const page = await inPseudo("/play?opponent=here");
  await page.locator("main form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
  await openAll(page);
  await settled(page);
  assert.deepEqual(await problems(page), []);
  await close(page);
});

for (const [language, locale] of [
  ["de", "de-AT"],
  ["es", "es-MX"],
  ["fr", "fr-FR"],
  ["ru", "ru-RU"],
]) {
  test(`nothing is cut off on a phone in ${language}`, async () => {
    const page = await visit(browser, "about:blank", { viewport: { width: 360, height: 780 }, locale });
    for (const path of [
      "/",
      "/play",
      "/analysis",
      "/analysis?variant=trid",
      "/learn",
      "/learn/triboard",
      "/puzzles",
      "/puzzles/triboard",
      "/study",
      "/workshop",
      "/docs",
      "/docs/console",
      "/docs?q=clock",
      "/games",
      "/privacy",
    ]) {
      await page.goto(server.url + path);
      await page.locator("footer select").waitFor();
      await settled(page);
      assert.equal(await page.evaluate(() => document.documentElement.lang), language);
      assert.deepEqual(await cutOff(page), [], `${path} in ${language}`);
    }
    await close(page);
  });
}

test("the page is served in the browser's language before scripts run", async () => {
  const html = async (headers, query = "") => (await fetch(`${server.url}/${query}`, { headers })).text();
  const heading = pageTexts("de")["page.home.chess-and-its-reflection"];
  assert.ok((await html({ "Accept-Language": "de-DE,de;q=0.9,en;q=0.5" })).includes(heading));
  assert.ok((await html({ "Accept-Language": "en", Cookie: "lang=de" })).includes(heading));
  assert.match(await html({ "Accept-Language": "en" }, "?lang=de"), /<html lang="de"/);
  assert.ok(!(await html({ "Accept-Language": "en" })).includes(heading));
});

test("the language switch is remembered, and a link can set the language", async () => {
  const page = await visit(browser, `${server.url}/play`, { fresh: true, prepare: () => {} });
  const heading = page.locator("main h1");
  assert.equal(await heading.innerText(), "New game");
  await page.locator("footer select").selectOption("fr");
  const french = pageTexts("fr")["page.play.new-game"];
  await page.waitForFunction((text) => document.querySelector("main h1")?.textContent === text, french);
  await page.reload();
  await page.waitForFunction((text) => document.querySelector("main h1")?.textContent === text, french);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");

  await page.goto(`${server.url}/play?lang=ru&variant=chess`);
  await page.waitForFunction(
    (text) => document.querySelector("main h1")?.textContent === text,
    pageTexts("ru")["page.play.new-game"],
  );
  assert.equal(new URL(page.url()).search, "?variant=chess");
  await close(page);
});

test("the rules use the page's language, and moves its letters, English ones or figurines", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`, {
    locale: "de-DE",
    fresh: true,
    prepare: () => {},
  });
  for (const square of ["g1", "f3"]) await page.locator(`[role=gridcell][data-square=${square}]`).click();
  const move = page.locator("main button[aria-current=step]");
  await move.filter({ hasText: "Sf3" }).waitFor();
  assert.match(await page.locator("main").innerText(), /Springer/);
  const choose = async (value) => {
    await page.locator("header button[aria-haspopup=dialog]").click();
    await page.locator(`dialog [data-setting=san-letters] [data-value=${value}] input`).check();
    await page.keyboard.press("Escape");
  };
  await choose("english");
  await move.filter({ hasText: "Nf3" }).waitFor();
  await choose("figurines");
  await move.filter({ hasText: "♘f3" }).waitFor();
  // Moves are typed with the displayed letters, or with English ones if that is not a move.
  await choose("language");
  const field = page.locator("main form input").first();
  for (const [typed, shown] of Object.entries({ Sc6: "Sc6", Nc3: "Sc3", Tb8: "Tb8" })) {
    await field.fill(typed);
    await field.press("Enter");
    await move.filter({ hasText: shown }).waitFor();
  }
  await close(page);
});
