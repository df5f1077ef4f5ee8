// Whether the page is light or dark, for what cannot take its colours from the style sheets.
import { useEffect, useState } from "preact/hooks";

const darkness = matchMedia("(prefers-color-scheme: dark)");

export type Theme = "light" | "dark";

export function theme(): Theme {
  return darkness.matches ? "dark" : "light";
}

/** Calls back when the page turns light or dark, until what it returns is called. */
export function onTheme(changed: () => void): () => void {
  darkness.addEventListener("change", changed);
  return () => darkness.removeEventListener("change", changed);
}

export function useTheme(): Theme {
  const [now, setNow] = useState(theme);
  useEffect(() => onTheme(() => setNow(theme())), []);
  return now;
}
