// Ratings: requests to the server, and their texts.
import { t } from "../text/text";
import type { Leaderboard, Pool, RatingHistory, Ratings } from "../wire.gen";
import { request } from "./rest";
import { titleOf } from "./variants";

type Speed = Pool["speed"];

export const speeds: Speed[] = ["bullet", "blitz", "rapid", "classical", "correspondence"];

/** Returns a speed in words. */
export function speedName(speed: Speed): string {
  switch (speed) {
    case "bullet":
      return t("page.home.bullet");
    case "blitz":
      return t("page.home.blitz");
    case "rapid":
      return t("page.home.rapid");
    case "classical":
      return t("page.ratings.classical");
    case "correspondence":
      return t("page.home.by-mail");
  }
}

/** Returns the game and speed of a pool in words. */
export const poolName = (pool: Pool): string => `${pool.title ?? titleOf(pool.variant)}, ${speedName(pool.speed)}`;

/** Returns the address of a leaderboard. */
export const boardAddress = (variant: string, speed: Speed): string =>
  `/leaderboard?${new URLSearchParams({ game: variant, speed })}`;

const account = (name: string) => `accounts/${encodeURIComponent(name)}/ratings`;

export const readRatings = (name: string): Promise<Ratings> => request(account(name));

export const readHistory = (name: string, { variant, speed }: Pool): Promise<RatingHistory> =>
  request(`${account(name)}/history?pool=${encodeURIComponent(`${variant}/${speed}`)}`);

export const readBoard = (variant: string, speed: Speed): Promise<Leaderboard> =>
  request(`leaderboards/${encodeURIComponent(variant)}/${speed}`);
