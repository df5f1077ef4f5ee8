// The options of a rematch against the computer: the same game with the other colour.
import type { LocalOptions } from "../../game/local";
import { loadGame, rememberedName } from "../../game/savedGames";
import { variantOf } from "../../game/variants";
import type { Control } from "../../wire.gen";

/** The first event of a game's record; it contains the options. */
interface Created {
  start?: { position?: string; control?: Control };
}

/** Returns the options of a rematch, or null for a game that was not against the computer. */
export function rematchOptions(id: string): LocalOptions | null {
  const saved = loadGame(id);
  if (!saved) return null;
  const { variant, players, seat } = saved.game;
  if (seat !== "white" && seat !== "black") return null;
  const level = players[seat === "white" ? "black" : "white"]?.computer;
  if (!level) return null;
  const [created] = saved.events as Created[];
  const { position, control } = saved.pending?.game ?? created?.start ?? {};
  return {
    variant,
    ...(position && position !== variantOf(variant)?.start ? { position } : {}),
    seat: seat === "white" ? "black" : "white",
    level,
    control: control ?? null,
    name: rememberedName(),
  };
}
