// The chosen piece set. The default set is bundled; the others are fetched on demand.
import { type PieceSetName, pieceSetChoice } from "../../settings/look";
import { onSetting, setting } from "../../settings/settings";
import { draw as glass } from "./glass";
import type { Draw } from "./shape";

const loaders: Record<PieceSetName, () => Promise<Draw>> = {
  glass: async () => glass,
  print: async () => (await import("./print")).draw,
  letters: async () => (await import("./letters")).load(),
};

/** Returns a set, fetching it if needed. */
export function fetchSet(name: PieceSetName): Promise<Draw> {
  return loaders[name]();
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
