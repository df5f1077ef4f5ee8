// A small board that demonstrates a rule set in a loop.
import { classes } from "../../style/classes";
import * as styles from "./ideaboard.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { useInSight, useReached } from "../../board/useInSight";
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

interface Props {
  info: VariantInfo;
  moving: boolean;
  /** Whether the last move is described below the board. */
  captioned?: boolean;
  /** Whether the board is drawn only once the user scrolls towards it. */
  distant?: boolean;
  class?: string;
}

export function IdeaBoard({ info, moving, captioned = false, distant = false, class: className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const inSight = useInSight(box);
  const reached = useReached(box);
  const drawn = reached || !distant;
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
      {state && drawn && (
        <Board
          info={info}
          state={state}
          step={step}
          movable="none"
          small
          label={`${info.title}: ${step?.text ?? t("page.home.the-start")}`}
        />
      )}
      {!drawn && <div class={styles.waiting} />}
      {captioned && (
        // The board's label contains the same text.
        <p class={styles.caption} aria-hidden="true">
          {step?.text ?? info.title}
        </p>
      )}
    </div>
  );
}
