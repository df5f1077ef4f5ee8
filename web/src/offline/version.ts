// Checks whether the server has a newer version of the open page.
import { useSyncExternalStore } from "preact/compat";

/** The polling interval: short enough for a page that stays open for days. */
const checkInterval = 30 * 60_000;

let newer = false;
const listeners = new Set<() => void>();

/** The id of a build, stated in its HTML. */
function buildOf(html: string): string {
  return /<meta name="build" content="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Asks the server for its version. */
async function checkVersion(): Promise<void> {
  if (newer || document.visibilityState !== "visible" || !navigator.onLine) return;
  try {
    const response = await fetch("/offline");
    const there = response.ok ? buildOf(await response.text()) : "";
    const here = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "";
    if (!there || !here || there === here) return;
    newer = true;
    for (const listener of listeners) listener();
  } catch {
    // The server is unreachable: try again later.
  }
}

/** Polls while the page is visible, and when a service worker of another version arrives. */
export function watchVersions(): void {
  let last = Date.now();
  const now = () => {
    last = Date.now();
    void checkVersion();
  };
  setInterval(now, checkInterval);
  document.addEventListener("visibilitychange", () => {
    if (Date.now() - last >= checkInterval) now();
  });
  navigator.serviceWorker?.addEventListener("controllerchange", now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there is a newer version. The page never reloads by itself: the user may be in the middle of a game. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => newer);
}
