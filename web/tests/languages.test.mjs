// The page in other languages. What nobody has put into the catalogue is found by
// a language that there is not: every text of the page in it stands between
// brackets and is longer by two fifths, so that what is without is English
// written into the page, and what has no room is cut off.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { languageFile, pageTexts } from "../texts.mjs";
import { begin, close, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();

/** The pages there are, and what is to be done on some before all their words are seen. */
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
  await page.locator("main details:not([open]) > summary").first().waitFor({ state: "attached", timeout: 4000 }).catch(() => {});
  for (const summary of await page.locator("main details:not([open]) > summary:visible").all()) await summary.click();
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

/** Words between brackets, and more of them; what is filled in or chosen stays as it is. */
function pseudo(text) {
  const letters = text.replace(/\{[^]*\}|<[^>]*>/g, "").length;
  return `⟦${text}${"~".repeat(Math.ceil(letters * 0.4))}⟧`;
}

/** The file of a language that there is not. */
const file = languageFile("de", Object.fromEntries(Object.entries(pageTexts("en")).map(([code, text]) => [code, pseudo(text)])));

/** Opens a page in German, with other words for the page. */
async function inPseudo(path, width = 360) {
  const page = await visit(browser, "about:blank", { viewport: { width, height: 780 }, locale: "de-DE", fresh: true, prepare: () => {} });
  await page.context().route("**/assets/de.text-*.json", (route) => route.fulfill({ contentType: "application/json", body: file }));
  await page.goto(server.url + path);
  await page.locator("footer select").waitFor();
  await settled(page);
  return page;
}

/** Waits until the words of the page no longer change. */
async function settled(page) {
  for (let before = ""; ; ) {
    const now = await page.evaluate(() => document.body.innerText.length + " " + document.querySelectorAll("main *").length);
    if (now === before) return;
    before = now;
    await page.waitForTimeout(400);
  }
}

/** What may stand without brackets: names, moves, numbers, signs, and what the rules and the server say in German. */
const names = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf8"));

/** Every text that can be seen or heard, with where it stands. */
function words(page) {
  return page.evaluate(() => {
    const found = [];
    const hidden = (element) => element.closest("[data-said-by], script, style, noscript, textarea, code, option[lang]") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      if (text && !hidden(node.parentElement)) found.push({ text, where: node.parentElement.closest("section, nav, form, header, footer, main")?.className ?? "" });
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

/** What cannot be seen whole: text wider than its box where that cuts it off, and a page wider than the window. */
function cutOff(page) {
  return page.evaluate(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("svg, [aria-hidden=true], [hidden]") || element.checkVisibility?.({ visibilityProperty: true }) === false) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own) continue;
      const style = getComputedStyle(element);
      const { width, right, left } = element.getBoundingClientRect();
      // What only those who listen get is one pixel wide.
      if (width <= 1 || style.clipPath !== "none") continue;
      const scrolls = (box) => box && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement));
      if (style.overflowX !== "visible" && !/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`cut off: ${element.textContent.trim().slice(0, 60)}`);
      if ((right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement)) found.push(`outside: ${element.textContent.trim().slice(0, 60)}`);
    }
    return found;
  });
}

const allowed = new RegExp(`^(?:${names.join("|")})$`, "u");
/** A text is in the catalogue if it stands between brackets, or has letters only there. */
const outside = (text) => text.replace(/⟦[^⟧]*⟧?|[^⟦]*⟧/gu, " ").trim();
const untold = (text) => /\p{L}{2}/u.test(outside(text)) && !allowed.test(outside(text));

for (const [path, act] of pages) {
  test(`every word of ${path}${act ? `, ${act.name}` : ""} is in the catalogue, and has room`, async () => {
    const page = await inPseudo(path);
    if (act) await act(page), await settled(page);
    const missing = [...new Set((await words(page)).filter(({ text }) => untold(text)).map(({ text, where }) => `${where}: ${text}`))];
    assert.deepEqual(missing, []);
    assert.deepEqual(await cutOff(page), []);
    await close(page);
  });
}

test("every word of a game is in the catalogue, and has room", async () => {
  const page = await inPseudo("/play?opponent=here");
  await page.locator("main form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
  await openAll(page);
  await settled(page);
  const missing = [...new Set((await words(page)).filter(({ text }) => untold(text)).map(({ text, where }) => `${where}: ${text}`))];
  assert.deepEqual(missing, []);
  assert.deepEqual(await cutOff(page), []);
  await close(page);
});
