// Moves with the user's piece letters. Storage and requests use the letters of PGN.
import { setting } from "../settings/settings";
import { sanLetters } from "../settings/notation";
import { extrasOf } from "../text/language";

const figurines: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** Returns the displayed letters, keyed by the English ones; empty if the English ones are shown. */
function shownLetters(): Record<string, string> {
  const chosen = setting(sanLetters);
  if (chosen === "english") return {};
  return chosen === "figurines" ? figurines : (extrasOf().letters ?? {});
}

/** Returns a move as displayed. Castling and levels contain no piece letters. */
export function shownSan(san: string): string {
  const letters = shownLetters();
  // A piece letter comes first or after the promotion sign. The level of a board, as in QL1, is not a piece.
  return san.replace(
    /(^|=)([KQRBN])(?=[a-z0-9+#]|$)/g,
    (_, before: string, letter: string) => before + (letters[letter] ?? letter),
  );
}

/** Converts a typed move with displayed letters to PGN. Other letters are unchanged. */
export function typedSan(text: string): string {
  const english = new Map(Object.entries(shownLetters()).map(([letter, own]) => [own, letter]));
  const own = [...english.keys()].sort((a, b) => b.length - a.length); // longest first: К is a prefix of Кр
  if (own.length === 0) return text;
  return text.replace(
    new RegExp(`(^|=)(${own.join("|")})(?=[a-z0-9+#]|$)`, "gu"),
    (_, before: string, letter: string) => before + (english.get(letter) ?? letter),
  );
}
