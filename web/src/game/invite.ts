// The token of an invitation stands behind the # of a link, which browsers keep to themselves: no server, proxy or
// log on the way is told, and no other site.

/** The address of the seat that a token opens. */
export function inviteAddress(id: string, token?: string): string {
  return `/game/${id}${token ? `#join=${token}` : ""}`;
}

/** The token in an address; older links have it in the query. */
export function inviteToken(at: { hash: string; search: string }): string {
  return new URLSearchParams(at.hash.slice(1)).get("join") ?? new URLSearchParams(at.search).get("join") ?? "";
}
