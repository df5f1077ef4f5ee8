// Whether the user is signed in to an account.
import { request } from "../game/rest";
import type { AccountState } from "../wire.gen";
import { useAnswer } from "./useAnswer";

/** Reports whether the user is signed in; false until that is known, and without the server. */
export const useSignedIn = (): boolean =>
  useAnswer(() => request<AccountState>("account")).value?.account !== undefined;
