// Draws the boards of a page one after another, so that a page with many of them responds meanwhile.
import { flushSync } from "preact/compat";
import { useLayoutEffect, useState } from "preact/hooks";

/** After this time, in milliseconds, the browser gets a turn. */
const most = 12;

const queue: (() => void)[] = [];

function drawSome(): void {
  const began = performance.now();
  while (queue.length > 0 && performance.now() - began < most) queue.shift()?.();
  if (queue.length > 0) setTimeout(drawSome);
}

/** Runs an action after those that already wait for their turn. */
export function inTurn(action: () => void): void {
  queue.push(action);
  if (queue.length === 1) setTimeout(drawSome);
}

/** Returns whether a component that wants to be drawn has had its turn. Once true, the result stays true. */
export function useTurn(wanted: boolean): boolean {
  const [turn, setTurn] = useState(false);
  useLayoutEffect(() => {
    if (!wanted || turn) return;
    let active = true;
    inTurn(() => active && flushSync(() => setTurn(true)));
    return () => {
      active = false;
    };
  }, [wanted]);
  return turn;
}
