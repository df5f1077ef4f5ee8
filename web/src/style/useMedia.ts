// Media queries.
import { useEffect, useState } from "preact/hooks";

/**
 * Matches a short, wide window, such as a phone in landscape or a zoomed page. The style sheets use the same
 * query.
 */
export const low = "(max-height: 600px) and (min-aspect-ratio: 3/2) and (min-width: 600px)";

/** Matches a window without room for a column next to the board. */
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
