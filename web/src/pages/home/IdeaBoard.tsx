// A small board that demonstrates a rule set in a loop.
import { classes } from "../../style/classes";
import * as styles from "./ideaboard.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { ideas } from "../../game/variants";
import { t } from "../../text/text";
import type { boardThemes } from "../../settings/look";
import type { VariantInfo } from "../../wire.gen";

/** The board colours of the games, so that each is recognised at a glance. */
export const tints: Readonly<Record<string, (typeof boardThemes)[number]>> = {
  triboard: "lagoon",
  mirrorsquare: "amber",
  nachfolger: "plum",
  trid: "night",
  meder: "sea",
  portal: "sage",
  cylinder: "sand",
  alice: "silver",
  chess: "ink",
};

const pauseBetween = 1700;
const pauseAtEnd = 3400;

/** Returns a ref, and whether its element is visible. */
function useInSight() {
  const box = useRef<HTMLDivElement>(null);
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.some((each) => each.isIntersecting)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, inSight] as const;
}

interface Props {
  info: VariantInfo;
  moving: boolean;
  /** Whether the last move is described below the board. */
  captioned?: boolean;
  class?: string;
}

export function IdeaBoard({ info, moving, captioned = false, class: className }: Props) {
  const [box, inSight] = useInSight();
  const { states = [], steps = [] } = ideas[info.name] ?? {};
  const last = states.length - 1;
  // Without animation, the board shows the final position.
  const [at, setAt] = useState(moving ? 0 : last);
  useEffect(() => {
    if (!moving || !inSight || last < 1) return;
    const next = () => setAt((now) => (now >= last ? 0 : now + 1));
    const timer = setTimeout(next, at >= last ? pauseAtEnd : pauseBetween);
    return () => clearTimeout(timer);
  }, [moving, inSight, at, last]);
  const state = states[at];
  const step = steps[at - 1];
  return (
    <div
      class={classes(styles.idea, className)}
      ref={box}
      data-board={tints[info.name]}
      data-idea={at}
      data-running={moving && inSight}
    >
      {state && (
        <Board
          info={info}
          state={state}
          step={step}
          movable="none"
          small
          label={`${info.title}: ${step?.text ?? t("page.home.the-start")}`}
        />
      )}
      {captioned && (
        // The board's label contains the same text.
        <p class={styles.caption} aria-hidden="true">
          {step?.text ?? info.title}
        </p>
      )}
    </div>
  );
}
