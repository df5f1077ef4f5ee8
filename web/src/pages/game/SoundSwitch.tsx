// The sound of moves, and its switch.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Step } from "../../rules/types";
import { playFor, setSound, soundOn } from "../../sound/sound";

export function SoundSwitch() {
  const [on, setOn] = useState(soundOn);
  return (
    <button
      type="button"
      class="button"
      aria-pressed={on}
      onClick={() => {
        setSound(!on);
        setOn(!on);
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
