// The buttons that step through the moves of a game.
import * as styles from "./steps.module.css";
import { Button } from "./Button";
import { t } from "../text/text";

const ways = [
  { to: "first", name: "page.common.first-position", sign: "M6 5v14M18 5l-9 7 9 7z", back: true },
  { to: "previous", name: "page.common.previous-move", sign: "M16 5l-9 7 9 7z", back: true },
  { to: "next", name: "page.common.next-move", sign: "M8 5l9 7-9 7z", back: false },
  { to: "last", name: "page.common.last-position", sign: "M18 5v14M6 5l9 7-9 7z", back: false },
] as const;

interface StepsProps {
  /** Whether there are earlier and later moves. */
  back: boolean;
  forward: boolean;
  onStep: (to: (typeof ways)[number]["to"]) => void;
}

export function Steps({ back, forward, onStep }: StepsProps) {
  return (
    <div class={styles.steps} role="group" aria-label={t("page.common.step-through-the-moves")}>
      {ways.map((way) => (
        <Button
          key={way.to}
          aria-label={t(way.name)}
          title={t(way.name)}
          disabled={!(way.back ? back : forward)}
          onClick={() => onStep(way.to)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={way.sign} />
          </svg>
        </Button>
      ))}
    </div>
  );
}
