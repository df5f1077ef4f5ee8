// The nets of the engine, fetched when a rule set is first searched at full strength. Without a net the engine
// uses its weights.
import type { SearchRequest } from "../wire.gen";

/** The nets' addresses by rule set; files are named after their content. */
const netUrls = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../../nets/*.net", { query: "?url", import: "default", eager: true })).map(
    ([path, url]) => [/([^/]+)\.net$/.exec(path)?.[1] ?? path, url],
  ),
);

/** The highest level, at full strength. */
const maxLevel = 20;

/** How long a search waits for its net: on a slow connection the first ones do without. */
const netTimeout = 1500;

const fetched = new Map<string, Promise<ArrayBuffer | undefined>>();

/** Whether a search uses a net: lower levels use the weights they were measured with. */
export function usesNet(request: SearchRequest): boolean {
  return !request.level || request.level >= maxLevel;
}

/**
 * The net of a rule set; undefined if there is none or it cannot be fetched, and "later" if it is still loading
 * when the wait times out.
 */
export async function netOf(variant: string, wait = netTimeout): Promise<ArrayBuffer | "later" | undefined> {
  const url = netUrls[variant];
  if (!url) return undefined;
  let net = fetched.get(variant);
  if (!net) {
    net = fetchNet(url);
    fetched.set(variant, net);
    // Without a connection the next engine tries again.
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
