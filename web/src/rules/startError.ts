// Checks whether a game can start from a position.
import { t } from "../text/text";
import type { Rules } from "./rules";
import { sentence, errorText } from "./text";

/** Returns why no game can start from a position; empty if one can. */
export function startError(rules: Pick<Rules, "line">, variant: string, position: string): string {
  try {
    const { outcome } = rules.line({ variant, position }).state;
    return outcome.result === "" ? "" : t("page.rules.over-before", { why: sentence(outcome.sentence ?? "") });
  } catch (problem) {
    return t("page.rules.position-not-playable", { why: errorText(problem) });
  }
}
