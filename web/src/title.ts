// The window title.
import { useEffect } from "preact/hooks";

/** Sets the window title while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tain` : "Tain";
  }, [title]);
}
