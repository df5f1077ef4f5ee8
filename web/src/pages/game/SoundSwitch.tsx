// The sound of moves, and its switch.
import * as controls from "../../style/controls.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Step } from "../../wire.gen";
import { playFor, setSound, soundOn } from "../../sound/sound";

export function SoundSwitch() {
  // The start of a game may turn it on too, so it is asked each time.
  const [, redraw] = useState(0);
  const on = soundOn();
  return (
    <button
      type="button"
      class={controls.button}
      aria-pressed={on}
      onClick={() => {
        setSound(!on);
        redraw((n) => n + 1);
      }}
    >
      {on ? "Sound on" : "Sound off"}
    </button>
  );
}

/** Sounds each step that comes; the one shown first was heard before. */
export function useMoveSound(step: Step | undefined, ended: boolean): void {
  const heard = useRef(step?.key);
  useEffect(() => {
    if (heard.current === step?.key) return;
    heard.current = step?.key;
    if (step) playFor(step, ended);
  }, [step, ended]);
}
