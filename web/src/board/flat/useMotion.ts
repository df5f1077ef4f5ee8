// Compares successive positions and animates the moves between them.
import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { State, Step } from "../../wire.gen";
import type { Layout } from "./layout";
import type { Motion } from "./motion";
import { leads, motionOf } from "./motion";

export type Moving = Motion & { id: number };

/** The time, in milliseconds, after which every animation has ended. */
const settled = 1200;

export function useMotion(
  state: State,
  step: Step | undefined,
  layout: Layout,
  dropped: RefObject<string | null>,
): { motion: Moving | null; running: boolean } {
  const before = useRef(state);
  const motion = useRef<Moving | null>(null);
  const count = useRef(0);
  const [done, setDone] = useState(0);
  if (before.current !== state) {
    const { pieces, key } = before.current;
    before.current = state;
    if (key !== state.key) {
      const follows = step !== undefined && leads(pieces, step, state.pieces);
      motion.current = follows ? { ...motionOf(layout, step, dropped.current), id: ++count.current } : null;
      dropped.current = null;
    }
  }
  const id = motion.current?.id ?? 0;
  useEffect(() => {
    if (id === 0) return;
    const timer = setTimeout(() => setDone(id), settled);
    return () => clearTimeout(timer);
  }, [id]);
  return { motion: motion.current, running: id > done };
}
