// Moves with the user's piece letters. Storage and requests use the letters of PGN.
import { setting } from "../settings/settings";
import { sanLetters } from "../settings/notation";
import { extrasOf } from "../text/language";

const figurines: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns the displayed letters, keyed by the English ones; empty if the English ones are shown. */
function shownLetters(): Record<string, string> {
  const chosen = setting(sanLetters);
  if (chosen === "english") return {};
  return chosen === "figurines" ? figurines : (extrasOf().letters ?? {});
}

/**
 * Returns the displayed letter of a piece. A piece whose letter means a piece of chess in the language has its letter
 * doubled: A is the bishop in Spanish, so the archbishop is AA.
 */
function shownLetter(letter: string, letters: Record<string, string>): string {
  return letters[letter] ?? (Object.values(letters).includes(letter) ? letter + letter : letter);
}

/** Returns a move as displayed. Castling and levels contain no piece letters. */
export function shownSan(san: string): string {
  const letters = shownLetters();
  // A piece letter comes first or after the promotion sign. The level of a board, as in QL1, is not a piece.
  return san.replace(
    /(^|=)([A-Z])(?=[a-z0-9+#]|$)/g,
    (_, before: string, letter: string) => before + shownLetter(letter, letters),
  );
}

/** Converts a typed move with displayed letters to PGN. Other letters are unchanged. */
export function typedSan(text: string): string {
  const letters = shownLetters();
  const english = new Map(
    [...capitals]
      .map((letter) => [shownLetter(letter, letters), letter] as const)
      .filter(([own, letter]) => own !== letter),
  );
  const own = [...english.keys()].sort((a, b) => b.length - a.length); // longest first: К is a prefix of Кр
  if (own.length === 0) return text;
  return text.replace(
    new RegExp(`(^|=)(${own.join("|")})(?=[a-z0-9+#]|$)`, "gu"),
    (_, before: string, letter: string) => before + (english.get(letter) ?? letter),
  );
}
