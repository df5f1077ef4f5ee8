// The size of the board and of the side boards.
import { boundedNumber, oneOf } from "./settings";

/**
 * How much of the side boards is shown; `auto` shows them complete in games of three boards if the squares are large
 * enough.
 */
export const wings = oneOf("wings", "auto", ["auto", "none", "narrow", "full"]);

/** The number of files of a narrow side board; 0 for as many as fit, at most three. */
export const wingFiles = boundedNumber("wing-files", 0, 0, 7);

/** The size of the board, as a percentage of the available size. */
export const boardSize = boundedNumber("board-size", 100, 40, 100);
