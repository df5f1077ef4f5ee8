// What the window is called.
import { useEffect } from "preact/hooks";

/** Names the window while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tain` : "Tain";
  }, [title]);
}
