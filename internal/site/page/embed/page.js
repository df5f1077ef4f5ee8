// Steps through a game without reloading the page. Each link names the position that it leads to.
"use strict";
const moves = [...document.querySelectorAll("[data-position]")];
const picture = document.querySelector("img");
const said = document.querySelector("[role=status]");
let at = Math.max(0, moves.findIndex((move) => move.hasAttribute("aria-current")));

/** Returns the URL of another position's picture, with the other settings of this one. */
function address(before, move) {
  const url = new URL(before, location.href);
  url.searchParams.set("position", move.dataset.position);
  if (move.dataset.last) url.searchParams.set("lastMove", move.dataset.last);
  else url.searchParams.delete("lastMove");
  url.searchParams.sort(); // the server's order, so that the browser's cache recognises the URL
  return url.pathname + url.search;
}

function show(ply, speak = true) {
  at = Math.max(0, Math.min(moves.length - 1, ply));
  const move = moves[at];
  for (const each of moves) each.removeAttribute("aria-current");
  move.setAttribute("aria-current", "step");
  const list = move.closest("ol");
  list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
  const dark = document.querySelector("source");
  if (dark) dark.srcset = address(dark.srcset, move);
  picture.src = address(picture.getAttribute("src"), move);
  picture.alt = move.title;
  if (speak) said.textContent = move.title;
  for (const step of document.querySelectorAll("[data-step]")) {
    const to = goal(step);
    step.href = `?ply=${to}`;
    if (to === at) step.setAttribute("aria-disabled", "true");
    else step.removeAttribute("aria-disabled");
  }
}

const last = moves.length - 1;
const goal = (step) => ({ first: 0, back: Math.max(0, at - 1), on: Math.min(last, at + 1), last })[step.dataset.step];

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-position], [data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.dataset.step ? goal(link) : moves.indexOf(link));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined || moves.length === 0) return;
  event.preventDefault();
  show(to);
});

if (moves.length > 0) show(at, false);
