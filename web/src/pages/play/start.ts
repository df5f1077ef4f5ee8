// Starts a game with the chosen options.
import { beginLocal } from "../../game/begin";
import { createGame } from "../../game/rest";
import { controlOf, type GameOptions } from "./options";

/** Reports whether a game needs the server. */
export function needsServer(options: GameOptions): boolean {
  return (
    options.opponent === "friend" || options.opponent === "open" || (options.opponent === "computer" && options.watched)
  );
}

/**
 * Creates the game and returns its address. The position may be link text; empty means the standard start
 * position.
 */
export async function startGame(options: GameOptions, name: string, position: string): Promise<string> {
  const control = controlOf(options);
  if (needsServer(options)) {
    const { variant, level, colour } = options;
    const opponent = options.opponent === "here" ? "self" : options.opponent;
    const game = await createGame({
      variant,
      ...(position ? { position } : {}),
      opponent,
      ...(opponent === "computer" ? { level } : {}),
      colour,
      ...(control ? { control } : {}),
      ...(name ? { name } : {}),
      ...(opponent === "open" && options.keep ? { keep: options.keep } : {}),
    });
    return `/game/${game.id}`;
  }
  const drawn = Math.random() < 0.5 ? "white" : "black";
  const seat = options.opponent === "here" ? "both" : options.colour === "random" ? drawn : options.colour;
  const level = options.opponent === "computer" ? options.level : undefined;
  return `/local/${await beginLocal({ variant: options.variant, position, seat, level, control, name })}`;
}
