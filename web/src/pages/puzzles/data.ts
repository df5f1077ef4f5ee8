// The puzzles: a rule set has them in its own folder, as text. They are fetched
// when they are wanted, one rule set at a time, and cached for when there is no
// connection. What they claim is proved by the program that made them.
import { t } from "../../text/text";

export interface Puzzle {
  id: string;
  /** The side to move solves. */
  position: string;
  /** UCI notation: the solver's move, the answer, the solver's. */
  moves: string[];
  rating: number;
  /** What it teaches, the goal first. */
  tags: string[];
}

const files = import.meta.glob<string>("../../../../variant/*/puzzles.txt", {
  query: "?url",
  import: "default",
  eager: true,
});

const addresses = new Map(Object.entries(files).map(([path, address]) => [path.split("/").at(-2) ?? "", address]));

/** Whether a rule set has puzzles. */
export function hasPuzzles(variant: string): boolean {
  return addresses.has(variant);
}

/** Reads a file of puzzles; a line that is none is passed over. */
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
  let wanted = loaded.get(variant);
  if (!wanted) {
    wanted = fetchPuzzles(variant);
    loaded.set(variant, wanted);
    wanted.catch(() => loaded.delete(variant));
  }
  return wanted;
}

/** In how many moves a puzzle mates; 0 where it wins material. */
export function mateIn(puzzle: Puzzle): number {
  return Number(/^mate-in-(\d)$/.exec(puzzle.tags[0] ?? "")?.[1] ?? 0);
}
