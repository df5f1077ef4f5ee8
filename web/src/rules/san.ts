// How moves are shown: with the letters of the pieces that a person reads. What
// is stored, sent and typed stays as it is in PGN.
import { setting } from "../settings/settings";
import { sanLetters } from "../settings/notation";
import { extrasOf } from "../text/language";

const figurines: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** A move as it is shown. Castling and levels in space have no letters of pieces. */
export function shownSan(san: string): string {
  const chosen = setting(sanLetters);
  if (chosen === "english") return san;
  const letters: Record<string, string> = chosen === "figurines" ? figurines : (extrasOf().letters ?? {});
  // A piece stands first or after the sign of promotion, and a board by its level, as in QL1, is no piece.
  return san.replace(/(^|=)([KQRBN])(?=[a-z0-9+#]|$)/g, (_, before: string, letter: string) => before + (letters[letter] ?? letter));
}
