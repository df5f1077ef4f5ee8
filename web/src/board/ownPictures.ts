// The user's own pictures of a game's pieces: SVG files that never leave this browser. They are shown only as
// images, so that scripts and references in them have no effect. pages/workshop/pictures.ts saves them.
import { useSyncExternalStore } from "preact/compat";
import { useMemo } from "preact/hooks";

/** Pictures as URLs, by FEN letter: upper-case letters are White's. */
export type OwnPictures = ReadonlyMap<string, string>;

/** Returns the storage key of a game's pictures, given the game's name. */
export const keyOf = (game: string) => `tain.pictures.${game}`;

/** Returns the SVG texts in storage by FEN letter. */
export function storedPictures(text: string | null): [string, string][] {
  try {
    return Object.entries(JSON.parse(text ?? "") as Record<string, string>);
  } catch {
    return [];
  }
}

/** Returns pictures in storage as URLs. */
export function ownPictures(text: string | null): OwnPictures {
  return new Map(
    storedPictures(text).map(([letter, svg]) => [letter, `data:image/svg+xml,${encodeURIComponent(svg)}`]),
  );
}

function subscribe(changed: () => void): () => void {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

/** Returns the user's pictures for a game, and re-renders when they change here or in another tab. */
export function useOwnPictures(game: string): OwnPictures {
  const text = useSyncExternalStore(subscribe, () => {
    try {
      return localStorage.getItem(keyOf(game));
    } catch {
      return null; // storage is disabled
    }
  });
  return useMemo(() => ownPictures(text), [text]);
}
