// Games saved in this browser.
import { t } from "../text/text";
import type { LocalGame, Summary } from "../wire.gen";

/** A game in this browser. */
export interface SavedGame {
  id: string;
  /** The game's record, in the format of the rules. */
  events: unknown[];
  /** A summary, so that listing games does not replay them. */
  game: Summary;
  /** Set if the game was started before the rules were loaded; they complete it later. */
  pending?: PendingGame;
}

/** The options of a game, and its moves so far. */
export interface PendingGame {
  game: LocalGame;
  moves: { move: string; at: number }[];
}

const prefix = "tain.game.";

/** Thrown when storage is full or disabled. */
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

/** Returns the game with an id, if this browser has it and can parse it. */
export function loadGame(id: string): SavedGame | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + id) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    return isSavedGame(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns all games in this browser, most recently played first. */
export function savedGames(): SavedGame[] {
  const found: SavedGame[] = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const saved = loadGame(key.slice(prefix.length));
      if (saved) found.push(saved);
    }
  } catch {
    // Storage is disabled, so there are none.
  }
  return found.sort((a, b) => b.game.updated - a.game.updated);
}

export function deleteGame(id: string): void {
  localStorage.removeItem(prefix + id);
}

/** Subscribes to another tab's changes of a game. Returns the unsubscribe function. */
export function onChange(id: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === prefix + id) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Returns a new id, long enough to be unique. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

const nameKey = "tain.name";

/** Returns the player's name, as last entered; empty if there is none. */
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
    // Without storage, the name is requested again next time.
  }
}
