// Move sounds, and their switch.
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { t } from "../../text/text";
import type { Step } from "../../wire.gen";
import { playFor, setSound, useSound } from "../../sound/sound";

export function SoundSwitch() {
  const on = useSound();
  return (
    <Button aria-pressed={on} onClick={() => setSound(!on)}>
      <Icon name={on ? "sound" : "mute"} />
      {on ? t("page.game.sound-on") : t("page.game.sound-off")}
    </Button>
  );
}

/** Plays a sound for each new step, except the initial one. */
export function useMoveSound(step: Step | undefined, ended: boolean): void {
  const played = useRef(step?.key);
  useEffect(() => {
    if (played.current === step?.key) return;
    played.current = step?.key;
    if (step) playFor(step, ended);
  }, [step, ended]);
}
