// Settings about other people.
import { oneOf } from "./settings";

/** Whether the opponent's phrases are shown. */
export const phrasesShown = oneOf("phrases", "shown", ["shown", "muted"]);
