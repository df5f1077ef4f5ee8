// The device taps back, where it can: what a finger does is felt as well.
import { setting } from "../settings/settings";
import { haptics } from "../settings/touch";

const patterns = {
  shown: [6],
  played: [14],
  refused: [18, 50, 18],
  turn: [24],
  ended: [30, 60, 30, 60, 60],
} satisfies Record<string, number[]>;

/** Lets the device shake, if it is held in a hand and its owner likes that. */
export function vibrate(what: keyof typeof patterns): void {
  if (setting(haptics) === "off" || typeof navigator.vibrate !== "function") return;
  // A mouse does not shake, and browsers refuse it to a page that nobody has touched yet.
  if (!matchMedia("(pointer: coarse)").matches || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate(patterns[what]);
}
