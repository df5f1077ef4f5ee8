// The service worker. It caches the files of one build, so that playing the computer, analysing and learning
// work offline. Responses under /api are never cached. It also shows web push notifications.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface LanguageEvent extends ExtendableEvent {
  data: { language?: unknown } | null;
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The part of a service worker's global scope used here. */
interface ServiceWorkerScope {
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: LanguageEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  location: Location;
}

/** The files to cache. The build fills in this constant and the ones below. */
declare const __FILES__: string[];
/** Files that only one language needs. */
declare const __LANGUAGES__: Record<string, string[]>;
/** The nets. They are cached when they are first fetched, since few people play every game. */
declare const __NETS__: string[];
/** "page.game.something-has-happened" in each language, shown if a notification cannot be parsed. */
declare const __UNREAD__: Record<string, string>;
/** A name that changes with the files. */
declare const __BUILD__: string;

const scope = self as unknown as ServiceWorkerScope;
const files = __FILES__;
const languages = __LANGUAGES__;
const nets = __NETS__;
/** The key of the page's last language, so that a new build caches its files too. */
const pageLanguage = "/language";
const store = `tain-${__BUILD__}`;
/** The page used for every address when offline. */
const shell = "/offline";
/** The time, in milliseconds, after which a slow response is replaced by the cached file. */
const timeout = 4000;

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));

async function install(): Promise<void> {
  const cache = await caches.open(store);
  const missing: string[] = [];
  const language = (await (await caches.match(pageLanguage))?.text()) ?? "";
  if (language) await cache.put(pageLanguage, new Response(language));
  for (const file of [shell, ...files, ...(languages[language] ?? [])]) {
    // Files named after their content are the same in every build.
    const same = file.startsWith("/assets/") ? await caches.match(file) : undefined;
    if (same) await cache.put(file, same);
    else missing.push(file);
  }
  await cache.addAll(missing.map((file) => new Request(file, { cache: "no-cache" })));
  for (const net of nets) {
    const same = await caches.match(net); // from an older build
    if (same) await cache.put(net, same);
  }
  await scope.skipWaiting();
}

/** Caches another language's files, and records the language for later builds. */
async function cacheLanguage(language: string): Promise<void> {
  const cache = await caches.open(store);
  await cache.put(pageLanguage, new Response(language));
  for (const file of languages[language] ?? []) {
    if (!(await cache.match(file))) await cache.add(file);
  }
}

async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith("tain-") && name !== store) await caches.delete(name);
  }
  await scope.clients.claim();
}

scope.addEventListener("message", (event) => {
  const language = event.data?.language;
  if (typeof language === "string") event.waitUntil(cacheLanguage(language));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request, shell));
  else if (nets.includes(url.pathname)) event.respondWith(cacheNet(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(cached(request));
  else if (files.includes(url.pathname)) event.respondWith(networkFirst(request, url.pathname));
});

/** Returns a file that never changes: cache first. */
async function cached(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Returns a net from the cache, or fetches and caches it. */
async function cacheNet(request: Request): Promise<Response> {
  const here = await caches.match(request, { ignoreVary: true });
  if (here) return here;
  const answer = await fetch(request);
  // If storage is full, the next request fetches the net again.
  if (answer.ok) await storeNet(request, answer.clone()).catch(() => {});
  return answer;
}

/** Caches a net. The response of a captive portal is not a net and must not be cached. */
async function storeNet(request: Request, answer: Response): Promise<void> {
  const net = await answer.blob();
  if ((await net.slice(0, 9).text()) !== "TAIN NET ") return;
  await (await caches.open(store)).put(request, new Response(net, { headers: answer.headers }));
}

/** Returns a file that may have changed: from the server if it responds in time, else from the cache. */
async function networkFirst(request: Request, file: string): Promise<Response> {
  const fallback = () => caches.match(file, { ignoreVary: true });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeout));
  const fresh = fetch(request);
  try {
    const answer = await Promise.race([fresh, late]);
    // An error from a restarting server, or a proxy in front of it, is worse than the cached file.
    if (answer && answer.status < 500) return answer;
    return (await fallback()) ?? (await fresh);
  } catch {
    return (await fallback()) ?? Response.error();
  }
}

scope.addEventListener("push", (event) => event.waitUntil(showNotice(event)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(openNotice(event)));

/** Shows a notification, which browsers require for every push message. */
async function showNotice(event: PushEvent): Promise<void> {
  let notice: Record<string, unknown> = {};
  try {
    notice = (event.data?.json() ?? {}) as Record<string, unknown>;
  } catch {
    // An unreadable message still means that something has happened.
  }
  // The message contains all languages; the page's last language is shown, or the browser's.
  const language = (await (await caches.match(pageLanguage))?.text()) || navigator.language.slice(0, 2);
  const texts = (notice.in as Record<string, Record<string, unknown>> | undefined)?.[language] ?? notice;
  const text = (name: string, instead: string) =>
    typeof texts[name] === "string" ? texts[name] : typeof notice[name] === "string" ? notice[name] : instead;
  await scope.registration.showNotification(text("title", "Tain"), {
    body: text("body", __UNREAD__[language] ?? __UNREAD__.en ?? ""),
    tag: text("topic", "tain"),
    icon: "/icon-192.png",
    data: { url: text("url", "/games") },
  });
}

/** Opens the game, in an existing window if there is one. */
async function openNotice({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const url = new URL(String((notification.data as { url?: unknown } | null)?.url ?? "/games"), scope.location.origin);
  if (url.origin !== scope.location.origin) return;
  const windows = await scope.clients.matchAll({ type: "window" });
  const open = windows.find((one) => new URL(one.url).pathname === url.pathname) ?? windows[0];
  if (!open) {
    await scope.clients.openWindow(url.href);
    return;
  }
  await open.focus();
  if (new URL(open.url).pathname !== url.pathname) await open.navigate(url.href);
}
