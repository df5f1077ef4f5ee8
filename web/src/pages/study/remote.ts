// Studies on the server, each with a link for reading and a secret link for editing.
import { UnreachableError } from "../../game/rest";
import { Refused } from "../../rules/rules";
import type { Failure, OneStudy, StudyInfo } from "../../wire.gen";
import type { Published } from "./savedStudies";

async function request(method: string, path: string, secret?: string, body?: unknown): Promise<OneStudy> {
  let response: Response;
  try {
    response = await fetch(`/api/v1/studies${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(secret ? { Authorization: `Bearer ${secret}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    if (response.status === 204) return {} as OneStudy;
    const answer = (await response.json()) as OneStudy & { error?: Failure };
    if (answer.error) throw new Refused(answer.error);
    if (!response.ok) throw new UnreachableError();
    return answer;
  } catch (problem) {
    if (problem instanceof Refused) throw problem;
    throw new UnreachableError();
  }
}

const at = (id: string) => `/${encodeURIComponent(id)}`;

export async function readRemote(id: string): Promise<StudyInfo> {
  return (await request("GET", at(id))).study;
}

/** Publishes a study on the server. */
export async function putRemote(pgn: string): Promise<Published> {
  const { study, secret = "" } = await request("POST", "", undefined, { pgn });
  return { id: study.id, secret, version: study.version, changed: false };
}

/** Replaces the server's study with the local one. */
export async function changeRemote(published: Published, pgn: string): Promise<Published> {
  const { study } = await request("PUT", at(published.id), published.secret, { version: published.version, pgn });
  return { ...published, version: study.version, changed: false };
}

export async function deleteRemote(published: Published): Promise<void> {
  await request("DELETE", at(published.id), published.secret);
}

/** Returns the link for reading a study. */
export function readLink(published: Published): string {
  return `${location.origin}/study/${published.id}`;
}

/** Returns the link for editing a study. The secret is in the fragment, which browsers do not send. */
export function editLink(published: Published): string {
  return `${readLink(published)}#edit=${published.secret}`;
}

/** Reports whether an error means that the server's study was changed elsewhere. */
export function isStale(problem: unknown): boolean {
  return problem instanceof Refused && problem.failure.code === "stale";
}

export function isGone(problem: unknown): boolean {
  return problem instanceof Refused && problem.failure.code === "not-found";
}
