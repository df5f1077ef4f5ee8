// A running clock.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as styles from "./playerbar.module.css";
import { useEffect, useState } from "preact/hooks";
import { shortTime, timeLeft, type Timed } from "../../game/clock";
import { clockText, untilNextTick } from "../../game/text";
import { t } from "../../text/text";
import type { Colour } from "../../wire.gen";

interface ClockProps {
  game: Timed;
  colour: Colour;
  /** Returns the current time of the clock's owner: the server or this browser. */
  now: () => number;
}

/** Returns the milliseconds left for a side, updated whenever the display changes. */
export function useTimeLeft({ game, colour, now }: ClockProps): number {
  const [, tick] = useState(0);
  const left = timeLeft(game, colour, now());
  const running = game.clocks?.running === colour;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => tick((n) => n + 1), untilNextTick(left));
    return () => clearTimeout(timer);
  });
  return left;
}

export function Clock(props: ClockProps) {
  const { game, colour } = props;
  const left = useTimeLeft(props);
  if (!game.clocks) return null;
  const short = left < shortTime(game.control);
  const running = game.clocks.running === colour;
  return (
    <span
      class={classes(styles.clock, controls.figures, running && styles.running, short && styles.short)}
      role="timer"
      aria-live="off"
      aria-label={t("page.game.clock-of", { side: colour })}
    >
      {clockText(left)}
    </span>
  );
}
