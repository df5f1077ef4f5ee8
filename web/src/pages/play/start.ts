// Starts a game with the chosen options.
import { beginLocal } from "../../game/begin";
import { challenge } from "../../game/people";
import { createGame, request } from "../../game/rest";
import { variantOf } from "../../game/variants";
import { loadedRules } from "../../rules/rules";
import { startError } from "../../rules/startError";
import { controlOf, type GameOptions } from "./options";

/** Reports whether a game needs the server. */
export function needsServer(options: GameOptions): boolean {
  return (
    options.opponent === "friend" || options.opponent === "open" || (options.opponent === "computer" && options.watched)
  );
}

/** The number of random starts to try. On a few small boards the armies touch, so a game may be over at once. */
const tries = 100;

/** Returns the chosen start position by its number; empty for the usual one. */
function chosenStart({ variant, start, startNumber }: GameOptions): string {
  const starts = variantOf(variant)?.starts;
  if (!starts || start === "usual") return "";
  if (start === "numbered") return `960:${startNumber}`;
  const rules = loadedRules();
  let position = "";
  for (let n = 0; n < tries; n++) {
    position = `960:${Math.floor(Math.random() * starts)}`;
    if (!rules || !startError(rules, variant, position)) break;
  }
  return position;
}

/**
 * Creates the game, rated or not, and returns its address. The link text names the start position; without it, the
 * options do. A game for a friend challenges an account, if one is named.
 */
export async function startGame(
  options: GameOptions,
  name: string,
  link: string,
  rated = false,
  challenged = "",
): Promise<string> {
  const position = link || chosenStart(options);
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
      ...(rated ? { rated } : {}),
    });
    if (challenged && opponent === "friend") {
      try {
        await challenge(challenged, game.id);
      } catch (refused) {
        await request(`games/${game.id}/command`, { type: "abort" });
        throw refused;
      }
    }
    return `/game/${game.id}`;
  }
  const drawn = Math.random() < 0.5 ? "white" : "black";
  const seat = options.opponent === "here" ? "both" : options.colour === "random" ? drawn : options.colour;
  const level = options.opponent === "computer" ? options.level : undefined;
  return `/local/${await beginLocal({ variant: options.variant, position, seat, level, control, name })}`;
}
