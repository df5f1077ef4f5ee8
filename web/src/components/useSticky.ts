// On a narrow screen the board stays in sight while the rest goes by under it.
import { useEffect, useState } from "preact/hooks";

/**
 * Whether the board is low enough to stay: it may take only a part of the window.
 * Elements scrolled to must stop below it, so its height is a property of the page.
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
