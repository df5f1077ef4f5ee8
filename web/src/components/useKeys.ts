// Page-wide keyboard shortcuts.
import { useEffect, useRef } from "preact/hooks";

// Fields and boards handle the same keys themselves.
const own = "input, textarea, select, [contenteditable], [role=grid], [role=application], [data-own-keys]";

const fields = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/**
 * Registers shortcuts that work outside fields and boards. With `onBoards` they work on boards too, for keys
 * that no board uses.
 */
export function useKeys(keys: Record<string, () => void>, onBoards = false): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(onBoards ? fields : own)) return;
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
