// How moves are shown and typed: with the letters of the pieces that a person reads. What
// is stored and sent stays as it is in PGN.
import { setting } from "../settings/settings";
import { sanLetters } from "../settings/notation";
import { extrasOf } from "../text/language";

const figurines: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** The letters that are shown in place of the English ones, none if those are. */
function shownLetters(): Record<string, string> {
  const chosen = setting(sanLetters);
  if (chosen === "english") return {};
  return chosen === "figurines" ? figurines : (extrasOf().letters ?? {});
}

/** A move as it is shown. Castling and levels in space have no letters of pieces. */
export function shownSan(san: string): string {
  const letters = shownLetters();
  // A piece stands first or after the sign of promotion, and a board by its level, as in QL1, is no piece.
  return san.replace(
    /(^|=)([KQRBN])(?=[a-z0-9+#]|$)/g,
    (_, before: string, letter: string) => before + (letters[letter] ?? letter),
  );
}

/** A move that was typed with the letters that are shown, as it is in PGN; other letters stay. */
export function typedSan(text: string): string {
  const english = new Map(Object.entries(shownLetters()).map(([letter, own]) => [own, letter]));
  const own = [...english.keys()].sort((a, b) => b.length - a.length); // Кр is no К
  if (own.length === 0) return text;
  return text.replace(
    new RegExp(`(^|=)(${own.join("|")})(?=[a-z0-9+#]|$)`, "gu"),
    (_, before: string, letter: string) => before + (english.get(letter) ?? letter),
  );
}
