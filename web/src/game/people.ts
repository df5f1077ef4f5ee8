// People: requests about profiles, and about following, blocking and challenging accounts.
import type { Friends, Openings, Profile, ProfileGames } from "../wire.gen";
import { request } from "./rest";

/** Returns the address of a profile. */
export const profileAddress = (name: string): string => `/people/${encodeURIComponent(name)}`;

const account = (name: string) => `accounts/${encodeURIComponent(name)}`;

export const readProfile = (name: string): Promise<Profile> => request(account(name));

/** Returns a page of the games that match a filter. */
export const readProfileGames = (name: string, filter: Record<string, string>): Promise<ProfileGames> =>
  request(`${account(name)}/games?${new URLSearchParams(filter)}`);

export const readOpenings = (name: string, variant: string, colour: string): Promise<Openings> =>
  request(`${account(name)}/openings?${new URLSearchParams({ variant, colour })}`);

/** Follows or blocks an account, or neither. */
export const relate = (name: string, relation: Profile["relation"]): Promise<unknown> =>
  request(`${account(name)}/relation`, relation ? { relation } : {}, "PUT");

/** Challenges an account to a game that was created for a friend. */
export const challenge = (name: string, game: string): Promise<unknown> =>
  request(`${account(name)}/challenge`, { game });

export const readFriends = (): Promise<Friends> => request("account/friends");

export const declineChallenge = (game: string): Promise<unknown> =>
  request(`account/challenges/${encodeURIComponent(game)}`, {}, "DELETE");

/** Hides the user's profile from other people, or shows it. */
export const hideProfile = (hidden: boolean): Promise<unknown> => request("account/profile", { hidden }, "PUT");
