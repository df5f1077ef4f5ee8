// Requests to the server's workers: the analysis of a whole game.
import { request } from "../../../game/rest";
import type { GameAnalysis, GameAnalysts } from "../../../wire.gen";
import type { ReviewedGame } from "./reviewGame";

/** Returns whether the server has a queue of analyses, and how many workers it has. */
export const analysts = () => request<GameAnalysts>("analyses");

export function requestAnalysis({ variant, start, study, moves }: ReviewedGame): Promise<GameAnalysis> {
  return request<GameAnalysis>("analyses", { variant, position: start, study, moves });
}

const pathOf = (id: string) => `analyses/${encodeURIComponent(id)}`;

/** Returns the state of an analysis, without the positions that the page already has. */
export function readAnalysis(id: string, from: number): Promise<GameAnalysis> {
  return request<GameAnalysis>(`${pathOf(id)}?from=${from}`);
}

export async function withdrawAnalysis(id: string): Promise<void> {
  await request(pathOf(id), {}, "DELETE");
}
