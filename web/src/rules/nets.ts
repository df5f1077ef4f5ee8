// The engine's nets, fetched when a rule set is first searched at full strength. Without a net the engine
// uses its weights.
import type { SearchRequest } from "../wire.gen";

/** The addresses of the nets, keyed by rule set. Files are named after their content. */
const netUrls = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../../nets/*.net", { query: "?url", import: "default", eager: true })).map(
    ([path, url]) => [/([^/]+)\.net$/.exec(path)?.[1] ?? path, url],
  ),
);

/** The highest level, which is full strength. */
const maxLevel = 20;

/**
 * The time, in milliseconds, that a search waits for its net. On a slow connection the first searches run
 * without it.
 */
const netTimeout = 1500;

const fetched = new Map<string, Promise<ArrayBuffer | undefined>>();

/** Reports whether a search uses a net. Lower levels use the weights they were calibrated with. */
export function usesNet(request: SearchRequest): boolean {
  return !request.level || request.level >= maxLevel;
}

/**
 * Returns the net of a rule set; undefined if there is none or it cannot be fetched, and "later" if it is
 * still loading when the wait times out.
 */
export async function netOf(variant: string, wait = netTimeout): Promise<ArrayBuffer | "later" | undefined> {
  const url = netUrls[variant];
  if (!url) return undefined;
  let net = fetched.get(variant);
  if (!net) {
    net = fetchNet(url);
    fetched.set(variant, net);
    // After a failure, the next engine tries again.
    void net.then((got) => got ?? fetched.delete(variant));
  }
  if (wait === Infinity) return net;
  return Promise.race([net, new Promise<"later">((resolve) => setTimeout(() => resolve("later"), wait))]);
}

async function fetchNet(url: string): Promise<ArrayBuffer | undefined> {
  try {
    const answer = await fetch(url);
    return answer.ok ? await answer.arrayBuffer() : undefined;
  } catch {
    return undefined;
  }
}
