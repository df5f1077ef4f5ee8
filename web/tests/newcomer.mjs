// A newcomer's first minutes: clicks and seconds from the home page to a first move, to a move over the seam, to the
// end of a game, to a puzzle and to a lesson (docs/results.md). The script knows where to click and never pauses, so
// the seconds are the page's. Usage: node web/tests/newcomer.mjs [ROUNDS]
import { cpus, loadavg } from "node:os";
import { startBrowser, startServer, visit } from "./harness.mjs";

const rounds = Number(process.argv[2] ?? 3);

const windows = {
  "desktop, 1440x900": { viewport: { width: 1440, height: 900 } },
  "phone, 360x640": { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true },
};

/** Returns functions that act on the page and count clicks. */
function hand(page, touch) {
  let clicks = 0;
  const click = async (locator) => {
    await (touch ? locator.first().tap() : locator.first().click());
    clicks++;
  };
  const button = (name) => click(page.getByRole("button", { name }));
  const link = (name) => click(page.getByRole("link", { name }));
  return {
    clicks: () => clicks,
    button,
    link,
    /** Opens a page from the navigation, which is a menu on a phone. */
    async visit(name) {
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) await click(menu);
      await click(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }));
    },
    /** Plays a move with two clicks, or three taps if the first game asks for confirmation. */
    async move(from, to) {
      const square = (name) => page.locator(`[role=gridcell][data-square="${name}"]`);
      const letter = await page.locator(`[data-piece][data-square="${from}"]`).first().getAttribute("data-piece");
      await click(square(from));
      await click(square(to));
      const there = page.locator(`[data-piece="${letter}"][data-square="${to}"]`).first();
      const asked = page.getByText("Tap again to play.").first();
      await there.or(asked).first().waitFor();
      if (await asked.isVisible()) await click(square(to));
      await there.waitFor();
    },
  };
}

const steps = {
  "the first move": async (page, user) => {
    await user.button(/^Play$/);
    await page.locator("[data-first-game='1']").waitFor();
    await user.move("b2", "b3");
  },
  "a move over the seam": async (page, user) => {
    await page.locator("[data-first-game='2']").waitFor();
    await user.move("c1", "h4");
  },
  "a game against the computer": async (page, user) => {
    await page.locator("[data-first-game='3']").waitFor();
    await user.move("h4", "a5");
    await user.button("Play a real game");
    await page.waitForURL(/\/local\//);
    await user.move("e2", "e4");
  },
  "its result, after resigning": async (page, user) => {
    await user.button("Resign");
    await user.button("Resign the game");
    await page
      .getByText(/Black wins/)
      .first()
      .waitFor();
  },
  "a puzzle": async (page, user) => {
    await user.visit("Puzzles");
    await user.link(/^Solve/);
    await page.locator("[data-puzzle] [data-piece]").first().waitFor();
  },
  "a lesson with a board": async (page, user) => {
    await user.visit("Learn");
    await user.link("Three-board mirror chess");
    const piece = page.locator("[data-exercise] [data-piece]").first();
    while (!(await piece.isVisible())) {
      // A board far below is not drawn.
      await page
        .locator("[data-exercise]")
        .first()
        .evaluate((board) => board.scrollIntoView());
      await page.waitForTimeout(50);
    }
  },
};

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const server = await startServer();
const browser = await startBrowser();
try {
  for (const [window, options] of Object.entries(windows)) {
    const seen = Object.fromEntries(Object.keys(steps).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      const page = await visit(browser, "about:blank", { ...options, fresh: true });
      const user = hand(page, options.hasTouch);
      const began = performance.now();
      await page.goto(server.url);
      for (const [name, step] of Object.entries(steps)) {
        await step(page, user);
        seen[name].push({ clicks: user.clicks(), seconds: (performance.now() - began) / 1000 });
      }
      await page.context().close();
    }
    console.log(`${window}, from the start: clicks, seconds (medians of ${rounds} rounds)`);
    for (const [name, all] of Object.entries(seen)) {
      const [clicks, seconds] = ["clicks", "seconds"].map((what) => median(all.map((each) => each[what])));
      console.log(name.padEnd(30), String(clicks).padStart(3), seconds.toFixed(1).padStart(6));
    }
  }
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`);
} finally {
  await browser.close();
  await server.stop();
}
