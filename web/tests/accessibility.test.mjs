// Accessibility: keyboard, screen reader, phone, offline.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAccessible,
  begin,
  beginFriends,
  click,
  close,
  drawn,
  hints,
  lastMove,
  leave,
  pieces,
  setup,
  square,
  type,
  visit,
  visitGame,
  visitOffline,
} from "./harness.mjs";

const { server, browser } = await setup();

/** Presses Tab until an element with the given name is focused. */
async function tabTo(page, name) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(
      () =>
        document.activeElement?.getAttribute("aria-label") ??
        document.activeElement?.closest("label")?.textContent ??
        document.activeElement?.textContent ??
        "",
    );
    if (name.test(at)) return;
  }
  assert.fail(`Tab does not reach ${name}`);
}

/** Moves the board's keyboard cursor from one square to another with the arrow keys. */
async function walk(page, from, to) {
  const columns = to.charCodeAt(0) - from.charCodeAt(0);
  const rows = to[1] - from[1];
  for (let i = 0; i < Math.abs(columns); i++) await page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(rows); i++) await page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
}

test("a whole game can be played by keyboard alone", async () => {
  const page = await visit(browser, `${server.url}/play?variant=chess`);
  await page.getByRole("heading", { name: "New game" }).waitFor();
  await tabTo(page, /^Computer/);
  await page.keyboard.press("ArrowUp"); // wraps around to the last option, pass and play
  assert.ok(await page.getByRole("radio", { name: /^Pass and play/ }).isChecked());
  await tabTo(page, /^Start the game/);
  await page.keyboard.press("Enter");
  await square(page, "e2").waitFor();
  await tabTo(page, /^[a-h][1-8]\b/);
  let at = await page.evaluate(() => document.activeElement.dataset.square);
  for (const [from, to] of [
    ["f2", "f3"],
    ["e7", "e6"],
    ["g2", "g4"],
    ["d8", "h4"],
  ]) {
    await walk(page, at, from);
    await page.keyboard.press("Enter");
    assert.equal((await hints(page))[to], "move");
    await walk(page, from, to);
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /can move here/);
    await page.keyboard.press("Enter");
    at = to;
  }
  await lastMove(page, "Qh4#");
  await close(page);
});

test("announces each move in words, including en passant over the seam", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "triboard");
  const log = white.getByRole("log");
  for (const [mover, move] of [
    [white, "a4"],
    [black, "Nc6"],
    [white, "a5"],
    [black, "h5"],
  ]) {
    await type(mover, move);
    await lastMove(white, move);
    await lastMove(black, move);
  }
  await log.getByText(/Black pawn to h5.*You can take en passant: a5 takes h7/).waitFor({ state: "attached" });
  await close(white);
  await close(black);
});

test("explains an illegal move", async () => {
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/);
  await type(page, "e4");
  await type(page, "d7d5");
  await page.getByRole("alert").filter({ hasText: "d5 is occupied by your own pawn" }).waitFor();
  await close(page);
});

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

for (const variant of ["triboard", "mirrorsquare", "trid"]) {
  test(`${variant} fits a phone, with large enough targets`, async () => {
    const page = await visitGame(browser, server.url, variant, /^Pass and play/, [], phone);
    const [from, to] = variant === "trid" ? ["a2W", "a3N"] : ["e2", "e4"];
    await square(page, from).tap();
    await square(page, to).tap(); // previews the move
    await square(page, to).tap();
    await page.getByRole("group", { name: "Moves", exact: true }).getByRole("button").first().waitFor();
    const { wide, small, side } = await page.evaluate(() => ({
      side: document.querySelector("[role=gridcell]").getBoundingClientRect().width,
      wide: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll("main button, main input, main select, header a")]
        .filter(
          (each) =>
            each.checkVisibility() && !each.closest("[aria-label=Moves]") && each.getBoundingClientRect().width > 1,
        )
        .map((each) => ({
          name: each.ariaLabel ?? each.textContent,
          height: (each.closest("label") ?? each).getBoundingClientRect().height,
        }))
        .filter(({ height }) => height > 0 && height < 44),
    }));
    assert.ok(wide <= 0, `the page is ${wide} px wider than the phone`);
    assert.deepEqual(small, [], "targets under 44 px");
    // With several boards, squares are slightly smaller.
    const least = variant === "mirrorsquare" ? 44 : 40;
    assert.ok(side >= least - 0.5, `a square is ${side} px wide`);
    await close(page);
  });
}

test("an offer is announced and visible on a phone", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess");
  await black.setViewportSize(phone.viewport);
  for (const [mover, move] of [
    [white, "e4"],
    [black, "e5"],
  ]) {
    await type(mover, move);
    await Promise.all([lastMove(white, move), lastMove(black, move)]);
  }
  const offer = black.getByRole("group", { name: "Offer" });
  const board = black.getByRole("grid");
  for (const at of ["top", "middle"]) {
    await black.evaluate((top) => scrollTo(0, top ? 0 : document.documentElement.scrollHeight / 4), at === "top");
    await square(black, "e5").focus();
    await white.getByRole("button", { name: at === "top" ? "Offer draw" : "Request takeback" }).click();
    await offer.waitFor();
    const { y, height } = await offer.boundingBox();
    const seen = await board.boundingBox();
    assert.ok(
      y >= seen.y + seen.height && y + height <= phone.viewport.height,
      `${at}: the offer is at ${y} to ${y + height}`,
    );
    assert.equal(await black.evaluate(() => document.activeElement?.dataset.square), "e5", "the focus does not move");
    await black
      .getByRole("log")
      .getByText(at === "top" ? /offers a draw\.$/ : /asks to take back 1\. e4/)
      .waitFor({ state: "attached" });
    await offer.getByRole("button", { name: "Decline" }).click();
    await offer.waitFor({ state: "detached" });
  }
  await close(white, black);
});

test("playing the computer, analysis and lessons work offline after one visit", async () => {
  const { proxy, page } = await visitOffline(browser, server.url);
  await page.goto(`${proxy.url}/play?variant=triboard`);
  await page.getByRole("radio", { name: /^Computer/ }).check();
  await page.getByRole("radio", { name: "White" }).check();
  await page.locator("form button[type=submit]").click();
  await square(page, "e2").waitFor();
  await click(page, "e2", "e4");
  await page.getByRole("group", { name: "Moves", exact: true }).getByRole("button").nth(1).waitFor();
  await page.goto(`${proxy.url}/analysis?variant=nachfolger`);
  await square(page, "e2").click();
  assert.equal((await hints(page)).e4, "move");
  await page.goto(`${proxy.url}/learn/triboard`);
  await square(page, "b1").first().waitFor();
  assert.ok(Object.keys(await pieces(page)).length > 0, "there are pieces on the board");
  await leave(page);
  proxy.close();
});

const board = "[data-piece]";
const pages = {
  home: { path: "/", shows: board },
  play: { path: "/play" },
  analysis: { path: "/analysis", shows: board },
  "analysis in space": { path: "/analysis?variant=trid", shows: board },
  "a plan": { path: "/analysis?variant=trid&plan=b4N; QL1-QL2", shows: "[data-failed]" },
  learn: { path: "/learn", shows: board },
  "a lesson": { path: "/learn/triboard", shows: board },
  "a lesson in space": { path: "/learn/trid", shows: board },
  "a rulebook": { path: "/learn/triboard/rules", shows: "[data-diagram] img" },
  "a rulebook in space": { path: "/learn/trid/rules", shows: "[data-diagram] img" },
  documentation: { path: "/docs", shows: "main h2" },
  "a chapter": { path: "/docs/console", shows: "main h2" },
  "search results": { path: "/docs?q=clock", shows: "main mark" },
  "my games": { path: "/games", shows: "main section" },
  "a missing page": { path: "/nowhere" },
};

/** In the dark theme only colours differ. */
const colours = { runOnly: ["color-contrast"] };

test("axe finds no serious violations, light or dark", async () => {
  const page = await visit(browser, "about:blank", { bypassCSP: true });
  for (const [name, { path, shows = "main h1" }] of Object.entries(pages)) {
    await page.goto(server.url + path);
    await page.locator(shows).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await drawn(page);
    await assertAccessible(page, name, colours);
  }
  for (const variant of ["triboard", "trid"]) {
    await begin(page, server.url, variant, /^Pass and play/);
    await square(page, variant === "trid" ? "a2W" : "e2").click();
    await assertAccessible(page, `a game of ${variant}`, colours);
  }
  await leave(page); // the console has an error for the missing page
});
