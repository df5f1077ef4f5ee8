// Which boards are drawn and animated: those that the user sees.
import { useEffect, useRef, useState } from "preact/hooks";

/** Reports whether an element is visible, or within a margin around the viewport. */
export function useInSight(box: { current: HTMLElement | null }, rootMargin = "0px"): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin,
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return inSight;
}

/** Reports whether an element has been in or near the viewport, so that distant boards are drawn only when needed. */
export function useReached(box: { current: HTMLElement | null }): boolean {
  const near = useInSight(box, "40%");
  const reached = useRef(false);
  reached.current ||= near;
  return reached.current;
}
