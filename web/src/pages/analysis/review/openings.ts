// What openings are called.
import { variantOf } from "../../../game/variants";

/** The name of the longest opening that a game begins with; empty if it has none. */
export async function nameOfOpening(variant: string, start: string, moves: readonly string[]): Promise<string> {
  if (variantOf(variant)?.start !== start) return "";
  const all = (await import("../../../data/openings.json")).default as unknown as Record<
    string,
    [moves: string, name: string][]
  >;
  const line = `${moves.slice(0, 40).join(" ")} `;
  let [longest, found] = ["", ""];
  for (const [begins, name] of all[variant] ?? []) {
    if (begins.length > longest.length && line.startsWith(`${begins} `)) [longest, found] = [begins, name];
  }
  return found;
}
