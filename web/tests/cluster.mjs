// cluster.mjs URL FOLDER: two people play in two browsers and a third watches, on the cluster started by
// scripts/cluster. Meanwhile its nodes are restarted in turn, one is killed, one hangs and the database
// restarts. Every move must arrive. Run by scripts/test-cluster.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beginFriends, click, lastMove, startBrowser, visit } from "./harness.mjs";

const [url, folder] = process.argv.slice(2);
const browser = await startBrowser();
const pid = (name) => Number(readFileSync(join(folder, `${name}.pid`), "utf8"));
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a stopped process is replaced and the cluster is ready. */
async function back(name, old) {
  for (let i = 0; i < 300; i++) {
    await wait(100);
    try {
      if (pid(name) !== old && (await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // not ready yet
    }
  }
  throw new Error(`${name} did not restart`);
}

try {
  const { white, black, link } = await beginFriends(browser, url, url, "chess", ["10+5"]);
  const third = await visit(browser, link.replace(/[?#].*/, ""));
  // Knights move out and back, so that a move is always available.
  const cycle = [
    ["g1", "f3", "Nf3"],
    ["g8", "f6", "Nf6"],
    ["f3", "g1", "Ng1"],
    ["f6", "g8", "Ng8"],
  ];
  let ply = 0;
  const slowest = { ms: 0 };
  /** Plays moves, each of which must reach the opponent and the spectator. */
  async function play(moves) {
    for (let i = 0; i < moves; i++, ply++) {
      const [from, to, san] = cycle[ply % 4];
      const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
      const began = Date.now();
      await click(mover, from, to);
      await lastMove(other, san);
      await lastMove(third, san);
      slowest.ms = Math.max(slowest.ms, Date.now() - began);
    }
  }
  const report = (what) => {
    console.log(`${what}: every move arrived, the slowest after ${slowest.ms} ms`);
    slowest.ms = 0;
  };
  await play(2);
  report("before any restart");
  const steps = [
    ["node1", "SIGTERM"],
    ["node2", "SIGTERM"],
    ["node3", "SIGTERM"],
    ["node1", "SIGKILL"],
  ];
  for (const [name, signal] of steps) {
    const old = pid(name);
    process.kill(old, signal);
    // One move immediately, and two about two seconds later, while the sockets are redirected.
    for (const pause of [0, 1600, 300]) {
      await wait(pause);
      await play(1);
    }
    await back(name, old);
    report(`${name}, ${signal}`);
  }
  // A pawn move avoids a threefold repetition.
  await click(white, "e2", "e4");
  await lastMove(black, "e4");
  const old = pid("postgres");
  process.kill(old, "SIGINT");
  await click(black, "e7", "e5"); // the move waits for the database
  await lastMove(white, "e5");
  await lastMove(third, "e5");
  await back("postgres", old);
  console.log("postgres, SIGINT: the move was saved after the restart");
  const paused = pid("node2");
  process.kill(paused, "SIGSTOP");
  try {
    for (const pause of [0, 2500, 300]) {
      await wait(pause);
      await play(1);
    }
  } finally {
    process.kill(paused, "SIGCONT");
  }
  report("node2, SIGSTOP");
  assert.equal(await white.getByRole("region", { name: "Result" }).count(), 0, "neither player has lost");
  if (process.env.SHOT) await third.screenshot({ path: process.env.SHOT });
} finally {
  await browser.close();
}
