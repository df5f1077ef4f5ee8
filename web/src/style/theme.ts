// Tracks whether the page is light or dark, for code that cannot use style sheets, and sets the attributes on
// which the style sheets depend.
import { useEffect, useState } from "preact/hooks";
import { boardTheme, pace, pieceSetChoice, themeChoice, zen } from "../settings/look";
import { onSetting, setting } from "../settings/settings";

const darkness = matchMedia("(prefers-color-scheme: dark)");

export type Theme = "light" | "dark";

export function theme(): Theme {
  const chosen = setting(themeChoice);
  if (chosen !== "system") return chosen;
  return darkness.matches ? "dark" : "light";
}

/** Subscribes to changes of the page's or the boards' colours. Returns the unsubscribe function. */
export function onTheme(changed: () => void): () => void {
  darkness.addEventListener("change", changed);
  const stops = [onSetting(themeChoice, changed), onSetting(boardTheme, changed)];
  return () => {
    darkness.removeEventListener("change", changed);
    for (const stop of stops) stop();
  };
}

export function useTheme(): Theme {
  const [now, setNow] = useState(theme);
  useEffect(() => onTheme(() => setNow(theme())), []);
  return now;
}

/** Sets the attributes for the page's settings, now and after every change. */
export function followLook(): void {
  const root = document.documentElement;
  const mark = () => {
    const chosen = setting(themeChoice);
    // Without the attribute the style sheets follow the system.
    if (chosen === "system") delete root.dataset.theme;
    else root.dataset.theme = chosen;
    root.dataset.board = setting(boardTheme);
    root.dataset.pieces = setting(pieceSetChoice);
    root.dataset.pace = setting(pace);
    root.dataset.zen = setting(zen);
    setThemeColour(chosen);
  };
  mark();
  for (const each of [themeChoice, boardTheme, pieceSetChoice, pace, zen] as const) onSetting<string>(each, mark);
}

/** Sets the colour of the browser's frame on phones; there is one tag per system theme. */
function setThemeColour(chosen: "system" | Theme): void {
  for (const tag of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    tag.dataset.usual ??= tag.content;
    if (chosen === "system") tag.content = tag.dataset.usual;
    else tag.content = chosen === "dark" ? "#10181a" : "#f7f5ef";
  }
}
