// Whether the window is of a certain shape.
import { useEffect, useState } from "preact/hooks";

/** A low and broad window, as a phone on its side or a page that is zoomed in: the same as in the style sheets. */
export const low = "(max-height: 600px) and (min-aspect-ratio: 3/2) and (min-width: 600px)";

/** One that has no room for a column beside the board. */
export const narrow = "(max-width: 879px)";

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setMatches(list.matches);
    changed();
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, [query]);
  return matches;
}
