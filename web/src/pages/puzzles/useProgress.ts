// The saved puzzle progress, as a hook.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rememberVisit } from "../../game/beenHere";
import { DatabaseError, onStoreChange, objectStore } from "../../storage/database";
import { request } from "../../game/rest";
import { t } from "../../text/text";
import type { AccountState } from "../../wire.gen";
import type { Puzzle } from "./data";
import {
  cardId,
  count,
  countDay,
  daysId,
  newScore,
  schedule,
  type Card,
  type Days,
  type Result,
  type Score,
  type ProgressRecord,
} from "./progress";

const store = objectStore<ProgressRecord>("puzzles");

export interface Progress {
  scores: ReadonlyMap<string, Score>;
  /** Keyed by rule set and puzzle, in the form of `cardId`. */
  cards: ReadonlyMap<string, Card>;
  days: Days | undefined;
}

function sorted(things: readonly ProgressRecord[]): Progress {
  const scores = new Map<string, Score>();
  const cards = new Map<string, Card>();
  let days: Days | undefined;
  for (const thing of things) {
    if (thing.kind === "score") scores.set(thing.variant, thing);
    else if (thing.kind === "card") cards.set(thing.id, thing);
    else if (thing.kind === "days") days = thing;
  }
  return { scores, cards, days };
}

/** Records in the user's account, if they have one, that they have solved today's puzzle. */
async function saveDaily(): Promise<void> {
  try {
    const { account } = await request<AccountState>("account");
    if (account) await request("account/daily", {});
  } catch {
    // Without a connection, the day counts only in this browser.
  }
}

/** Returns the progress, null until it is loaded, and a function that adds an attempt. */
export function useProgress() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState("");
  const latest = useRef<Progress | null>(null);
  latest.current = progress;
  useEffect(() => {
    let active = true;
    const read = () => store.all().then((things) => active && setProgress(sorted(things)));
    void read();
    const stop = onStoreChange("puzzles", () => void read());
    return () => {
      active = false;
      stop();
    };
  }, []);

  const record = (variant: string, puzzle: Puzzle, result: Result, isDaily: boolean) => {
    rememberVisit();
    const now = Date.now();
    const before = latest.current ?? sorted([]);
    const id = cardId(variant, puzzle.id);
    const old = before.cards.get(id);
    const card = schedule(old, variant, puzzle.id, result, now);
    const score = count(before.scores.get(variant) ?? newScore(variant), puzzle, result, !old, now);
    const days = isDaily && result !== "failed" ? countDay(before.days, variant, now) : before.days;
    if (days && days !== before.days) void saveDaily();
    const after = {
      scores: new Map(before.scores).set(variant, score),
      cards: new Map(before.cards).set(id, card),
      days,
    };
    latest.current = after;
    setProgress(after);
    const changed: ProgressRecord[] =
      days && days !== before.days ? [card, score, { ...days, id: daysId }] : [card, score];
    Promise.all(changed.map((thing) => store.put(thing))).catch((why: unknown) => {
      setProblem(why instanceof DatabaseError ? t("page.puzzles.this-browser-keeps-nothing-your") : String(why));
    });
  };
  return { progress, problem, record };
}

/** Returns the cards of one rule set, keyed by puzzle. */
export function useCards(progress: Progress | null, variant: string): ReadonlyMap<string, Card> {
  return useMemo(() => {
    const own = new Map<string, Card>();
    for (const card of progress?.cards.values() ?? []) if (card.variant === variant) own.set(card.puzzle, card);
    return own;
  }, [progress, variant]);
}
