// The scripted first games. Each is in the folder of its rule set. A test (firstgames_test.go) plays all their lines.
import { startOf } from "../../rules/first";
import { fetchLanguageFile } from "../../text/language";
import type { First } from "../../wire.gen";

export interface FirstGameStep {
  task: string;
  /** The accepted moves, in UCI notation. The hint is one of the legal ones. */
  moves: string[];
  /** The opponent's move; the last step has none. */
  reply?: string;
  /** The response to any other legal move. */
  wrong: string;
}

export interface FirstGame {
  /** Defaults to the rule set's start position. */
  start?: string;
  steps: FirstGameStep[];
  /** The text at the end. */
  done: string;
}

const files = import.meta.glob<string>("../../../../variant/*/firstgame.json", {
  query: "?url",
  import: "default",
  eager: true,
});

const fileOf = (variant: string) => `../../../../variant/${variant}/firstgame.json`;

/** Returns the address of a rule set's first game, or undefined if it has none. */
export function firstGamePath(variant: string): string | undefined {
  return fileOf(variant) in files ? `/learn/${variant}/first` : undefined;
}

/** A first game, and its start position, if it is available without the rules. */
export interface LoadedFirstGame {
  game: FirstGame;
  first: First | null;
}

/** Loads the first game of a rule set. */
export async function loadFirstGame(variant: string): Promise<LoadedFirstGame | null> {
  const game = await fetchLanguageFile<FirstGame>(`firstgame-${variant}`, files[fileOf(variant)]);
  return game ? { game, first: await startOf(game.start ? `${variant}-game` : variant) } : null;
}
