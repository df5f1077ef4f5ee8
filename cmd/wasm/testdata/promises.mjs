// Checks that the browser program behaves as documented.
//
// Usage: node promises.mjs wasm_exec.js tain.wasm
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { start } from "./start.mjs";

const [support, program] = process.argv.slice(2);
await start(pathToFileURL(support), program);

const later = (ms) => new Promise((done) => setTimeout(done, ms));
const ask = (method, request) => JSON.parse(tainCall(method, JSON.stringify(request)));

// Invalid requests return errors, and later valid ones still work.
for (const args of [[], ["line"], ["line", "{"], ["nothing", "{}"], [1, 2], [null, undefined], [{}, () => 1]]) {
  assert.ok(JSON.parse(tainCall(...args)).error.message, `tainCall(${args}) gives no reason`);
  assert.ok(JSON.parse(await tainSearch(...args)).error.message, `tainSearch(${args}) gives no reason`);
  assert.ok(JSON.parse(tainEvaluate(...args)).error.message, `tainEvaluate(${args}) gives no reason`);
}
tainStop(); // no search is running

// A record of the maximum length does not exhaust the stack.
const moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
let text = '{"game":{"variant":"chess","root":{"children":[';
for (let ply = 0; ply < 2000; ply++) text += `{"move":"${moves[ply % 4]}","children":[`;
text += "]}".repeat(2001) + "}}";
const record = JSON.parse(tainCall("writePgn", text)).text;
let [node] = ask("readPgn", { text: record }).games.map((game) => game.root);
let depth = 0;
for (; node.children.length > 0; node = node.children[0]) depth++;
assert.equal(depth, 2000);

for (const { name } of ask("variants", {}).variants) {
  // A search without limits can be stopped, and other requests work meanwhile.
  // The machine may be busy, so use CPU time if it is shorter, and the best of
  // several tries.
  let soonest = Infinity;
  for (let tries = 0; tries < 5 && soonest > 50; tries++) {
    let reports = 0;
    const answer = tainSearch(JSON.stringify({ variant: name, multipv: 2, limits: {} }), () => reports++);
    await later(150);
    assert.equal(ask("line", { variant: name }).state.variant, name);
    const [before, used] = [performance.now(), process.cpuUsage()];
    tainStop();
    assert.ok(JSON.parse(await answer).move, `${name}: no move after a stop`);
    assert.ok(reports > 0, `${name}: no progress was reported`);
    const { user, system } = process.cpuUsage(used); // in microseconds
    soonest = Math.min(soonest, performance.now() - before, (user + system) / 1000);
  }
  assert.ok(soonest <= 50, `${name}: stopped only after ${soonest} ms`);

  // The contributions of the pieces add up to the score.
  const { score, pieces, together } = JSON.parse(tainEvaluate(JSON.stringify({ variant: name })));
  assert.equal(pieces.reduce((sum, one) => sum + one.score, together), score, `${name}: pieces do not add up`);

  // A time limit ends a search.
  const used = process.cpuUsage();
  assert.ok(JSON.parse(await tainSearch(JSON.stringify({ variant: name, limits: { time: 100 } }))).move);
  const took = process.cpuUsage(used).user / 1000;
  assert.ok(took < 1000, `${name}: 100 ms took ${took} ms`);

  // The computer plays at every level.
  for (const level of [1, 20]) {
    const request = { variant: name, level, choose: true, limits: { white: 3000, black: 3000 } };
    assert.ok(JSON.parse(await tainSearch(JSON.stringify(request))).san, `${name}: no move at level ${level}`);
  }
}

// A new search stops the previous one.
const first = tainSearch(JSON.stringify({ variant: "chess", limits: {} }));
const second = tainSearch(JSON.stringify({ variant: "chess", limits: { nodes: 1000 } }));
assert.ok(JSON.parse(await first).move && JSON.parse(await second).move);
process.exit(0);
