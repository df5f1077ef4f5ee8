// The opponent has left: how long that is waited for, and then the claim.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./people.module.css";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { opponentName } from "../../game/text";
import { other } from "../../rules/text";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import type { Snapshot } from "../../wire.gen";
import { waitText } from "./text";

interface OpponentAwayProps {
  game: Snapshot;
  /** The server's time. */
  now: () => number;
  onClaim: (draw: boolean) => void;
}

/** Milliseconds until a time, anew as often as it shows. */
function useCountdown(time: number, now: () => number): number {
  const [, tick] = useState(0);
  const left = Math.max(0, time - now());
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), left > 120_000 ? 30_000 : (left % 1000) + 20);
    return () => clearTimeout(timer);
  });
  return left;
}

export function OpponentAway({ game, now, onClaim }: OpponentAwayProps) {
  const { seat, players, result } = game;
  const opponent = seat === "white" || seat === "black" ? players[other(seat)] : null;
  const claim = (!result && opponent && !opponent.here && opponent.claim) || 0;
  const left = useCountdown(claim, now);
  if (!claim) return null;
  const name = opponentName(game);
  return (
    <section
      class={classes(layouts.column, layouts.gap3, styles.gone)}
      aria-label={t("page.game.your-opponent-has-left")}
      data-gone={left > 0 ? "waiting" : "claim"}
    >
      <p role="status">{left > 0 ? t("page.game.has-left", { name }) : t("page.game.has-left-claim", { name })}</p>
      {left > 0 ? (
        <p class={layouts.dim}>
          {rich("page.game.claim-in", {
            time: (text) => (
              <span class={controls.figures} role="timer" aria-live="off">
                {text}
              </span>
            ),
            left: waitText(left),
          })}
        </p>
      ) : (
        <div class={classes(layouts.cluster, layouts.gap3, styles.claims)}>
          <Button class={controls.primary} onClick={() => onClaim(false)}>
            {t("page.game.claim-the-win")}
          </Button>
          <Button onClick={() => onClaim(true)}>{t("page.game.claim-a-draw")}</Button>
        </div>
      )}
    </section>
  );
}
