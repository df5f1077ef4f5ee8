// Asks the program for the browser the questions of a file, a line each of a
// method and JSON, and writes the answers to another file, a line each.
//
// Usage: node ask.mjs wasm_exec.js tain.wasm QUESTIONS ANSWERS
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { start } from "./start.mjs";

const [support, program, questions, answers] = process.argv.slice(2);
await start(pathToFileURL(support), program);

/** What a search found, without what differs from run to run. */
async function search(request) {
  let last = null;
  const result = await tainSearch(request, (text) => {
    last = JSON.parse(text);
    delete last.time;
    delete last.nps;
  });
  return JSON.stringify({ last, result: JSON.parse(result) });
}

const out = openSync(answers, "w");
for (const line of readFileSync(questions, "utf8").trimEnd().split("\n")) {
  const space = line.indexOf(" ");
  const [method, request] = [line.slice(0, space), line.slice(space + 1)];
  writeSync(out, (method === "search" ? await search(request) : tainCall(method, request)) + "\n");
}
closeSync(out);
process.exit(0); // the program itself never ends
