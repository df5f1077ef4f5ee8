// Push notifications for the player's turn in a correspondence game, even while no page is open.
import { classes } from "../../style/classes";
import * as styles from "./conditionalmoves.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { canPush, isPushed, startPush, stopPush } from "../../game/push";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { Snapshot } from "../../wire.gen";

export function PushSwitch({ game }: { game: Snapshot }) {
  const available = Boolean(game.control?.days && game.seat && !game.result) && canPush();
  const [on, setOn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!available) return undefined;
    let here = true;
    isPushed().then(
      (pushed) => here && setOn(pushed),
      () => undefined, // off until the user switches it on
    );
    return () => {
      here = false;
    };
  }, [available]);
  if (!available) return null;
  const press = async () => {
    setBusy(true);
    try {
      setProblem("");
      await (on ? stopPush() : startPush());
      setMessage(on ? t("page.game.you-are-told-nothing-any") : t("page.game.you-are-told-when-it"));
      setOn(!on);
    } catch (failed) {
      setMessage("");
      setProblem(errorText(failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class={styles.push}>
      <Button aria-pressed={on} disabled={busy} onClick={() => void press()}>
        {t("page.game.tell-me-when-it-is")}
      </Button>
      <p class={classes(layouts.muted, styles.hint)} role="status">
        {message}
      </p>
      <Alert>{problem}</Alert>
    </div>
  );
}
