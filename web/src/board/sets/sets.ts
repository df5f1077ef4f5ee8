// The chosen piece set. The default set is bundled; the others are fetched on demand.
import { type PieceSetName, pieceSetChoice } from "../../settings/look";
import { onSetting, setting } from "../../settings/settings";
import { draw as glass } from "./glass";
import type { Draw } from "./shape";

const known = new Map<PieceSetName, Draw>([["glass", glass]]);

/** Returns a set, fetching it if needed. */
export async function fetchSet(name: PieceSetName): Promise<Draw> {
  const found = known.get(name);
  if (found) return found;
  const { draw } = await (name === "print" ? import("./print") : import("./letters"));
  known.set(name, draw);
  return draw;
}

/** Passes the chosen set to a callback as soon as it is loaded, and again after every change. */
export function followSet(use: (draw: Draw) => void): void {
  const fetch = () => {
    const name = setting(pieceSetChoice);
    // Without a network the pieces stay unchanged.
    fetchSet(name).then(
      (draw) => name === setting(pieceSetChoice) && use(draw),
      () => undefined,
    );
  };
  fetch();
  onSetting(pieceSetChoice, fetch);
}

export { glass as usualSet };
