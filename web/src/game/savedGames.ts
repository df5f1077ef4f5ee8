// Games that are saved in this browser.
import { t } from "../text/text";
import type { LocalGame, Summary } from "../wire.gen";

/** A game in this browser. */
export interface SavedGame {
  id: string;
  /** What has happened, as the rules tell it and take it back. */
  events: unknown[];
  /** For the list of games, so that it need not play them all. */
  game: Summary;
  /** A game that somebody began before the rules were there. They make it of this when they come. */
  pending?: PendingGame;
}

/** What a game begins with, and what has been played in it. */
export interface PendingGame {
  game: LocalGame;
  moves: { move: string; at: number }[];
}

const prefix = "tain.game.";

/** This browser has no room, or may not save anything. */
export class StorageError extends Error {
  constructor() {
    super(t("page.game.this-browser-cannot-save-the"));
    this.name = "StorageError";
  }
}

export function saveGame({ id, events, game, pending }: SavedGame): void {
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ id, events, game, pending }));
  } catch {
    throw new StorageError();
  }
}

function isSavedGame(value: object): value is SavedGame {
  const { id, events, game } = value as Partial<SavedGame>;
  return (
    typeof id === "string" &&
    Array.isArray(events) &&
    typeof game?.variant === "string" &&
    typeof game.updated === "number" &&
    Boolean(game.players)
  );
}

/** The game of an id, if this browser has it and can still read it. */
export function loadGame(id: string): SavedGame | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + id) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    return isSavedGame(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Every game in this browser, the one played last first. */
export function savedGames(): SavedGame[] {
  const found: SavedGame[] = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const saved = loadGame(key.slice(prefix.length));
      if (saved) found.push(saved);
    }
  } catch {
    // Storage is switched off: there are none.
  }
  return found.sort((a, b) => b.game.updated - a.game.updated);
}

export function deleteGame(id: string): void {
  localStorage.removeItem(prefix + id);
}

/** Tells when another page of this browser changes a game. */
export function onChange(id: string, listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === prefix + id) listener();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** A new id, long enough never to come twice. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

const nameKey = "tain.name";

/** The name the player gave last. */
export function rememberedName(): string {
  try {
    return localStorage.getItem(nameKey) ?? "";
  } catch {
    return "";
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(nameKey, name);
  } catch {
    // Then it is asked again next time.
  }
}
