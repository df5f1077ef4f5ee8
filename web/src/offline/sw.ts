// The service worker. It keeps the files of one build, so that playing the
// computer, analysing and learning work without a connection. What the server
// answers under /api is never kept.

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LastingEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** As much of a service worker's world as is used here. */
interface ServiceWorkerWorld {
  addEventListener(type: "install" | "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: RequestEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
}

/** Filled in by the build: the files to keep, and a name that changes with them. */
declare const __FILES__: string[];
declare const __BUILD__: string;

const world = self as unknown as ServiceWorkerWorld;
const files = __FILES__;
const store = `tain-${__BUILD__}`;
const shell = "/";
/** How long a file may take before the kept one is used. */
const patience = 4000;

world.addEventListener("install", (event) => event.waitUntil(install()));
world.addEventListener("activate", (event) => event.waitUntil(tidy()));

async function install(): Promise<void> {
  const cache = await caches.open(store);
  const missing: string[] = [];
  for (const file of [shell, ...files]) {
    // Files named after their content are the same in every build that has them.
    const same = file.startsWith("/assets/") ? await caches.match(file) : undefined;
    if (same) await cache.put(file, same);
    else missing.push(file);
  }
  await cache.addAll(missing.map((file) => new Request(file, { cache: "no-cache" })));
  await world.skipWaiting();
}

async function tidy(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith("tain-") && name !== store) await caches.delete(name);
  }
  await world.clients.claim();
}

world.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== world.location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(newest(request, shell));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (files.includes(url.pathname)) event.respondWith(newest(request, url.pathname));
});

/** A file that never changes: from here if it is here. */
async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** A file that may have changed: from the server if it answers in time. */
async function newest(request: Request, file: string): Promise<Response> {
  const fallback = () => caches.match(file, { ignoreVary: true });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  const fresh = fetch(request);
  try {
    const answer = await Promise.race([fresh, late]);
    // A server that is being started anew, or a gate before it, has no better answer than ours.
    if (answer && answer.status < 500) return answer;
    return (await fallback()) ?? (await fresh);
  } catch {
    return (await fallback()) ?? Response.error();
  }
}
