// On a narrow screen the board stays in view while the rest scrolls under it.
import { useEffect, useState } from "preact/hooks";

/**
 * Whether the board is low enough to be sticky: it may cover only part of the window. Elements that are
 * scrolled to must stop below it, so its height is set as a property of the page.
 */
export function useSticky(maxShare = 0.62) {
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
  }, [element, maxShare]);
  return [setElement, sticky] as const;
}
