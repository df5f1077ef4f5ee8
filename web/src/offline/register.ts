// Registers the service worker, and handles newer builds on the server.
import { onLanguageChange } from "../text/language";
import { language } from "../text/text";

/** Installs the service worker, and sends it the page's language. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without it the page still works while there is a connection.
  });
  // The service worker always caches English, and the files of another language on request.
  const sendLanguage = () =>
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language: language() }));
  sendLanguage();
  onLanguageChange(sendLanguage);
}

/** Reloads the page, at most every ten seconds, if a chunk is missing because the server has a newer build. */
export function reloadOnNewBuild(): void {
  addEventListener("vite:preloadError", (event) => {
    const storageKey = "tain.reloaded";
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < 10_000) return;
    event.preventDefault();
    sessionStorage.setItem(storageKey, String(Date.now()));
    location.reload();
  });
}
