// Conditional moves in a correspondence game: lines that start with an opponent's move and end with the
// player's reply.
import { request } from "../../game/rest";
import type { Ahead, Snapshot } from "../../wire.gen";

/** Returns the remaining part of each line that the game has followed so far. */
export function remaining(ahead: Ahead, game: Pick<Snapshot, "ply" | "takebacks" | "moves">): string[][] {
  const since = game.ply - ahead.ply;
  if (ahead.takebacks !== game.takebacks || since < 0) return [];
  const played = game.moves.slice(ahead.ply).map((one) => one.move);
  return ahead.lines
    .filter((line) => line.length > since && played.every((move, at) => line[at] === move))
    .map((line) => line.slice(since));
}

/**
 * Adds a line, unless another one contains it. It replaces lines that it extends, and lines with a different
 * reply.
 */
export function addLine(lines: readonly string[][], line: string[]): string[][] {
  const parts = (one: readonly string[], other: readonly string[]) => {
    const at = one.findIndex((move, place) => other[place] !== move);
    return at < 0 ? one.length : at;
  };
  // Two lines that differ at the player's own move would be two replies to the same move.
  const rest = lines.filter((old) => {
    const at = parts(old, line);
    return at < old.length && at % 2 === 0;
  });
  return lines.some((old) => parts(line, old) === line.length) ? [...lines] : [...rest, line];
}

const path = (id: string) => `games/${encodeURIComponent(id)}/ahead`;

export async function readConditionalMoves(game: Snapshot): Promise<string[][]> {
  return remaining(await request<Ahead>(path(game.id)), game);
}

export async function saveConditionalMoves(game: Snapshot, lines: string[][]): Promise<string[][]> {
  const { ply, takebacks, key } = game;
  return remaining(await request<Ahead>(path(game.id), { ply, takebacks, key, lines }, "PUT"), game);
}
