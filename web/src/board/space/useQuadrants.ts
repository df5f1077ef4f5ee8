// The quadrant switch: on while a board is selected, unless the user overrides it.
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
    // Without storage the choice lasts until the page is closed.
  }
}

export interface QuadrantSwitch {
  shown: boolean;
  toggle: () => void;
}

/**
 * Returns whether quadrants are numbered, and a toggle. Toggling back to the default makes the switch follow the
 * selection again.
 */
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
