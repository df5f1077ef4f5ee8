// Letters on discs, for players who read the board like notation. Pawns are smaller, so that pieces stand out.
import { fetchFairies, draw as glass } from "./glass";
import type { Draw } from "./shape";
import { scaled } from "./shape";

export const draw: Draw = ({ letter }, made) => {
  const disc = glass({ letter, picture: letter }, made);
  return letter === "p" ? disc.map((shape) => scaled(shape, 0.8)) : disc;
};

/** Returns the set once the letters are loaded; their file also has the pictures that chess does not need. */
export async function load(): Promise<Draw> {
  await fetchFairies();
  return draw;
}
