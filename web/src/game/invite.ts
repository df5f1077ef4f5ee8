// An invitation's token is in the fragment of the link, which browsers do not send, so that no server, proxy,
// log or other site sees it.

/** Returns the address of a game, with the token that grants a seat, if any. */
export function inviteAddress(id: string, token?: string): string {
  return `/game/${id}${token ? `#join=${token}` : ""}`;
}

/** Returns the token in an address; empty if there is none. Older links have it in the query. */
export function inviteToken(at: { hash: string; search: string }): string {
  return new URLSearchParams(at.hash.slice(1)).get("join") ?? new URLSearchParams(at.search).get("join") ?? "";
}
