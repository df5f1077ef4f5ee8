// The puzzles. Each rule set has them as text in its own folder. They are fetched on demand, one rule set at
// a time, and cached for offline use. The program that mined them has verified their solutions.
import { t } from "../../text/text";

export interface Puzzle {
  id: string;
  /** The position; the solver is the side to move. */
  position: string;
  /** The solution in UCI notation: the solver's move, the reply, the solver's next move. */
  moves: string[];
  rating: number;
  /** The themes, starting with the goal. */
  tags: string[];
}

const files = import.meta.glob<string>("../../../../variant/*/puzzles.txt", {
  query: "?url",
  import: "default",
  eager: true,
});

const addresses = new Map(Object.entries(files).map(([path, address]) => [path.split("/").at(-2) ?? "", address]));

/** Reports whether a rule set has puzzles. */
export function hasPuzzles(variant: string): boolean {
  return addresses.has(variant);
}

/** Parses a puzzle file, skipping invalid lines. */
export function parse(text: string): Puzzle[] {
  const all: Puzzle[] = [];
  for (const line of text.split("\n")) {
    const [id = "", position = "", moves = "", rating = "", tags = ""] = line.split("\t");
    if (line.startsWith("#") || !tags) continue;
    all.push({ id, position, moves: moves.split(" "), rating: Number(rating), tags: tags.trim().split(" ") });
  }
  return all;
}

const loaded = new Map<string, Promise<Puzzle[]>>();

async function fetchPuzzles(variant: string): Promise<Puzzle[]> {
  const address = addresses.get(variant);
  if (!address) return [];
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(t("page.puzzles.not-loaded", { status: String(answer.status) }));
  return parse(await answer.text());
}

/** Loads the puzzles of a rule set, once. */
export function loadPuzzles(variant: string): Promise<Puzzle[]> {
  let loading = loaded.get(variant);
  if (!loading) {
    loading = fetchPuzzles(variant);
    loaded.set(variant, loading);
    loading.catch(() => loaded.delete(variant));
  }
  return loading;
}

/** Returns the number of moves to mate; 0 if the puzzle wins material. */
export function mateIn(puzzle: Puzzle): number {
  return Number(/^mate-in-(\d)$/.exec(puzzle.tags[0] ?? "")?.[1] ?? 0);
}
