// Signing in at the server's OpenID Connect provider, such as that of a school.
import type { OpenIDRequest, OpenIDResult, OpenIDReturn, OpenIDVisit } from "../wire.gen";
import { request } from "./rest";

/** Opens the provider's page, which sends the browser back to the account page. */
export async function visitProvider(move = false): Promise<void> {
  const { url } = await request<OpenIDVisit>("account/openid", { move } satisfies OpenIDRequest);
  location.assign(url);
}

/**
 * Finishes a sign-in if the provider has just sent the browser here, and returns the result. "cancelled" means that the
 * user did not sign in there.
 */
export async function finishVisit(): Promise<OpenIDResult["result"] | "cancelled" | undefined> {
  const query = new URLSearchParams(location.search);
  const [code, state, iss] = [query.get("code"), query.get("state"), query.get("iss") ?? undefined];
  if (!state) return undefined;
  history.replaceState(history.state, "", location.pathname);
  if (!code) return "cancelled";
  return (await request<OpenIDResult>("account/openid/finish", { code, state, iss } satisfies OpenIDReturn)).result;
}

/** Creates an account for the person who has signed in at the provider. */
export async function registerThere(name: string): Promise<void> {
  await request("account/openid/register", { name });
}
