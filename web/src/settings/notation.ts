// Notation settings.
import { oneOf } from "./settings";

/** The piece letters in moves: the language's, the English ones of PGN, or figurines. */
export const sanLetters = oneOf("san-letters", "language", ["language", "english", "figurines"]);
