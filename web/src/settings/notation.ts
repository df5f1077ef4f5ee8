// How moves are written.
import { oneOf } from "./settings";

/** The letters of the pieces in moves: those of the language, the English ones of PGN, or little figures. */
export const sanLetters = oneOf("san-letters", "language", ["language", "english", "figurines"]);
