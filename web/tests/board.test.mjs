// Highlights and explanations on the board before a move is played.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, drawn, hints, pieces, square, setup, type, visit, visitGame } from "./harness.mjs";

const { server, browser } = await setup();

/** Opens a position for analysis. */
async function open(query) {
  const page = await visit(browser, `${server.url}/analysis${query}`);
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

/** Returns the squares of the last move. */
async function tinted(page) {
  return [
    ...new Set(await page.locator("[data-last]").evaluateAll((all) => all.map((each) => each.dataset.last))),
  ].sort();
}

const example =
  "?board=w:Pa5,Bc1,Bf1,Kg1,Qd2,Ra1,Rh1,Nb1,Ng1,Pc2,Pe2,Pf2,Pg2" +
  ";b:Ra8,Rh8,Bc8,Bf8,Nb8,Ng8,Ke8,Pb7,Pc7,Pd5,Pe6,Pf6,Pg6,Ph5,Qd8&turn=white&lastMove=h7h5";

for (const path of ["/analysis", "/"]) {
  test(`the mirror en passant link opens at ${path}`, async () => {
    const page = await visit(browser, server.url + path + example);
    await page.locator("[role=gridcell]").first().waitFor();
    const notices = (await page.locator("[data-notice]").allInnerTexts()).join(" ");
    assert.match(notices, /g1 is given twice: the white king was dropped, the white knight stays\./);
    assert.match(notices, /White has no king: opened as a position without a king\./);
    assert.match(notices, /En passant is possible: a5xh7\./);
    assert.deepEqual(await tinted(page), ["h5", "h7"]);
    await page
      .getByRole("status")
      .getByText("The last move was h7h5. You can take en passant: a5 takes h7.")
      .waitFor({ state: "attached" });
    await square(page, "a5").click();
    assert.deepEqual(await hints(page), { a6: "move", h7: "capture" });
    await square(page, "h7").hover();
    await page.locator("[data-taken=h5]").waitFor();
    await square(page, "h7").click();
    const stand = await pieces(page);
    assert.equal(stand.h7, "P");
    assert.equal(stand.h5, undefined);
    assert.equal(stand.a5, undefined);
    await close(page);
  });
}

test("a link can omit the turn and write its last move with an arrow", async () => {
  const page = await open("?board=w:Ke1,Pa4;b:Ke8,Pb4,Ph4&lastMove=a2→a4");
  await page.getByText("Black to move.").first().waitFor();
  await page
    .getByText("En passant is possible: h4xa2 and b4xa3.")
    .or(page.getByText("En passant is possible: b4xa3 and h4xa2."))
    .waitFor();
  assert.deepEqual(await tinted(page), ["a2", "a4"]);
  // The link's last move is highlighted only at the start, and again after going back.
  await click(page, "b4", "a3");
  assert.deepEqual(await tinted(page), ["a3", "b4"]);
  await page.getByRole("button", { name: "Previous move" }).click();
  assert.deepEqual(await tinted(page), ["a2", "a4"]);
  await close(page);
});

test("a move rings the piece it spawned, and the side boards show the last move too", async () => {
  const mirror = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/);
  await click(mirror, "g1", "f3");
  await mirror.locator("[data-spawned=c6]").waitFor();
  const sentence = mirror.locator("[data-last-move]");
  await sentence.and(mirror.getByText("White knight to f3; a black knight appears on c6.")).waitFor();
  assert.deepEqual(await tinted(mirror), ["f3", "g1"]);
  const field = mirror.getByRole("textbox", { name: "Type a move" });
  const before = await field.boundingBox();
  await click(mirror, "c6", "d4");
  await sentence.and(mirror.getByText("Black knight to d4; a white knight appears on e5.")).waitFor();
  assert.deepEqual(await field.boundingBox(), before, "a longer or shorter sentence shifts nothing");
  await close(mirror);
  const three = await visitGame(browser, server.url, "triboard", /^Pass and play/);
  await click(three, "h2", "h4");
  await three.locator("[data-last=h4]").waitFor();
  const marks = await three.evaluate(() => {
    const last = document.querySelector("[data-last] > rect").classList[0];
    return ["left", "centre", "right"].map(
      (board) => document.querySelectorAll(`[data-board=${board}] .${last}`).length,
    );
  });
  assert.deepEqual(marks, [2, 2, 2]);
  await close(three);
});

test("the side boards show checks too", async () => {
  const page = await visit(
    browser,
    `${server.url}/analysis?variant=triboard&position=${encodeURIComponent("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")}`,
  );
  await page.locator("[data-check=e1]").waitFor();
  const checks = await page.evaluate(() => {
    const mark = document.querySelector("[data-check] > rect").classList[0];
    return ["left", "centre", "right"].map(
      (board) => document.querySelectorAll(`[data-board=${board}] .${mark}`).length,
    );
  });
  assert.deepEqual(checks, [1, 1, 1]);
  await close(page);
});

test("before hovering, moves over the seam and moves after which the piece goes on are marked", async () => {
  const page = await visitGame(browser, server.url, "triboard", /^Pass and play/);
  await click(page, "b1", "a3");
  await click(page, "h7", "h6");
  await square(page, "a3").click();
  await page.mouse.move(5, 5);
  await page.locator("[data-hint][data-square=c4]").waitFor();
  assert.deepEqual(
    await page.locator("[data-over-seam]").evaluateAll((all) => all.map((mark) => mark.dataset.overSeam).sort()),
    ["g4", "h5"],
  );
  await close(page);
  const goes = await visitGame(browser, server.url, "nachfolger", /^Pass and play/);
  await click(goes, "e2", "e4");
  await click(goes, "e7", "e6");
  await square(goes, "d1").click();
  await goes.mouse.move(5, 5);
  await goes.locator("[data-hint][data-square=h5] [data-goes-on=a4]").waitFor();
  await close(goes);
});

test("a link to a board in space tints its last move", async () => {
  const position =
    "W:1P2/4/P1PP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp b KQkq - * 0 1";
  const page = await visit(
    browser,
    `${server.url}/analysis?variant=trid&position=${encodeURIComponent(position)}&lastMove=b2W→b4W`,
  );
  await page.locator("[data-last]").first().waitFor();
  assert.deepEqual(await tinted(page), ["b2W", "b4W"]);
  await close(page);
});

// En passant captures by both colours over both seams.
const seams = [
  {
    board: "w:Ke1,Pa5;b:Ke8,Ph5",
    turn: "white",
    last: "h7h5",
    from: "a5",
    to: "h7",
    taken: "h5",
    side: "left",
    letter: "P",
  },
  {
    board: "w:Ke1,Ph5;b:Ke8,Pa5",
    turn: "white",
    last: "a7a5",
    from: "h5",
    to: "a7",
    taken: "a5",
    side: "right",
    letter: "P",
  },
  {
    board: "w:Ke1,Ph4;b:Ke8,Pa4",
    turn: "black",
    last: "h2h4",
    from: "a4",
    to: "h2",
    taken: "h4",
    side: "left",
    letter: "p",
  },
  {
    board: "w:Ke1,Pa4;b:Ke8,Ph4",
    turn: "black",
    last: "a2a4",
    from: "h4",
    to: "a2",
    taken: "a4",
    side: "right",
    letter: "p",
  },
];

for (const seam of seams) {
  test(`${seam.turn} captures en passant over the ${seam.side} seam`, async () => {
    const page = await open(`?board=${seam.board}&turn=${seam.turn}&lastMove=${seam.last}`);
    await square(page, seam.from).click();
    assert.equal((await hints(page))[seam.to], "capture");
    await square(page, seam.to).hover();
    await page.locator(`[data-way=${seam.side}]`).waitFor();
    await page.locator(`[data-return=${seam.to}]`).waitFor();
    await page.locator(`[data-taken=${seam.taken}]`).waitFor();
    await square(page, seam.to).click();
    const stand = await pieces(page);
    assert.equal(stand[seam.to], seam.letter);
    assert.equal(stand[seam.taken], undefined);
    await close(page);
  });
}

test("shows a ghost path on the side board and the arrow back", async () => {
  const page = await open("?variant=triboard");
  await square(page, "b1").click();
  assert.deepEqual(await hints(page), { a3: "move", c3: "move" });
  await page.keyboard.press("Escape");
  assert.deepEqual(await hints(page), {});
  // After h2-h4, the knight can hop over the left seam.
  await click(page, "h2", "h4");
  await click(page, "e7", "e6");
  await square(page, "b1").click();
  assert.equal((await hints(page)).h2, "move");
  await square(page, "h2").hover();
  await page.locator("[data-way=left]").waitFor();
  await page.locator("[data-return=h2]").waitFor();
  const sides = page.locator("[data-board=left], [data-board=right]");
  assert.equal(await sides.count(), 2);
  for (const side of await sides.all())
    assert.ok(Number(await side.evaluate((board) => getComputedStyle(board).opacity)) < 0.9, "a side board is paler");
  await close(page);
});

test("previews what a reflection spawns and where a piece goes on to", async () => {
  const page = await open("?variant=nachfolger");
  await square(page, "e2").click();
  await square(page, "e4").hover();
  await page.locator("[data-reflection=d5]").waitFor();
  await page.locator("[data-ghost=n][data-square=d5]").waitFor();
  await square(page, "e4").click();
  assert.equal((await pieces(page)).d5, "n");
  await click(page, "e7", "e6");
  await square(page, "d1").click();
  await square(page, "h5").hover();
  await page.locator("[data-reflection=a4]").waitFor();
  await page.locator("[data-ghost=Q][data-square=a4]").waitFor();
  await square(page, "h5").click();
  const stand = await pieces(page);
  assert.equal(stand.a4, "Q");
  assert.equal(stand.h5, undefined);
  await close(page);
});

test("a king move previews the king that it spawns", async () => {
  const page = await open(`?variant=mirrorsquare&fen=${encodeURIComponent("4k3/8/8/8/8/8/8/4K3 w - - 0 1")}`);
  await square(page, "e1").click();
  await square(page, "e2").hover();
  await page.locator("[data-ghost=k][data-square=d7]").waitFor();
  await close(page);
});

test("a pawn promotes to the picked piece", async () => {
  const page = await open(`?variant=chess&fen=${encodeURIComponent("8/P6k/8/8/8/8/8/K7 w - - 0 1")}`);
  await click(page, "a7", "a8");
  const picker = page.getByRole("group", { name: "Promote on a8 to" });
  assert.deepEqual(await picker.getByRole("button").evaluateAll((all) => all.map((one) => one.ariaLabel)), [
    "queen",
    "rook",
    "bishop",
    "knight",
  ]);
  await picker.getByRole("button", { name: "knight" }).click();
  assert.equal((await pieces(page)).a8, "N");
  await close(page);
});

test("the promotion picker previews what each choice spawns", async () => {
  const page = await open(`?variant=nachfolger&fen=${encodeURIComponent("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")}`);
  await click(page, "a7", "a8");
  const picker = page.getByRole("group", { name: "Promote on a8 to" });
  await picker.getByRole("button", { name: "knight" }).hover();
  await page.locator('[data-ghost][data-square="h1"]').waitFor();
  await picker.getByRole("button", { name: "queen" }).hover();
  await page.locator('[data-ghost][data-square="h1"]').waitFor({ state: "detached" });
  await close(page);
});

test("a piece can be dragged to a legal square and returns from an illegal one", async () => {
  const page = await open("?variant=chess");
  await square(page, "e2").dragTo(square(page, "e5"));
  assert.equal((await pieces(page)).e2, "P");
  await square(page, "e2").dragTo(square(page, "e4"));
  assert.equal((await pieces(page)).e4, "P");
  await close(page);
});

test("a piece on a board in space shows hints, and typed moves are played", async () => {
  const page = await visitGame(browser, server.url, "trid", /^Pass and play/);
  await square(page, "a1W").click();
  assert.ok(Object.keys(await hints(page)).length > 0, "hints are shown");
  await page.keyboard.press("Escape");
  await type(page, "a2Wa3N");
  await type(page, "a7Ba6N");
  assert.equal((await pieces(page)).a3N, "P");
  assert.equal((await pieces(page)).a6N, "p");
  await close(page);
});

test("the whole board is on the screen and takes most of its width or height", async () => {
  const page = await visit(browser, "about:blank");
  for (const variant of ["triboard", "mirrorsquare"]) {
    await page.goto(`${server.url}/analysis?variant=${variant}`);
    await page.getByRole("grid").waitFor();
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1024, 768],
      [740, 360],
      [360, 740],
    ]) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      const room = await page.getByRole("grid").boundingBox();
      const where = `${variant} at ${width}x${height}`;
      assert.ok(room.y + room.height <= height, `${where} ends at ${room.y + room.height}`);
      assert.ok(
        room.width > width / 2 || room.height > (height * 3) / 4,
        `${where} is ${room.width} wide and ${room.height} high`,
      );
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
  }
  await close(page);
});
