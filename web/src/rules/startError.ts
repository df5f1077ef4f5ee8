// Whether a game can begin from a position.
import type { Rules } from "./rules";
import { sentence, errorText } from "./text";

/** Why no game can begin from a position; nothing if one can. */
export function startError(rules: Pick<Rules, "line">, variant: string, position: string): string {
  try {
    const { outcome } = rules.line({ variant, position }).state;
    return outcome.result === "" ? "" : `A game from here would be over before it begins. ${sentence(outcome.sentence ?? "")}`;
  } catch (problem) {
    return `This position cannot be played. ${errorText(problem)}`;
  }
}
