// The switch of the quadrants: shown while a board is selected, unless somebody
// has decided otherwise.
import { useState } from "preact/hooks";

const stored = "tain.quadrants";

function load(): boolean | null {
  try {
    const saved = localStorage.getItem(stored);
    return saved === "on" ? true : saved === "off" ? false : null;
  } catch {
    return null;
  }
}

function save(choice: boolean | null): void {
  try {
    if (choice === null) localStorage.removeItem(stored);
    else localStorage.setItem(stored, choice ? "on" : "off");
  } catch {
    // A browser that keeps nothing forgets the switch.
  }
}

export interface QuadrantSwitch {
  shown: boolean;
  toggle: () => void;
}

/** Whether quadrants are numbered. To switch back is to leave it to the selection again. */
export function useQuadrants(selected: boolean): QuadrantSwitch {
  const [choice, setChoice] = useState<boolean | null>(load);
  const shown = choice ?? selected;
  return {
    shown,
    toggle() {
      const next = !shown === selected ? null : !shown;
      setChoice(next);
      save(next);
    },
  };
}
