// cluster-workers.mjs URL FOLDER: users request deep analyses from the workers of a cluster started by
// scripts/cluster, and see their place in the queue, even after a reload. A worker is killed, one analysis is
// cancelled, and the others are shown as reviews. Then a user plays the computer, whose moves come from the
// workers. Run by scripts/test-cluster.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawer, square, startBrowser, type, visit } from "./harness.mjs";

const [url, folder] = process.argv.slice(2);
const browser = await startBrowser();
const pid = (name) => Number(readFileSync(join(folder, `${name}.pid`), "utf8"));
const shot = async (page, name) =>
  process.env.SHOTS && page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true });

const opera =
  "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 " +
  "Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

/** Returns the page of a user who has opened the game and its review. */
async function reader() {
  const page = await visit(browser, `${url}/analysis?variant=chess`, { fresh: true });
  await drawer(page, "Share");
  await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(opera);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await drawer(page, "Review");
  return page;
}
const workers = (page) => page.getByRole("group", { name: "Server analysis" });

try {
  const { workers: threads } = await (await fetch(`${url}/api/v1/analyses`)).json();
  assert.ok(threads > 0, "there are workers");
  // As many analyses as can run in parallel, and two that wait.
  const people = [];
  for (let i = 0; i < threads + 2; i++) people.push(await reader());
  for (const [i, page] of people.entries()) {
    await workers(page).getByRole("button", { name: "Request server analysis" }).click();
    await page.locator(i < threads ? "[data-workers=running]" : "[data-workers=waiting]").waitFor();
  }
  const [second, last] = [people.at(-2), people.at(-1)];
  const places = [];
  for (const page of [second, last]) {
    places.push(await workers(page).getByRole("status").innerText());
  }
  console.log(`waiting users see: ${places.join("; ")}`);
  assert.deepEqual(places, ["Position 1 in the queue", "Position 2 in the queue"]);
  await shot(last, "place");

  await workers(last).getByRole("button", { name: "Cancel" }).click();
  await workers(last).getByRole("button", { name: "Request server analysis" }).waitFor();

  await second.reload();
  await drawer(second, "Review");
  await second.locator("[data-workers=waiting], [data-workers=running]").waitFor();
  console.log(`after a reload: ${await workers(second).getByRole("status").innerText()}`);

  await people[0].locator("[data-workers=running]").waitFor();
  await people[0].waitForFunction(() => document.querySelector("[data-workers] progress")?.value > 2);
  await shot(people[0], "progress");
  const before = await workers(people[0]).getByRole("status").innerText();
  process.kill(pid("worker1"), "SIGKILL");
  console.log(`a worker was killed when ${before.toLowerCase()}`);

  for (const page of people.slice(0, -1)) {
    await page.locator("[data-by=workers]").waitFor({ timeout: 600_000 });
    assert.ok((await page.locator("[data-slip]").count()) >= 1, "the graph marks the mistakes");
    assert.ok((await page.locator("[data-exercise]").count()) >= 1, "the worst moves are exercises");
    assert.equal(await page.locator("[data-workers=free]").count(), 1);
  }
  console.log(`the first review: ${await people[0].locator("[data-by]").innerText()}`);
  await shot(people[0], "result");

  // A short game: every move of the computer arrives.
  const page = await visit(browser, `${url}/play?variant=chess`, { fresh: true });
  await page.getByRole("radio", { name: /^Computer/ }).check();
  await page.getByRole("radio", { name: "White" }).check();
  await page.getByRole("checkbox").setChecked(true); // on the server, so that others can watch
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/game\//);
  await square(page, "e2").waitFor();
  for (const [n, move] of ["e4", "d3", "a3", "h3"].entries()) {
    await type(page, move);
    await page
      .getByRole("group", { name: "Moves", exact: true })
      .getByRole("button")
      .nth(2 * n + 1)
      .waitFor();
    await page.getByText("Your turn").waitFor();
  }
  const moves = page.getByRole("group", { name: "Moves", exact: true }).getByRole("button");
  console.log(`the computer's replies: ${(await moves.allInnerTexts()).join(" ")}`);
  await shot(page, "game");
} finally {
  await browser.close();
}
