// Whether the server has a newer version of the page than the one that is open.
import { useSyncExternalStore } from "preact/compat";

/** How often an open page asks: often enough for one that stays open for days. */
const checkInterval = 30 * 60_000;

let newer = false;
const listeners = new Set<() => void>();

/** The name of a build, which its HTML tells. */
function buildOf(html: string): string {
  return /<meta name="build" content="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Asks the server which version it has. */
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
    // The server cannot be reached: it is asked again.
  }
}

/** Asks now and then while the page is seen, and when a service worker of another version has come. */
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

/**
 * Whether there is a newer version. The page never reloads by itself: somebody may be in the middle of a
 * game.
 */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => newer);
}
