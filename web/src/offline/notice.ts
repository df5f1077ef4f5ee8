// The server operator's notice. A page with a game receives it over its socket; every page requests it when
// it opens and at intervals.
import { useSyncExternalStore } from "preact/compat";
import type { Notice, Notices } from "../wire.gen";

const none: Notice = { text: "", at: 0 };
const pollInterval = 120_000;

let current = none;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a notice until it expires; an empty text removes it. */
export function showNotice(notice: Notice): void {
  current = notice.until && notice.until <= Date.now() ? none : notice;
  clearTimeout(timer);
  if (current.until) {
    // Timer delays are limited to 32 bits; the notice is requested again long before.
    timer = setTimeout(() => showNotice(none), Math.min(current.until - Date.now(), 2 ** 31 - 1));
  }
  for (const listener of listeners) listener();
}

async function fetchNotice(): Promise<void> {
  if (document.visibilityState !== "visible" || !navigator.onLine) return;
  try {
    const response = await fetch("/api/v1/notice");
    if (response.ok) showNotice(((await response.json()) as Notices).notice);
  } catch {
    // The page works without the server.
  }
}

let polling = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!polling) {
    polling = true;
    void fetchNotice();
    setInterval(() => void fetchNotice(), pollInterval);
  }
  return () => listeners.delete(listener);
}

/** Returns the text of the current notice, empty if there is none. */
export function useNotice(): string {
  return useSyncExternalStore(subscribe, () => current.text);
}
