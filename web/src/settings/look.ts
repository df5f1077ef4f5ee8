// How the page looks, as a person has chosen.
import { oneOf } from "./settings";

/** Light or dark; "system" is what the device says. */
export const themeChoice = oneOf("theme", "system", ["system", "light", "dark"]);

export const boardThemes = ["silver", "ink", "sand", "sage", "sea", "plum"] as const;

/** The colours of the squares (style/tokens.css). */
export const boardTheme = oneOf("board-theme", "silver", boardThemes);

export const pieceSets = ["glass", "print", "letters"] as const;
export type PieceSetName = (typeof pieceSets)[number];

/** How the pieces are drawn (board/sets). */
export const pieceSetChoice = oneOf("piece-set", "glass", pieceSets);

/** Where the letters and numbers of the squares stand. */
export const coordinates = oneOf("coordinates", "inside", ["inside", "outside", "off"]);

/** How fast things move. Under reduced motion nothing does, whatever is chosen. */
export const pace = oneOf("pace", "usual", ["none", "quick", "usual", "slow"]);

/** Zen mode: in a game only the board, the clocks and what is needed to play. */
export const zen = oneOf("zen", "off", ["off", "on"]);
