// Games on boards of other sizes, with holes, joined edges and pieces that chess does not have.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, click, close, drawer, hints, pieces, setup, square, unfold, visit } from "./harness.mjs";

const { server, browser } = await setup();

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const games = {
  six: {
    name: "six",
    title: "Six by six",
    start: "rakqbr/pppppp/6/6/PPPPPP/RAKQBR w - - 0 1",
    board: { files: 6, ranks: 6 },
    pieces: { a: { move: "BN", name: "archbishop" } },
    pawn: { double: 1, promotes: "qra" },
  },
  klein: {
    name: "klein",
    title: "Klein bottle",
    start: "6/rnqkbr/pppppp/6/6/6/6/PPPPPP/RNQKBR/6 w - - 0 1",
    board: { files: 6, ranks: 10 },
    seam: { crossing: "twist", kinds: "pnbrqk" },
    ends: { crossing: "wrap", kinds: "nbrqk" },
  },
  sphere: {
    name: "sphere",
    title: "Sphere",
    start: "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1",
    seam: { crossing: "wrap", kinds: "pnbrqk" },
    ends: { crossing: "pole", kinds: "nbrqk" },
  },
  holes: {
    name: "holes",
    title: "Holes",
    start: "*nbqkbn*/hggxxggh/pppppppp/3**3/3**3/PPPPPPPP/HGGXXGGH/*NBQKBN* w - - 0 1",
    board: { holes: "d4 e4 d5 e5 a1 h1 a8 h8" },
    pieces: { h: "mRcpR", g: "gQ", x: { move: "NH", name: "jumper" } },
    promotes: "qhgx",
  },
  capablanca: example("capablanca"),
  alice: "alice",
  wide: {
    name: "wide",
    start: `rnbqqbnrrnbkqbnr/${"p".repeat(16)}/${"16/".repeat(12)}${"P".repeat(16)}/RNBQQBNRRNBKQBNR w - - 0 1`,
    board: { files: 16, ranks: 16 },
    castling: false,
  },
  tall: {
    name: "tall",
    start: "8/8/rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR/8/8 w - - 0 1",
    board: { files: 8, ranks: 14 },
    castling: false,
    seam: { crossing: "wrap", kinds: "pnbrqk" },
    ends: { crossing: "wrap", kinds: "nbrqk" },
  },
  queens: queens(),
};

function example(name) {
  return JSON.parse(readFileSync(new URL(`../../testdata/boards/${name}.json`, import.meta.url), "utf8"));
}

/** Returns a game on the largest board with as many queen moves as fit. */
function queens() {
  const rank = (n) => (n % 2 ? "16" : n === 0 ? "Q1Q1Q1Q1Q1Q3nk" : "Q1Q1Q1Q1Q1Q1Q1Q1");
  const ranks = Array.from({ length: 16 }, (_, n) => rank(n));
  ranks[1] = "14nn";
  ranks[2] = "Q1Q1Q1Q1Q1Q3Q1";
  ranks[15] = "K15";
  return { name: "queens", start: `${ranks.join("/")} w - - 0 1`, board: { files: 16, ranks: 16 }, castling: false };
}

/** Returns the variant of a game, which is the name of a built-in rule set or a definition. */
const variantOf = (game) => (typeof games[game] === "string" ? games[game] : JSON.stringify(games[game]));

/** Returns the query of a link to a game. */
const rulesOf = (game) =>
  `${typeof games[game] === "string" ? "variant" : "rules"}=${encodeURIComponent(variantOf(game))}`;

/** Returns the page of a user who has started a game on this device. */
async function begin(game, opponent, options) {
  const page = await visit(browser, `${server.url}/play?${rulesOf(game)}`, options);
  await page.getByRole("radio", { name: opponent }).check();
  if (!opponent.test("Pass and play")) await page.getByRole("radio", { name: "White" }).check();
  await page.locator("form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

const saved = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`)));

/** Returns the moves of a saved game in UCI notation. */
const movesOf = async (page) =>
  (await saved(page)).events.filter(({ type }) => type === "move").map(({ move }) => move);

/** Returns the server's response for a line of moves. */
async function lineOf(game, moves) {
  const response = await fetch(`${server.url}/api/v1/line`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant: variantOf(game), moves }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
}

/** Returns random numbers below n, the same in every run. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}

/** Reports whether a move leaves the board over an edge: some step of its path spans more than three squares. */
function crosses({ ways }) {
  const at = (name) => [name.charCodeAt(0), Number(name.slice(1))];
  const way = ways?.[0] ?? [];
  return way.slice(1).some(({ square: to }, i) => {
    const [from, next] = [at(way[i].square), at(to)];
    return Math.max(Math.abs(from[0] - next[0]), Math.abs(from[1] - next[1])) > 3;
  });
}

for (const [game, plies, seed] of [
  ["six", 120, 7],
  ["klein", 90, 11],
  ["sphere", 90, 5],
  ["holes", 90, 3],
]) {
  test(`a game of random moves on the board "${game}" is played with the pointer`, async () => {
    const page = await begin(game, /^Pass and play/, game === "klein" ? phone : {});
    const random = dice(seed);
    let [over, state, played] = [0, (await lineOf(game, [])).state, []];
    while (played.length < plies && !state.outcome.result) {
      const crossing = state.moves.filter(crosses);
      const among = crossing.length > 0 && random(2) === 0 ? crossing : state.moves;
      const move = among[random(among.length)];
      await square(page, move.from).click();
      const targets = state.moves.filter(({ from }) => from === move.from);
      assert.deepEqual(
        Object.fromEntries(targets.map(({ to, capture }) => [to, capture ? "capture" : "move"])),
        await hints(page),
        `${game}: ${played.join(" ")}, ${move.from}`,
      );
      await square(page, move.to).click();
      const choices = targets.filter(({ to }) => to === move.to);
      if (choices.length > 1) {
        const names = {
          q: "queen",
          r: "rook",
          a: "archbishop",
          h: "cannon",
          g: "grasshopper",
          x: "jumper",
          b: "bishop",
          n: "knight",
        };
        await page
          .getByRole("group", { name: `Promote on ${move.to} to` })
          .getByRole("button", { name: names[move.move.at(-1)], exact: true })
          .click();
      }
      played = [...played, move.move];
      if (crosses(move)) over++;
      ({ state } = await lineOf(game, played));
      await page.waitForFunction(
        (want) => {
          const drawn = [...document.querySelectorAll("[data-piece]")].map(
            (one) => one.dataset.square + one.dataset.piece,
          );
          return drawn.sort().join() === want;
        },
        Object.entries(state.pieces)
          .map(([at, letter]) => at + letter)
          .sort()
          .join(),
      );
    }
    assert.deepEqual(await movesOf(page), played);
    assert.ok(over > 0 || game === "six" || game === "holes", `${game}: no move crossed an edge`);
    if (state.outcome.result) await page.getByRole("region", { name: "Result" }).waitFor();
    await close(page);
  });
}

test("the computer plays a game with an archbishop to its end", async () => {
  const page = await begin("six", /^Computer/);
  const random = dice(1);
  for (let ply = 0; ply < 160; ply += 2) {
    await page.waitForFunction(
      (ply) => {
        const { game } = JSON.parse(localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`));
        return game.ply === ply || game.result;
      },
      ply,
      { timeout: 60_000 },
    );
    if ((await saved(page)).game.result) break;
    const { state } = await lineOf("six", await movesOf(page));
    const quiet = state.moves.filter(({ move }) => move.length === 4);
    const { from, to } = (quiet.length > 0 ? quiet : state.moves)[random(quiet.length || state.moves.length)];
    await square(page, from).click();
    await square(page, to).click();
    const choice = page.getByRole("group", { name: /^Promote on/ }).getByRole("button");
    if (await choice.count()) await choice.first().click();
    await page.waitForFunction(
      (ply) => JSON.parse(localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`)).game.ply > ply,
      ply,
    );
  }
  await page.getByRole("region", { name: "Result" }).waitFor();
  await close(page);
});

test("pieces that chess does not have are named and capture, and arrow keys jump over holes", async () => {
  const page = await visit(browser, `${server.url}/analysis?${rulesOf("holes")}`);
  await square(page, "a2").waitFor();
  assert.equal(await square(page, "a2").getAttribute("aria-label"), "a2, white cannon");
  assert.equal(await square(page, "d2").getAttribute("aria-label"), "d2, white jumper");
  assert.equal(await page.locator("[role=gridcell]").count(), 56);
  // The arrow keys jump over holes.
  await square(page, "c4").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "f4");
  await assert.doesNotReject(square(page, "a2").click());
  assert.equal((await hints(page)).a6, "capture", "the cannon jumps over a pawn");
  await square(page, "a6").click();
  assert.equal((await pieces(page)).a6, "H");
  await close(page);
});

test("boards with copies show the squares beyond their edges, and moves over them", async () => {
  const page = await visit(browser, `${server.url}/analysis?${rulesOf("klein")}`);
  await square(page, "a2").waitFor();
  for (const board of ["left", "right", "above", "below", "above-left", "below-right"]) {
    assert.equal(await page.locator(`[data-board="${board}"]`).count(), 1, board);
  }
  await square(page, "a2").click();
  assert.deepEqual(await hints(page), { a1: "move", a10: "move", a9: "capture", f9: "capture" });
  await square(page, "f9").hover();
  await page.locator('[data-way="left"]').waitFor();
  await square(page, "a9").hover();
  await page.locator('[data-way="below"]').waitFor();
  // A click on a copy is a click on its square: rank 9 of the left copy is level with rank 2.
  const [a2, b2] = await Promise.all([square(page, "a2").boundingBox(), square(page, "b2").boundingBox()]);
  await page.mouse.click(a2.x - (b2.x - a2.x) / 2, a2.y + a2.height / 2);
  await page.locator('[data-piece="R"][data-square="f9"]').waitFor();
  await close(page);
});

test("a position on a board with holes is set up with its own pieces", async () => {
  const page = await visit(browser, `${server.url}/analysis?${rulesOf("holes")}`);
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const fen = page.getByRole("textbox", { name: "FEN" });
  await page.getByRole("button", { name: "Clear" }).click();
  assert.equal((await fen.inputValue()).split(" ")[0], "*6*/8/8/3**3/3**3/8/8/*6*");
  for (const [piece, at] of [
    ["white grasshopper", "c3"],
    ["black cannon", "a7"],
    ["white king", "e1"],
    ["black king", "e8"],
  ]) {
    await page.getByRole("button", { name: `Place a ${piece}` }).click();
    await page.locator(`[data-edit="${at}"]`).click();
  }
  assert.equal((await fen.inputValue()).split(" ")[0], "*3k2*/h7/8/3**3/3**3/2G5/8/*3K2*");
  assert.equal(await page.locator("[data-edit]").count(), 56);
  await page.getByRole("button", { name: "Use this position" }).click();
  await square(page, "c3").waitFor();
  assert.equal((await pieces(page)).a7, "h");
  await close(page);
});

test("boards of other shapes fit the screen and have no serious axe violations", async () => {
  for (const game of ["klein", "holes"]) {
    for (const options of [{ viewport: { width: 1440, height: 900 } }, phone]) {
      const page = await visit(browser, `${server.url}/analysis?${rulesOf(game)}`, { ...options, bypassCSP: true });
      await square(page, "b2").waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${game}: the page is ${wide} px wider than the screen`);
      await assertAccessible(page, `${game} with ${JSON.stringify(options.viewport)}`);
      await close(page);
    }
  }
});

test("coordinates are outside a board with squares too small for them", async () => {
  const page = await visit(browser, `${server.url}/analysis?${rulesOf("wide")}`, phone);
  const outside = page.locator("[data-coordinates=outside] span");
  await outside.nth(31).waitFor();
  await close(page);
  const larger = await visit(browser, `${server.url}/analysis?${rulesOf("wide")}`, {
    viewport: { width: 1440, height: 900 },
  });
  await larger.getByRole("grid").locator("text").filter({ hasText: /^p$/ }).waitFor();
  assert.equal(await larger.locator("[data-coordinates=outside]").count(), 0);
  await close(larger);
});

test("the workshop makes a game with another board, other pieces and goals", async () => {
  const page = await visit(browser, `${server.url}/workshop?variant=chess`, { bypassCSP: true });
  const fault = (field) => page.locator(`[data-fault^="${field}"]`);
  for (const name of ["Board", "Pieces", "Starting position", "Promotion, captures and goals"])
    await unfold(page, name);
  await page.getByRole("spinbutton", { name: "Files" }).fill("6");
  await page.getByRole("spinbutton", { name: "Ranks", exact: true }).fill("7");
  const fen = page.getByRole("textbox", { name: "FEN" });
  assert.equal(await fen.inputValue(), "rnbqkb/pppppp/6/6/6/PPPPPP/RNBQKB w - - 0 1");
  await page.getByRole("combobox", { name: "Add a piece" }).selectOption("archbishop");
  await page.getByRole("textbox", { name: "Moves (Betza)" }).fill("BNy");
  await fault("pieces.a").waitFor();
  await page.getByRole("textbox", { name: "Moves (Betza)" }).fill("BN");
  await fault("pieces.a").waitFor({ state: "detached" });
  // The picture of its moves: bishop and knight.
  assert.equal(await page.locator('[data-kind="a"] [data-move]').count(), 12 + 8);
  await fen.fill("rabqkb/pppppp/6/6/6/PPPPPP/RABQKB w - - 0 1");
  await page.locator('[role=gridcell][aria-label="b1, white archbishop"]').waitFor();
  await page.getByRole("button", { name: "Archbishop on an empty board" }).click();
  await page.locator("[data-hint]").first().waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();

  // A hole is switched on and off, and undone.
  await page.getByText("Holes", { exact: true }).click();
  const holes = page.getByRole("group", { name: "Holes" });
  await holes.getByRole("button", { name: "c4" }).click();
  await square(page, "c4").waitFor({ state: "detached" });
  assert.equal(await fen.inputValue(), "rabqkb/pppppp/6/2*3/6/PPPPPP/RABQKB w - - 0 1");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await square(page, "c4").waitFor();

  // The edges, with their own errors.
  await page.getByRole("radio", { name: /^Poles/ }).check();
  await fault("ends.crossing").waitFor();
  await page.getByRole("radio", { name: /^Cylinder/ }).check();
  await fault("ends.crossing").waitFor({ state: "detached" });
  await page.locator('[data-board="above"]').waitFor();
  // Over joined edges, the armies attack each other.
  await page.getByRole("radio", { name: /^Joined/ }).check();
  await fault("start").waitFor();
  const ends = page.getByRole("group", { name: "Top and bottom edges" });
  await ends.getByRole("radio", { name: /^Edge/ }).check();
  await fault("start").waitFor({ state: "detached" });

  // Goals.
  await page.getByText("Goal squares", { exact: true }).click();
  const goals = page.getByRole("group", { name: "Goal squares: king" });
  for (const name of ["c4", "d4"]) await goals.getByRole("button", { name }).click();
  await page.getByRole("spinbutton", { name: /^Checks needed to win/ }).fill("3");
  await page.getByRole("radio", { name: /^Returns home/ }).check();
  await assertAccessible(page, "the workshop with another board");
  const packed = new URL(page.url()).search;

  const again = await visit(browser, `${server.url}/workshop${packed}`);
  await again.locator('[role=gridcell][aria-label="b1, white archbishop"]').waitFor();
  for (const name of ["Board", "Promotion, captures and goals"]) await unfold(again, name);
  assert.equal(await again.getByRole("spinbutton", { name: "Ranks", exact: true }).inputValue(), "7");
  assert.ok(await again.getByRole("radio", { name: /^Returns home/ }).isChecked());
  await again.getByRole("button", { name: "d4", pressed: true }).waitFor();
  await close(again);

  // The user's own picture of a piece that chess does not have.
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>';
  await page
    .getByLabel("Choose a picture: white archbishop")
    .setInputFiles({ name: "archbishop.svg", mimeType: "image/svg+xml", buffer: Buffer.from(picture) });
  await page.locator('[data-piece="A"] image').first().waitFor();
  await close(page);
});

const analyse = async (game, options) => {
  const page = await visit(browser, `${server.url}/analysis?${rulesOf(game)}`, options);
  await page.locator("[data-piece]").first().waitFor();
  return page;
};

/** Asserts that a board is completely visible without scrolling. */
async function assertFits(page, what) {
  const box = await page.getByRole("grid").first().boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(box.x >= 0 && box.x + box.width <= width, `${what}: width`);
  assert.ok(box.y >= 0 && box.y + box.height <= height, `${what}: height`);
}

test("wide boards fit the window, and every square can be reached with the keyboard", async () => {
  for (const [game, count, corner] of [
    ["capablanca", 80, "j8"],
    ["wide", 256, "p16"],
  ]) {
    for (const options of [{ viewport: { width: 1280, height: 720 } }, phone]) {
      const page = await analyse(game, options);
      assert.equal(await page.locator("[role=gridcell]").count(), count);
      await assertFits(page, `${game} at ${page.viewportSize().width}`);
      await page.locator('[role=gridcell][tabindex="0"]').focus();
      await page.keyboard.press("End");
      for (let rank = 1; rank < Number(corner.slice(1)); rank++) await page.keyboard.press("ArrowUp");
      assert.equal(await page.locator(":focus").getAttribute("data-square"), corner);
      assert.match(await page.locator(":focus").getAttribute("aria-label"), new RegExp(`^${corner}, black rook`));
      await close(page);
    }
  }
});

test("a piece that passes to the other plane is played by either of its squares", async () => {
  const page = await analyse("alice", { viewport: { width: 1280, height: 720 } });
  await assertFits(page, "two planes");
  await square(page, "g1A").click();
  assert.deepEqual(await hints(page), { f3A: "move", h3A: "move", f3B: "passes", h3B: "passes" });
  await square(page, "f3A").hover();
  await page.locator('[data-passes="f3B"]').waitFor();
  await page.locator('[data-ghost="N"][data-square="f3B"]').waitFor();
  await square(page, "f3A").click();
  const marked = () => page.locator("[data-last]").evaluateAll((all) => all.map((each) => each.dataset.last).sort());
  await page.locator('[data-piece="N"][data-square="f3B"]').waitFor();
  assert.deepEqual(await marked(), ["f3A", "f3B", "g1A"]);
  await square(page, "e7A").click();
  await square(page, "e5B").click();
  await page.locator('[data-piece="p"][data-square="e5B"]').waitFor();
  assert.deepEqual(await marked(), ["e5A", "e5B", "e7A"]);
  await assertAccessible(page, "two planes");
  await close(page);
});

test("two planes are stacked on a phone", async () => {
  const page = await analyse("alice", phone);
  await page.locator('[data-planes="stacked"]').waitFor();
  await assertFits(page, "stacked planes");
  await close(page);
});

test("Alice chess opens in the workshop without errors", async () => {
  const page = await visit(browser, `${server.url}/workshop?${rulesOf("alice")}`);
  await page.locator('[data-piece="K"][data-square="e1A"]').waitFor();
  assert.equal(await page.locator("[data-fault]").count(), 0);
  await close(page);
});

test("planes and passing are switched on in the workshop", async () => {
  const page = await visit(browser, `${server.url}/workshop?variant=chess`);
  await page.locator("[role=gridcell]").first().waitFor();
  await unfold(page, "Board");
  await page.getByRole("radio", { name: /^Two/ }).check();
  await page.locator('[role=gridcell][data-square="h8B"]').waitFor();
  await page
    .getByRole("switch", { name: /^Pieces pass/ })
    .or(page.getByRole("checkbox", { name: /^Pieces pass/ }))
    .check();
  await page.getByText("a piece that moves passes", { exact: false }).first().waitFor();
  await square(page, "b1A").click();
  await page.locator('[data-hint="passes"][data-square="c3B"]').waitFor();
  await page.getByRole("radio", { name: /^One/ }).first().check();
  await page.locator('[role=gridcell][data-square="h8"]').waitFor();
  assert.equal(await page.locator("[data-fault]").count(), 0);
  await close(page);
});

test("the computer plays on wide boards and on two planes", async () => {
  for (const [game, from, to] of [
    ["capablanca", "f2", "f4"],
    ["alice", "e2A", "e4A"],
  ]) {
    const page = await begin(game, /^Computer/);
    await square(page, from).click();
    await square(page, to).click();
    await page.waitForFunction(() => {
      const game = localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`);
      return JSON.parse(game ?? '{"events":[]}').events.filter(({ type }) => type === "move").length >= 2;
    });
    await close(page);
  }
});

test("a board full of queens does not stop the page", async () => {
  const page = await visit(browser, `${server.url}/workshop?${rulesOf("queens")}`);
  await page.locator("[data-piece]").first().waitFor();
  await square(page, "c12").click();
  await page.locator("[data-hint]").first().waitFor();
  await close(page);
});

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Plays moves with two clicks each. */
async function playAll(page, moves) {
  for (const [from, to] of moves) await click(page, from, to);
}

/** The first moves of games on wide boards and on two planes. */
const openings = {
  capablanca: [
    ["f2", "f4"],
    ["i8", "h6"],
  ],
  alice: [
    ["e2A", "e4A"],
    ["e7A", "e5A"],
  ],
  wide: [
    ["e2", "e4"],
    ["p15", "p13"],
  ],
};

for (const game of Object.keys(openings)) {
  test(`a position and a game of "${game}" are copied and opened again`, async () => {
    const page = await analyse(game, clipboard);
    await playAll(page, openings[game]);
    const there = page.locator(`[data-last="${openings[game][1][0]}"]`);
    await there.waitFor();
    const played = await pieces(page);
    await page.reload();
    await there.waitFor();
    assert.deepEqual(await pieces(page), played, "a reload loses moves");
    await drawer(page, "Share");
    const texts = {};
    for (const name of ["FEN", "PGN", "link"]) {
      await page.getByRole("button", { name: `Copy ${name}`, exact: true }).click();
      await page
        .getByText(new RegExp(`${name} copied`, "i"))
        .first()
        .waitFor();
      texts[name] = await copied(page);
    }
    assert.match(texts.link, /^\S+$/);
    const again = await visit(browser, texts.link);
    await again.locator("[data-piece]").first().waitFor();
    assert.deepEqual(await pieces(again), played, "the link");
    for (const name of ["FEN", "link", "PGN"]) {
      await drawer(page, "Share");
      await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(texts[name]);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await there.waitFor({ state: "detached" });
      if (name === "PGN") await page.keyboard.press("End");
      if (name === "PGN") await there.waitFor();
      assert.deepEqual(await pieces(page), played, name);
    }
    await close(page, again);
  });
}

test("an engine arrow marks the square of the other plane, and follows a move over the top edge", async () => {
  const page = await analyse("alice");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const best = page.locator('[data-arrow="best"]').first();
  await best.locator('[data-ring="best"]').waitFor();
  await close(page);
  const torus = await analyse("tall");
  await square(torus, "a4").click();
  await square(torus, "a6").click();
  await torus.getByRole("button", { name: "Start", exact: true }).click();
  // The black queen on d12 takes the white one on d3 over the edge; on the board two pawns stand between them.
  const over = torus.locator('[data-arrow][data-from="d12"][data-to="d3"]');
  await over.waitFor();
  const [top, from] = await Promise.all([over.boundingBox(), square(torus, "d12").boundingBox()]);
  assert.ok(top.y < from.y, "the arrow starts upwards");
  await close(torus);
});

for (const game of ["capablanca", "alice"]) {
  test(`two people play "${game}" online, and the game is embedded and reviewed`, async () => {
    const white = await visit(browser, `${server.url}/play?${rulesOf(game)}`);
    await white.getByRole("radio", { name: /^A friend/ }).check();
    await white.getByRole("radio", { name: "White" }).check();
    await white.locator("form button[type=submit]").click();
    await white.locator("[role=gridcell]").first().waitFor();
    const link = await white.getByRole("textbox", { name: "Link to the game" }).inputValue();
    const black = await visit(browser, link, phone);
    await black.getByRole("button", { name: "Join the game" }).click();
    await white.getByText("Your turn").waitFor();
    const [first, second] = openings[game];
    await click(white, ...first);
    await black.locator(`[data-last="${first[0]}"]`).first().waitFor();
    await click(black, ...second);
    await white.locator(`[data-last="${second[0]}"]`).first().waitFor();
    assert.deepEqual(await pieces(white), await pieces(black));
    await white.getByRole("button", { name: "Resign" }).click();
    await white
      .getByRole("group", { name: /resign/i })
      .getByRole("button", { name: "Resign" })
      .click();
    await black.getByRole("region", { name: "Result" }).waitFor();
    const embed = await visit(browser, link.replace("/game/", "/embed/game/").split("?")[0]);
    const picture = embed.locator("img");
    assert.ok((await picture.evaluate((image) => image.decode().then(() => image.naturalWidth))) > 100);
    await close(embed);
    await white
      .getByRole("link", { name: /review/i })
      .or(white.getByRole("button", { name: /review/i }))
      .first()
      .click();
    await white.waitForURL(/\/analysis/);
    await white.locator("[data-piece]").first().waitFor();
    await close(white, black);
  });
}
