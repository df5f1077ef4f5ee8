// Decides which boards of a long page are drawn.
import { useEffect, useState } from "preact/hooks";

/** Reports whether an element is near the viewport. A page has many boards; distant ones are not drawn. */
export function useNearViewport(box: { current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.isIntersecting ?? false;
        // Reserve its space, so that the page does not jump.
        element.style.minHeight = seen ? "" : `${element.offsetHeight}px`;
        setNear(seen);
      },
      { rootMargin: "800px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return near;
}
