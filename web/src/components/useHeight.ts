// Tells the style sheets how high something is.
import { useEffect, useState } from "preact/hooks";

/** For the ref of an element: its height goes by the name of a custom property of the page. */
export function useHeight(property: `--${string}`) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element, property]);
  return setElement;
}
