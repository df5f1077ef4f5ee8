// Appearance settings.
import { oneOf } from "./settings";

/** Light or dark; "system" follows the device. */
export const themeChoice = oneOf("theme", "system", ["system", "light", "dark"]);

export const boardThemes = ["lagoon", "amber", "night", "silver", "ink", "sand", "sage", "sea", "plum"] as const;

/** The colours of the squares (style/tokens.css). */
export const boardTheme = oneOf("board-theme", "lagoon", boardThemes);

export const pieceSets = ["glass", "print", "letters"] as const;
export type PieceSetName = (typeof pieceSets)[number];

/** The piece set (board/sets). */
export const pieceSetChoice = oneOf("piece-set", "glass", pieceSets);

/** The position of the coordinates. */
export const coordinates = oneOf("coordinates", "inside", ["inside", "outside", "off"]);

/** The animation speed. Reduced motion overrides it. */
export const pace = oneOf("pace", "usual", ["none", "quick", "usual", "slow"]);

/** Zen mode: a game shows only the board, the clocks and the controls needed to play. */
export const zen = oneOf("zen", "off", ["off", "on"]);
