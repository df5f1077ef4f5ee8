// Polling while the page is visible.
import { useEffect, useState } from "preact/hooks";

export interface Polled<Value> {
  /** The last response; null before the first. */
  value: Value | null;
  reachable: boolean;
}

/** Polls every `every` milliseconds while the page is visible. */
export function usePolled<Value>(ask: () => Promise<Value>, every: number): Polled<Value> {
  const [found, setFound] = useState<Polled<Value>>({ value: null, reachable: true });
  useEffect(() => {
    let active = true;
    let asking = false;
    const again = () => {
      if (asking || document.visibilityState === "hidden") return;
      asking = true;
      ask()
        .then(
          (value) => active && setFound({ value, reachable: true }),
          () => active && setFound((before) => ({ ...before, reachable: false })),
        )
        .finally(() => (asking = false));
    };
    again();
    const timer = setInterval(again, every);
    document.addEventListener("visibilitychange", again);
    return () => {
      active = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [ask, every]);
  return found;
}
