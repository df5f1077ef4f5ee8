// What the operator of the server has to say to everybody. A page with a game
// receives it over its socket; every page asks when it opens, and now and then.
import { useSyncExternalStore } from "preact/compat";
import type { Notice, Notices } from "../wire.gen";

const none: Notice = { text: "", at: 0 };
const pollInterval = 120_000;

let current = none;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a notice until it no longer holds; one without text takes it away. */
export function showNotice(notice: Notice): void {
  current = notice.until && notice.until <= Date.now() ? none : notice;
  clearTimeout(timer);
  if (current.until) {
    // Timers count in 32 bits; it is asked for again long before.
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

/** The text of the notice that holds, empty if there is none. */
export function useNotice(): string {
  return useSyncExternalStore(subscribe, () => current.text);
}
