// Haptic feedback, on devices that have it.
import { setting } from "../settings/settings";
import { haptics } from "../settings/touch";

const patterns = {
  shown: [6],
  played: [14],
  refused: [18, 50, 18],
  turn: [24],
  ended: [30, 60, 30, 60, 60],
} satisfies Record<string, number[]>;

/** Vibrates if the device is hand-held and the user allows it. */
export function vibrate(what: keyof typeof patterns): void {
  if (setting(haptics) === "off" || typeof navigator.vibrate !== "function") return;
  // Devices with a mouse do not vibrate, and browsers block vibration until the first touch.
  if (!matchMedia("(pointer: coarse)").matches || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate(patterns[what]);
}
