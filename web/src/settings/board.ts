// How large the board is, and how much of the boards beside it is shown.
import { boundedNumber, oneOf } from "./settings";

/** How much of the side boards is shown. */
export const wings = oneOf("wings", "narrow", ["none", "narrow", "full"]);

/** How many files a narrow side board has; 0 for what fits. */
export const wingFiles = boundedNumber("wing-files", 0, 0, 7);

/** The size of the board, in hundredths of what the window allows. */
export const boardSize = boundedNumber("board-size", 100, 40, 100);
