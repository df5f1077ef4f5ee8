// Games that are saved in this browser.
import type { Colour, Control, GameResult } from "../wire.gen";

export interface LocalMove {
  move: string;
  at: number;
  /** Left to the mover after it. */
  clock?: number;
}

/** A game in this browser: all that the rules cannot tell anew. */
export interface LocalRecord {
  id: string;
  variant: string;
  /** Where it began, if not at the rule set's own start. */
  start?: string;
  moves: LocalMove[];
  /** Who sits here; the computer has the other seat. */
  seat: Colour | "both";
  level?: number;
  names: Record<Colour, string>;
  control: Control | null;
  /** Time left when the game was last saved. */
  clocks: Record<Colour, number> | null;
  result: GameResult | null;
  /** For the list of games, so that it need not play them all. */
  position: string;
  turn: Colour;
  created: number;
  updated: number;
}

const prefix = "tain.game.";

/** This browser has no room, or may not save anything. */
export class StorageError extends Error {
  constructor() {
    super("This browser cannot save the game: its storage is full or switched off. Delete old games under My games.");
    this.name = "StorageError";
  }
}

export function saveGame(record: LocalRecord): void {
  try {
    localStorage.setItem(prefix + record.id, JSON.stringify(record));
  } catch {
    throw new StorageError();
  }
}

function isRecord(value: unknown): value is LocalRecord {
  if (typeof value !== "object" || value === null) return false;
  const { id, variant, moves, seat, names, created, updated } = value as Partial<LocalRecord>;
  return (
    typeof id === "string" &&
    typeof variant === "string" &&
    Array.isArray(moves) &&
    moves.every((each) => typeof each?.move === "string") &&
    (seat === "white" || seat === "black" || seat === "both") &&
    typeof names?.white === "string" &&
    typeof names.black === "string" &&
    typeof created === "number" &&
    typeof updated === "number"
  );
}

/** The game of an id, if this browser has it and can still read it. */
export function loadGame(id: string): LocalRecord | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + id) ?? "null");
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Every game in this browser, the one played last first. */
export function savedGames(): LocalRecord[] {
  const found: LocalRecord[] = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const record = loadGame(key.slice(prefix.length));
      if (record) found.push(record);
    }
  } catch {
    // Storage is switched off: there are none.
  }
  return found.sort((a, b) => b.updated - a.updated);
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
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
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
