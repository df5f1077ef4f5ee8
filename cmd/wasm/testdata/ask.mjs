// Sends the requests in a file, one method and JSON per line, to the browser
// program, and writes the responses to another file, one per line.
//
// Usage: node ask.mjs wasm_exec.js tain.wasm QUESTIONS ANSWERS
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { start } from "./start.mjs";

const [support, program, questions, answers] = process.argv.slice(2);
await start(pathToFileURL(support), program);

let text = "";
for (const line of readFileSync(questions, "utf8").trimEnd().split("\n")) {
  const space = line.indexOf(" ");
  text += tainCall(line.slice(0, space), line.slice(space + 1)) + "\n";
}
writeFileSync(answers, text);
process.exit(0); // the program itself never exits
