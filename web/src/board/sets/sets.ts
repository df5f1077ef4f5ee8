// Which set of pieces is chosen. The usual one is there from the first; the others are fetched when they are wanted.
import { type PieceSetName, pieceSetChoice } from "../../settings/look";
import { onSetting, setting } from "../../settings/settings";
import { draw as glass } from "./glass";
import type { Draw } from "./shape";

const known = new Map<PieceSetName, Draw>([["glass", glass]]);

/** A set, fetched where it is not there yet. */
export async function fetchSet(name: PieceSetName): Promise<Draw> {
  const found = known.get(name);
  if (found) return found;
  const { draw } = await (name === "print" ? import("./print") : import("./letters"));
  known.set(name, draw);
  return draw;
}

/** Hands over the chosen set as soon as it is there, and each that is chosen later. */
export function followSet(use: (draw: Draw) => void): void {
  const fetch = () => {
    const name = setting(pieceSetChoice);
    // Without the network the pieces stay as they are.
    fetchSet(name).then(
      (draw) => name === setting(pieceSetChoice) && use(draw),
      () => undefined,
    );
  };
  fetch();
  onSetting(pieceSetChoice, fetch);
}

export { glass as usualSet };
