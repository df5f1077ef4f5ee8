// HTTP requests to the server.
import { Refused } from "../rules/rules";
import { t } from "../text/text";
import { withRules } from "./variants";
import type {
  Challenge,
  Failure,
  Licence,
  NewGame,
  Playing,
  PositionRequest,
  Privacy,
  SeekCount,
  Snapshot,
  Summary,
  TablesAnswer,
  TablesList,
} from "../wire.gen";

/** Thrown when the server does not respond. */
export class UnreachableError extends Error {
  constructor() {
    super(t("page.game.the-server-cannot-be-reached"));
    this.name = "Unreachable";
  }
}

/**
 * Sends an HTTP request: a GET if there is no body, otherwise the given method. Throws Refused or
 * UnreachableError.
 */
export async function request<Answer>(
  path: string,
  body?: unknown,
  method: "POST" | "PUT" | "DELETE" = "POST",
): Promise<Answer> {
  let response: Response;
  let answer: Answer & { error?: Failure };
  try {
    response = await fetch(`/api/v1/${path}`, {
      ...(body === undefined
        ? {}
        : { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      signal: AbortSignal.timeout(15_000),
    });
    answer = response.status === 204 ? ({} as typeof answer) : ((await response.json()) as typeof answer);
  } catch {
    // No response, or one that is not from Tain's server.
    throw new UnreachableError();
  }
  if (answer.error) throw new Refused(answer.error);
  if (!response.ok) throw new UnreachableError();
  return answer;
}

const gamePath = (id: string) => `games/${encodeURIComponent(id)}`;

export async function createGame(options: NewGame): Promise<Snapshot> {
  return withRules((await request<{ game: Snapshot }>("games", options)).game);
}

export async function readGame(id: string): Promise<Snapshot> {
  return withRules((await request<{ game: Snapshot }>(gamePath(id))).game);
}

/**
 * Takes a seat. A first-time visitor's first request only sets a cookie; the second takes the seat, which is then
 * theirs even if the response is lost.
 */
export async function joinGame(id: string, seat: { token?: string; name?: string }): Promise<Snapshot> {
  const path = `${gamePath(id)}/join`;
  const { game } = await request<{ game?: Snapshot }>(`${path}?known=1`, seat);
  return withRules(game ?? (await request<{ game: Snapshot }>(path, seat)).game);
}

export async function openGames(): Promise<Challenge[]> {
  return (await request<{ games: Challenge[] }>("games?open=1")).games.map(withRules);
}

/** Returns the games in progress that anyone may watch. */
export async function playingGames(): Promise<Playing> {
  const { games, now } = await request<Playing>("games/playing");
  return { games: games.map(withRules), now };
}

/** Returns why the server rejects an address; empty if it does not, or cannot be reached. */
export async function refusalReason(address: string): Promise<string> {
  try {
    const answer = (await (await fetch(address)).json()) as { error?: Failure };
    return answer.error?.message ?? "";
  } catch {
    return "";
  }
}

/** Returns the number of players waiting to be paired, by game and clock. */
export async function readSeeks(): Promise<SeekCount[]> {
  return (await request<{ seeks: SeekCount[] }>("pairing")).seeks;
}

export async function myGames(): Promise<Summary[]> {
  return (await request<{ games: Summary[] }>("my/games")).games.map(withRules);
}

/** The server's endgame tables by rule set. They are requested once, and again after a failure. */
const tables = new Map<string, Promise<TablesList>>();

/** Reports whether the server has an endgame table, given by name or by number of pieces. */
export async function hasTable(variant: string, table: string | number): Promise<boolean> {
  const list = tables.get(variant) ?? request<TablesList>(`tables?variant=${encodeURIComponent(variant)}`);
  tables.set(variant, list);
  try {
    return (await list).tables.some((one) => one.materials.some((name) => name === table || name.length === table));
  } catch {
    tables.delete(variant);
    return false;
  }
}

/** Returns the server's endgame-table result for a position. */
export async function readTables({ variant, position }: PositionRequest): Promise<TablesAnswer> {
  return request<TablesAnswer>("tables", { variant, position });
}

export async function readPrivacy(): Promise<Privacy> {
  return request<Privacy>("privacy");
}

export async function readLicences(): Promise<Licence[]> {
  return (await request<{ licences: Licence[] }>("licences")).licences;
}
