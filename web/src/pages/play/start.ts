// Starts a game as it was wished for.
import { createLocal } from "../../game/local";
import { createGame } from "../../game/rest";
import type { VariantInfo } from "../../rules/types";
import { hindrance } from "../../rules/hindrance";
import { loadRules } from "../../rules/rules";
import { controlOf, type Wish } from "./wish";

/** Whether a game needs the server. */
export function needsServer(wish: Wish): boolean {
  return wish.opponent === "friend" || wish.opponent === "open" || (wish.opponent === "computer" && wish.watched);
}

/** Makes the game and returns the address it is played at. */
export async function startGame(wish: Wish, info: VariantInfo, name: string, start: string | undefined): Promise<string> {
  const control = controlOf(wish);
  if (needsServer(wish)) {
    const { variant, level, colour } = wish;
    const opponent = wish.opponent === "here" ? "self" : wish.opponent;
    const game = await createGame({
      variant,
      ...(start ? { start } : {}),
      opponent,
      ...(opponent === "computer" ? { level } : {}),
      colour,
      ...(control ? { control } : {}),
      ...(name ? { name } : {}),
    });
    return `/game/${game.id}`;
  }
  if (start) {
    const problem = hindrance(await loadRules(), wish.variant, start);
    if (problem) throw new Error(problem);
  }
  const drawn = Math.random() < 0.5 ? "white" : "black";
  const seat = wish.opponent === "here" ? "both" : wish.colour === "random" ? drawn : wish.colour;
  const level = wish.opponent === "computer" ? wish.level : undefined;
  return `/local/${createLocal({ variant: wish.variant, start, seat, level, control, name }, info)}`;
}
