// On a narrow screen the board stays in view while the page scrolls under it.
import { useEffect, useState } from "preact/hooks";

/**
 * Returns a ref for the board, and whether the board is short enough to be sticky: it may cover only part of the
 * window. Its height is set as a CSS property, so that elements scrolled into view stop below it.
 */
export function useSticky(maxShare = 0.62) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [sticky, setSticky] = useState(false);
  useEffect(() => {
    if (!element) return;
    const page = document.documentElement;
    let set = 0;
    const measure = () => {
      const height = element.offsetHeight;
      // A change restyles the whole page.
      if (height !== set) page.style.setProperty("--board-height", `${height}px`);
      set = height;
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
