// A board with the engine's line below it, without a framework.
import "@tainchess/board";
import { loadRules, type SearchInfo } from "@tainchess/rules";

const rules = await loadRules();
const board = document.querySelector("tain-board");
const lines = document.querySelector("#lines");
if (!board || !lines) throw new Error("the page has no board");
board.rules = rules; // one worker for both

function text({ depth, score, wdl, san }: SearchInfo): string {
  const value = score.mate === undefined ? ((score.cp ?? 0) / 100).toFixed(2) : `mate in ${score.mate}`;
  return `depth ${depth}: ${value}, wins ${wdl.win / 10} %: ${san.join(" ")}`;
}

let position = "";

async function analyse(): Promise<void> {
  if (!board || !lines) return;
  const state = await board.ready();
  position = state.position;
  const request = { variant: "mirrorsquare", position, multipv: 2, limits: { depth: 8 } };
  for await (const info of rules.analyse(request)) {
    if (position !== state.position) return; // another move was played; this also stops the search
    const item = lines.children[info.line - 1] ?? lines.appendChild(document.createElement("li"));
    item.textContent = text(info);
  }
}

board.addEventListener("tain-change", () => void analyse());
void analyse();
