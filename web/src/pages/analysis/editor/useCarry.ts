// Dragging pieces: from the palette or a square to a square, or off the board.
import { useEffect, useRef, useState } from "preact/hooks";

export interface Carried {
  letter: string;
  /** The source square; empty if the piece is new. */
  from: string;
  x: number;
  y: number;
}

const slack = 6;

/** Returns the square under a point; empty if there is none. */
function squareAt(x: number, y: number): string {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-edit]")?.dataset.edit ?? "";
}

/**
 * Returns the dragged piece, and the handlers that start a drag. A press without movement is a click, which
 * the button handles.
 */
export function useCarry(onDrop: (letter: string, from: string, to: string) => void) {
  const [carried, setCarried] = useState<Carried | null>(null);
  const start = useRef<Carried | null>(null);
  const moved = useRef(false);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    const move = (event: PointerEvent) => {
      const from = start.current;
      if (!from) return;
      if (!moved.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < slack) return;
      moved.current = true;
      setCarried({ ...from, x: event.clientX, y: event.clientY });
    };
    const end = (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      setCarried(null);
      if (from && moved.current && event.type === "pointerup")
        drop.current(from.letter, from.from, squareAt(event.clientX, event.clientY));
    };
    // A drag that ends on another element is not followed by a click, so the next click is a separate one.
    const fresh = () => {
      moved.current = false;
    };
    window.addEventListener("pointerdown", fresh, true);
    window.addEventListener("keydown", fresh, true);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      window.removeEventListener("pointerdown", fresh, true);
      window.removeEventListener("keydown", fresh, true);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, []);

  const begin = (event: PointerEvent, letter: string, from: string) => {
    if (event.button !== 0 || !letter) return;
    start.current = { letter, from, x: event.clientX, y: event.clientY };
    // Without this, the pointer events of a touch keep their target: the square where the touch started.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
  };
  /** Reports whether to ignore the click that follows a drag. */
  const dragged = () => moved.current;
  return { carried, begin, dragged };
}
