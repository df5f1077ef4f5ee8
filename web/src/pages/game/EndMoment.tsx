// The animation at the end of a game: light sweeps across the board, and the result appears with its mirror
// image below it. It takes about two seconds, ends at the next press or key, and is omitted if animations are off.
import * as styles from "./endmoment.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { pace } from "../../settings/look";
import { setting } from "../../settings/settings";
import type { Snapshot } from "../../wire.gen";
import { verdict } from "./text";

/** The duration, in milliseconds. */
const duration = 2200;

function animated(): boolean {
  return setting(pace) !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function EndMoment({ game }: { game: Snapshot }) {
  const [shown, setShown] = useState(false);
  const over = game.result !== null;
  const before = useRef(over);
  useEffect(() => {
    // A game that was already over when it was opened is not animated.
    const ended = over && !before.current;
    before.current = over;
    setShown(ended && animated());
  }, [over]);
  useEffect(() => {
    if (!shown) return;
    const end = () => setShown(false);
    const timer = setTimeout(end, duration);
    const stop = new AbortController();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, end, { signal: stop.signal, capture: true });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [shown]);
  if (!shown || !game.result) return null;
  const words = verdict(game);
  return (
    <div class={styles.moment} aria-hidden="true" data-end-moment>
      <span class={styles.light} />
      <p class={styles.words} data-words={words}>
        {words}
      </p>
    </div>
  );
}
