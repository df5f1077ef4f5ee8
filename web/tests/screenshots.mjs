// Saves screenshots of the main pages, light and dark, on desktop, tablet and phone, in web/screenshots
// (`make screenshots`).
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { begin, beginFriends, click, lastMove, square, startBrowser, startServer, visit } from "./harness.mjs";

const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));

const sizes = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  tablet: { viewport: { width: 768, height: 1024 }, colorScheme: "light", hasTouch: true },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: "light", isMobile: true, hasTouch: true },
  "phone-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark", isMobile: true, hasTouch: true },
};

const example =
  "?board=w:Pa5,Bc1,Bf1,Kg1,Qd2,Ra1,Rh1,Nb1,Ng1,Pc2,Pe2,Pf2,Pg2" +
  ";b:Ra8,Rh8,Bc8,Bf8,Nb8,Ng8,Ke8,Pb7,Pc7,Pd5,Pe6,Pf6,Pg6,Ph5,Qd8&turn=white&lastMove=h7h5";

const settle = (page) => page.waitForTimeout(600);

/** Returns a step that plays two moves of a pass-and-play game, and previews a third. */
function game(variant, first, second, chosen, target) {
  return async (page, url) => {
    await begin(page, url, variant, /^Pass and play/);
    await click(page, ...first);
    await click(page, ...second);
    await square(page, chosen).click();
    await square(page, target).hover();
  };
}

const open = (path) => async (page, url) => {
  await page.goto(url + path);
  await page.locator("main h1").first().waitFor();
};

/** Returns a step that opens a lesson and waits for its first board. */
const lesson = (variant) => async (page, url) => {
  await open(`/learn/${variant}`)(page, url);
  const board = page.locator("[data-exercise]").first();
  await board.scrollIntoViewIfNeeded(); // a board far below is not drawn
  await board.locator("svg").first().waitFor();
};

const scenes = {
  home: open("/"),
  play: open("/play"),
  "game-triboard": game("triboard", ["h2", "h4"], ["e7", "e5"], "b1", "h2"),
  "game-mirrorsquare": game("mirrorsquare", ["e2", "e4"], ["g8", "f6"], "g1", "f3"),
  "game-nachfolger": game("nachfolger", ["e2", "e4"], ["e7", "e6"], "d1", "h5"),
  "game-cylinder": game("cylinder", ["a2", "a4"], ["h7", "h5"], "a1", "a3"),
  "game-chess": game("chess", ["e2", "e4"], ["e7", "e5"], "g1", "f3"),
  "game-trid": game("trid", ["d1W", "c3N"], ["b7B", "b5N"], "c3N", "d5B"),
  "game-meder": game("meder", ["d1W", "c3N"], ["b7B", "b5N"], "c3N", "d5B"),
  analysis: async (page, url) => {
    await open(`/analysis${example}`)(page, url);
    await square(page, "a5").click();
    await square(page, "h7").hover();
  },
  "analysis-engine": async (page, url) => {
    await open("/analysis?variant=nachfolger")(page, url);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForTimeout(2500);
  },
  workshop: open("/workshop"),
  learn: open("/learn"),
  "learn-triboard": lesson("triboard"),
  "learn-trid": lesson("trid"),
  "learn-mirrorsquare-rules": open("/learn/mirrorsquare/rules"),
  games: async (page, url) => {
    await begin(page, url, "nachfolger", /^Pass and play/);
    await click(page, "e2", "e4");
    await lastMove(page, "e4");
    await open("/games")(page, url);
  },
};

const only = process.argv.slice(2);
const server = await startServer();
const browser = await startBrowser();
try {
  if (only.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [size, options] of Object.entries(sizes)) {
    for (const [name, scene] of Object.entries(scenes)) {
      if (only.length > 0 && !only.some((word) => `${name}-${size}`.includes(word))) continue;
      const page = await visit(browser, "about:blank", { ...options, view: "" });
      await scene(page, server.url);
      await page.evaluate(() => scrollTo(0, 0));
      await settle(page);
      // Lessons are long, and draw their boards only when they become visible.
      await page.screenshot({ path: `${folder}${name}-${size}.png`, fullPage: !name.startsWith("learn-") });
      if (page.problems.length > 0) throw new Error(`${name}, ${size}: ${page.problems.join("; ")}`);
      await page.context().close();
      console.log(`${name}-${size}.png`);
    }
  }
  if (only.length === 0) {
    const { white, black } = await beginFriends(browser, server.url, server.url, "triboard", ["10+5"]);
    await click(white, "e2", "e4");
    await lastMove(black, "e4");
    await black.screenshot({ path: `${folder}game-live.png` });
  }
} finally {
  await browser.close();
  await server.stop();
}
