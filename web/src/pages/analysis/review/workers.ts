// What the page asks of the workers beside it: the analysis of a whole game.
import { ask } from "../../../game/rest";
import type { GameAnalysis, GameAnalysts } from "../../../wire.gen";
import type { Played } from "./run";

/** Whether there is anybody to ask. */
export const analysts = () => ask<GameAnalysts>("analyses");

export function askAnalysis({ variant, start, study, moves }: Played): Promise<GameAnalysis> {
  return ask<GameAnalysis>("analyses", { variant, position: start, study, moves });
}

const pathOf = (id: string) => `analyses/${encodeURIComponent(id)}`;

/** How it stands, with the positions that are not known yet here. */
export function readAnalysis(id: string, from: number): Promise<GameAnalysis> {
  return ask<GameAnalysis>(`${pathOf(id)}?from=${from}`);
}

export async function withdrawAnalysis(id: string): Promise<void> {
  await ask(pathOf(id), {}, "DELETE");
}
