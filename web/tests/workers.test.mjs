// Game analysis by the server's workers, simulated by the test. cluster-workers.mjs tests real ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, drawer, setup, type, visit } from "./harness.mjs";

const { server, browser } = await setup();

const moves = ["f3", "e5", "g4", "Qh4"];
const verdict = (score, depth, uci, san) => ({ score, depth, moves: uci ? [uci] : [], san: san ? [san] : [] });
/** The results of deep searches for each position of the game. */
const found = [
  verdict({ cp: 20 }, 21, "e2e4", "e4"),
  verdict({ cp: 60 }, 20, "e7e5", "e5"),
  verdict({ cp: -80 }, 22, "e2e4", "e4"),
  verdict({ mate: 1 }, 126, "d8h4", "Qh4#"),
  verdict({ mate: 0 }, 0),
];

/** Simulates workers and records the page's requests. */
async function played(page, answer) {
  const requests = [];
  await page.route("**/api/v1/analyses**", async (route) => {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const id = pathname.split("/")[4] ?? "";
    requests.push(`${request.method()} ${id}`.trim());
    if (request.method() === "DELETE") return route.fulfill({ status: 204 });
    if (request.method() === "POST") {
      assert.deepEqual(request.postDataJSON().moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
      if (answer.refused)
        return route.fulfill({ status: 429, json: { error: { code: "too-many", message: answer.refused } } });
    } else if (!id) return route.fulfill({ json: { queue: true, workers: answer.workers, waiting: 0 } });
    if (answer.gone)
      return route.fulfill({
        status: 404,
        json: { error: { code: "not-found", message: "analysis not found" } },
      });
    const from = Number(searchParams.get("from") ?? 0);
    return route.fulfill({
      status: request.method() === "POST" ? 201 : 200,
      json: {
        id: "7-word",
        state: answer.state,
        place: answer.place ?? 0,
        done: answer.done ?? 0,
        total: 5,
        workers: answer.workers,
        nodes: 2_000_000,
        from,
        found: found.slice(from, answer.done ?? 0),
      },
    });
  });
  return requests;
}

/** Returns the page of a user who has opened a game's review. */
async function reader(answer) {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`, { fresh: true });
  const requests = await played(page, answer);
  for (const move of moves) await type(page, move);
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "Qh4#" }).waitFor();
  await drawer(page, "Review");
  return { page, requests, workers: page.getByRole("group", { name: "Server analysis" }) };
}

test("a standalone server has no workers, and the page does not mention them", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`);
  const response = page.waitForResponse("**/api/v1/analyses");
  await type(page, "e4");
  await drawer(page, "Review");
  assert.deepEqual(await (await response).json(), { queue: false, workers: 0, waiting: 0 });
  await page.getByRole("button", { name: "Review this game" }).waitFor();
  assert.equal(await page.locator("[data-workers]").count(), 0);
  await close(page);
});

test("server analysis shows its queue place, progress and review, even after a reload", async () => {
  const answer = { workers: 1, state: "waiting", place: 3 };
  const { page, requests, workers } = await reader(answer);
  await workers.getByRole("button", { name: "Request server analysis" }).click();
  await workers.getByText("Position 3 in the queue").waitFor();
  await page.reload();
  await drawer(page, "Review");
  answer.place = 1;
  await workers.getByText("Position 1 in the queue").waitFor();
  Object.assign(answer, { state: "running", place: 0, done: 3 });
  await workers.getByText("3 of 5 positions analysed").waitFor();
  await page.getByRole("slider", { name: "Evaluation graph" }).waitFor();
  // The page reports that no worker remains.
  answer.workers = 0;
  await workers.getByText(/^No analysis server is available right now\. The analysis continues/).waitFor();
  Object.assign(answer, { workers: 1, state: "done", done: 5 });
  await page.locator("[data-by=workers]").waitFor();
  assert.equal(await page.locator("[data-by]").innerText(), "Server, depth 22");
  assert.equal(requests.filter((one) => one.startsWith("POST")).length, 1);
  // The result is like a review made in the browser: glyphs, graph, exercises with reasons.
  await page.locator("[data-exercise='2']").getByText("Black replies Qh4#, which is mate.").waitFor();
  assert.ok((await page.locator("[data-slip]").count()) >= 1, "the graph marks a mistake");
  await page.reload();
  await drawer(page, "Review");
  await page.locator("[data-by=workers]").waitFor();
  await workers.getByRole("button", { name: "Request again" }).waitFor();
  // A review made in the browser is labelled differently and replaces it.
  await page.getByRole("combobox", { name: "Review depth" }).selectOption("quick");
  await page.getByRole("button", { name: "Review again" }).click();
  await page.locator("[data-by=browser]").waitFor({ timeout: 120_000 });
  assert.match(await page.locator("[data-by]").innerText(), /^Browser, depth \d+$/);
  await close(page);
});

test("server analysis can be cancelled, be rejected or expire, and needs a worker", async () => {
  const answer = { workers: 1, state: "waiting", place: 2 };
  const { page, requests, workers } = await reader(answer);
  const ask = workers.getByRole("button", { name: "Request server analysis" });
  await ask.click();
  await workers.getByText("Position 2 in the queue").waitFor();
  await workers.getByRole("button", { name: "Cancel" }).click();
  await ask.waitFor();
  assert.ok(requests.includes("DELETE 7-word"), `requests sent: ${requests}`);
  answer.refused = "too many analyses from you";
  await ask.click();
  await workers
    .getByRole("alert")
    .filter({ hasText: /^Too many analyses from you/ })
    .waitFor();
  answer.refused = "";
  await ask.click();
  await workers.getByText("Position 2 in the queue").waitFor();
  answer.gone = true;
  await workers.getByRole("alert").filter({ hasText: "The server analysis has expired." }).waitFor();
  answer.workers = 0;
  await page.reload();
  await drawer(page, "Review");
  await workers.getByText(/^Server analysis is not available right now: no analysis server is connected/).waitFor();
  assert.equal(await ask.count(), 0);
  page.problems.length = 0; // the rejection is also logged in the console
  await close(page);
});
