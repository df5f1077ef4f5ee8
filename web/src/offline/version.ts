// Checks whether the server has a newer version of the open page.
import { useSyncExternalStore } from "preact/compat";

/** The polling interval, in milliseconds. Pages may stay open for days. */
const checkInterval = 30 * 60_000;

let newer = false;
const listeners = new Set<() => void>();

/** Returns the id of a build from its HTML. */
function buildOf(html: string): string {
  return /<meta name="build" content="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Checks whether the server has another version, and if so notifies the listeners. */
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

/** Checks at intervals while the page is visible, and when a service worker of another version arrives. */
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
 * Reports whether there is a newer version. The page never reloads automatically, because the user may be
 * playing.
 */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => newer);
}
