// What endgame tables know of the position that is looked at.
import { useEffect, useMemo, useState } from "preact/hooks";
import { readTables } from "../game/rest";
import { EarlyRules } from "../rules/early";
import { Refused, type Rules } from "../rules/rules";
import type { State, TablesAnswer } from "../wire.gen";

/** No table has more pieces. */
const mostPieces = 4;

/** What the server has said, by game and position: who goes to and fro asks once. */
const heard = new Map<string, TablesAnswer | null>();
const mostHeard = 500;

/** What the tables in the page say, "elsewhere" if only the server may know, and null if nobody does. */
export function tablesHere(rules: Rules, { variant, position, pieces, moves }: State): TablesAnswer | "elsewhere" | null {
  if (rules instanceof EarlyRules || moves.length === 0 || Object.keys(pieces).length > mostPieces) return null;
  try {
    return rules.tables({ variant, position });
  } catch (refused) {
    return refused instanceof Refused && refused.failure.said?.code === "tables.missing" ? "elsewhere" : null;
  }
}

/** What endgame tables know of a position: those in the page, or else the server's. Null where nothing is known. */
export function useTables(rules: Rules, state: State, wanted = true): TablesAnswer | null {
  const { variant, position } = state;
  const here = useMemo(() => (wanted ? tablesHere(rules, state) : null), [rules, state, wanted]);
  const key = `${variant} ${position}`;
  const [, came] = useState(0);
  useEffect(() => {
    if (here !== "elsewhere" || heard.has(key)) return;
    let left = false;
    const note = (answer: TablesAnswer | null) => {
      if (heard.size >= mostHeard) heard.clear();
      heard.set(key, answer);
      if (!left) came((n) => n + 1);
    };
    // One that cannot be reached is asked again another time.
    readTables({ variant, position }).then(note, (problem) => problem instanceof Refused && note(null));
    return () => {
      left = true;
    };
  }, [here, key]);
  return here === "elsewhere" ? (heard.get(key) ?? null) : here;
}
