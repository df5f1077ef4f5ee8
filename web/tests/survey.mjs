// Surveys the pages at seven window sizes, light and dark, and reports elements that overflow, are cut off,
// covered or too small to touch, axe violations and console errors. Saves screenshots in
// web/screenshots/survey. Usage: `node web/tests/survey.mjs [PART-OF-NAME...]`.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { begin, drawer, startBrowser, startServer, visit } from "./harness.mjs";

const folder = fileURLToPath(new URL("../screenshots/survey/", import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const kinds = {
  touch: {
    options: { isMobile: true, hasTouch: true },
    sizes: [
      [360, 740],
      [390, 844],
      [844, 390],
      [820, 1180],
    ],
  },
  mouse: {
    options: {},
    sizes: [
      [1280, 720],
      [1440, 900],
      [1920, 1080],
    ],
  },
};

const open = (path) => async (page, url) => {
  await page.goto(url + path);
  await page.locator("main h1, main h2").first().waitFor({ state: "attached" });
  await page
    .locator("main [role=status]", { hasText: /^(Loading|Opening)/ })
    .first()
    .waitFor({ state: "detached" });
};
const part =
  (name, variant = "triboard") =>
  async (page, url) => {
    await open(`/analysis?variant=${variant}`)(page, url);
    await page.locator("[role=gridcell]").first().waitFor();
    await drawer(page, name);
  };
const local = (variant) => async (page, url) => {
  await begin(page, url, variant, /^Pass and play/, ["10+5"]);
};

const scenes = {
  home: open("/"),
  play: open("/play"),
  "game-chess": local("chess"),
  "game-triboard": local("triboard"),
  "game-trid": local("trid"),
  "analysis-triboard": open("/analysis?variant=triboard"),
  "analysis-trid": open("/analysis?variant=trid"),
  "analysis-review": async (page, url) => {
    await part("Share", "chess")(page, url);
    await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill("1. f3 e5 2. g4 Qh4# 0-1");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await drawer(page, "Review");
    await page
      .getByRole("button", { name: /^Review/ })
      .last()
      .click();
    await page
      .getByText(/accuracy/i)
      .first()
      .waitFor();
  },
  "analysis-board": part("Board"),
  "analysis-notes": part("Notes"),
  "analysis-saved": part("Saved"),
  "analysis-share": part("Share"),
  settings: async (page, url) => {
    await open("/")(page, url);
    await page.getByRole("button", { name: "Settings" }).click();
  },
  puzzles: open("/puzzles"),
  "puzzle-solved": async (page, url) => {
    await open("/puzzles/triboard")(page, url);
    await page.getByRole("button", { name: "Show the solution" }).click();
  },
  studies: open("/study"),
  learn: open("/learn"),
  "learn-triboard": open("/learn/triboard"),
  "learn-trid": open("/learn/trid"),
  "rulebook-triboard": open("/learn/triboard/rules"),
  games: open("/games"),
  watch: open("/watch"),
  workshop: open("/workshop"),
  privacy: open("/privacy"),
  licences: open("/licences"),
  nothing: open("/nowhere"),
};

/**
 * Returns visible layout problems: elements that leave the window, are cut off or covered, or are too small to touch.
 */
function faults() {
  const found = [];
  const say = (what, element) => {
    const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
    found.push(`${what}: ${element.tagName.toLowerCase()} "${name}"`);
  };
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page is ${root.scrollWidth - root.clientWidth} px wider than the window`);
  for (const element of document.querySelectorAll(
    "button, a[href], input, select, textarea, h1, h2, h3, p, label, td, th",
  )) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== "none" || (style.position === "absolute" && box.width < 4)) continue;
    if (
      style.overflowX !== "visible" &&
      style.overflowX !== "auto" &&
      element.scrollWidth > element.clientWidth + 1 &&
      style.textOverflow !== "ellipsis" &&
      element.tagName !== "INPUT"
    )
      say("cut off", element);
    if (box.right <= 0 || box.left >= root.clientWidth || box.bottom <= 0 || box.top >= root.clientHeight) continue;
    if (box.left < -1 || box.right > root.clientWidth + 1) {
      const scrolled = (node) =>
        node && (/(auto|scroll|hidden)/.test(getComputedStyle(node).overflowX) || scrolled(node.parentElement));
      if (!scrolled(element.parentElement)) say("leaves the window", element);
    }
    if (!/^(BUTTON|A|INPUT|SELECT)$/.test(element.tagName)) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x >= root.clientWidth || y >= root.clientHeight) continue;
    // Content that is scrolled out of its container does not count as covered.
    const scrolledOut = (node) => {
      if (!node || node === root) return false;
      const frame = node.getBoundingClientRect();
      return (
        (/(auto|scroll)/.test(getComputedStyle(node).overflowY) && (y < frame.top || y > frame.bottom)) ||
        scrolledOut(node.parentElement)
      );
    };
    if (scrolledOut(element.parentElement)) continue;
    const top = document.elementFromPoint(x, y);
    if (top && !element.contains(top) && !top.contains(element) && !element.closest("label")?.contains(top)) {
      // Sticky elements do not cover anything permanently.
      const stays = (node) =>
        node && (/fixed|sticky/.test(getComputedStyle(node).position) || stays(node.parentElement));
      if (!stays(top)) say(`under ${top.tagName.toLowerCase()}.${top.getAttribute("class") ?? ""}`, element);
    }
    if (matchMedia("(pointer: coarse)").matches && (box.height < 24 || box.width < 24) && style.display !== "inline")
      say(`${Math.round(box.width)}x${Math.round(box.height)} px to touch`, element);
  }
  return [...new Set(found)];
}

const only = process.argv.slice(2);
const server = await startServer();
const browser = await startBrowser();
let wrong = 0;
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, scene] of Object.entries(scenes)) {
    for (const [kind, { options, sizes }] of Object.entries(kinds)) {
      if (only.length > 0 && !only.some((word) => `${name}-${kind}`.includes(word))) continue;
      const page = await visit(browser, "about:blank", {
        ...options,
        view: "",
        bypassCSP: true,
        fresh: true,
        viewport: { width: sizes.at(-1)[0], height: sizes.at(-1)[1] },
      });
      try {
        page.setDefaultTimeout(20_000);
        await scene(page, server.url);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
            await page.waitForTimeout(300);
            const where = `${name} ${width}x${height} ${colorScheme}`;
            const seen = await page.evaluate(faults);
            if (width === 390 || width === 1280) {
              await page.evaluate(axe);
              const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
              seen.push(
                ...violations.map(
                  ({ id, nodes }) =>
                    `axe ${id}: ${nodes
                      .slice(0, 2)
                      .map((node) => node.html.slice(0, 120))
                      .join(" ; ")}`,
                ),
              );
            }
            for (const fault of seen) console.log(`${where}: ${fault}`);
            wrong += seen.length;
            await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png` });
          }
        }
        for (const problem of page.problems) console.log(`${name} ${kind}: ${problem}`);
      } catch (failed) {
        console.log(`${name} ${kind}: ${String(failed).split("\n").slice(0, 2).join(" ")}`);
        wrong++;
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${wrong} faults`);
