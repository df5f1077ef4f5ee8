// The nets that the engine plays by at full strength, fetched when a rule set is first searched so. Where one cannot be
// had the engine plays by its weights.
import type { SearchRequest } from "../wire.gen";

/** Where each lies, by rule set: files named after their content. */
const netUrls = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../../nets/*.net", { query: "?url", import: "default", eager: true })).map(
    ([path, url]) => [/([^/]+)\.net$/.exec(path)?.[1] ?? path, url],
  ),
);

/** The highest level, which plays as well as it can. */
const maxLevel = 20;

/** How long a search waits for its net: on a slow line the first ones go without. */
const netTimeout = 1500;

const fetched = new Map<string, Promise<ArrayBuffer | undefined>>();

/** Whether a search plays by a net: weaker levels play by weights, as they were measured. */
export function usesNet(request: SearchRequest): boolean {
  return !request.level || request.level >= maxLevel;
}

/**
 * The net of a rule set, undefined if it has none or it cannot be fetched, and "later" if it is still on its way
 * when somebody has waited for it for long enough.
 */
export async function netOf(variant: string, wait = netTimeout): Promise<ArrayBuffer | "later" | undefined> {
  const url = netUrls[variant];
  if (!url) return undefined;
  let net = fetched.get(variant);
  if (!net) {
    net = fetchNet(url);
    fetched.set(variant, net);
    // Without a connection it is tried again by the next engine.
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
