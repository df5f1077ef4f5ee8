// Accounts: requests to the server, and the browser's credential manager.
import { Refused } from "../rules/rules";
import type { AccountState, ChallengeRequest, PasskeyChallenge, RecoveryCodes, SignOutRequest } from "../wire.gen";
import { rememberName } from "./savedGames";
import { request } from "./rest";
import { visitProvider } from "./openid";

/** Reports whether the browser has passkeys. */
export const hasPasskeys = () => !!window.PublicKeyCredential?.parseCreationOptionsFromJSON;

/** Whether sensitive changes are confirmed at the OpenID Connect provider instead of with a passkey. */
let confirmsThere = false;

export async function readAccount(): Promise<AccountState> {
  const state = await request<AccountState>("account");
  if (state.account) rememberName(state.account.name);
  confirmsThere = !!state.account?.provider && !state.account.passkeys.length;
  return state;
}

/** Thrown when the user cancels, or the browser finds no passkey. */
export class CancelledError extends Error {}

/** Requests a challenge, has a passkey sign it, and returns the response for the server. */
async function sign(purpose: ChallengeRequest["purpose"], name?: string): Promise<unknown> {
  const { options } = await request<PasskeyChallenge>("account/challenge", { purpose, name });
  const json = options.publicKey as never;
  try {
    const credential = await (purpose === "register" || purpose === "add"
      ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
      : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) }));
    if (credential) return (credential as PublicKeyCredential).toJSON();
  } catch {
    // The user has cancelled, or there is no passkey.
  }
  throw new CancelledError();
}

/** Creates an account and returns its recovery codes. */
export async function register(name: string): Promise<string[]> {
  const credential = await sign("register", name);
  return (await request<RecoveryCodes>("account", { credential })).codes;
}

export async function signIn(move: boolean): Promise<void> {
  await request("account/sign-in", { credential: await sign("sign-in"), move });
}

export async function recover(code: string): Promise<void> {
  await request("account/recover", { code });
}

/** Verifies a passkey. Without one, opens the provider's page; the user then repeats the change after returning. */
async function confirm(): Promise<void> {
  if (confirmsThere) {
    await visitProvider();
    throw new CancelledError();
  }
  await request("account/confirm", { credential: await sign("confirm") });
}

/** Makes a sensitive change. If the server requires it, verifies a passkey first and repeats the change. */
export async function confirmed<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (problem) {
    if (!(problem instanceof Refused && problem.failure.code === "confirm")) throw problem;
    await confirm();
    return change();
  }
}

/** Adds a passkey. Verifies an existing one first if necessary, because otherwise the server rejects the new one. */
export async function addPasskey(fresh: boolean): Promise<void> {
  if (!fresh) await confirm();
  await request("account/passkeys", { credential: await sign("add") });
}

export const removePasskey = (id: string) => confirmed(() => request(`account/passkeys/${id}`, {}, "DELETE"));

export const newCodes = async () => (await confirmed(() => request<RecoveryCodes>("account/codes", {}))).codes;

export const rename = (name: string) => request("account/name", { name });

export const closeAccount = () => confirmed(() => request("account", {}, "DELETE")).then(() => rememberName(""));

/** Signs out this browser, or other devices. */
export async function signOut(which: SignOutRequest = {}): Promise<void> {
  await request("account/sign-out", which);
  if (!which.device && !which.others) rememberName("");
}
