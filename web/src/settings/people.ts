// What a person has chosen about others.
import { oneOf } from "./settings";

/** Whether what the opponent says is shown. */
export const phrasesShown = oneOf("phrases", "shown", ["shown", "muted"]);
