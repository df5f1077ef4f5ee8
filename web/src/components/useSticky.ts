// On a narrow screen the board stays in sight while the rest goes by under it.
import { useEffect, useState } from "preact/hooks";

/** How much of the window a board that stays may take. */
const maxShare = 0.62;

/**
 * Whether the board is low enough to stay. What is scrolled to must then stop
 * below it, so its height is told to the page.
 */
export function useSticky() {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [sticky, setSticky] = useState(false);
  useEffect(() => {
    if (!element) return;
    const page = document.documentElement;
    const measure = () => {
      const height = element.offsetHeight;
      page.style.setProperty("--board-height", `${height}px`);
      setSticky(height <= innerHeight * maxShare);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
      page.style.removeProperty("--board-height");
    };
  }, [element]);
  return [setElement, sticky] as const;
}
