// Endgame-table lookups for the displayed position.
import { useEffect, useMemo, useState } from "preact/hooks";
import { hasTable, readTables } from "../game/rest";
import { EarlyRules } from "../rules/early";
import { Refused, type Rules } from "../rules/rules";
import type { State, TablesAnswer } from "../wire.gen";

/** The maximum number of pieces covered by the tables. */
const maxPieces = 4;

/** Server responses, keyed by game and position. */
const answers = new Map<string, TablesAnswer>();
const maxAnswers = 500;

/**
 * Looks up a position in the page's tables. If only the server may have the table, it returns the table's
 * name or number of pieces; null if no table exists.
 */
function localTables(rules: Rules, { variant, position, pieces, moves }: State): TablesAnswer | string | number | null {
  const count = Object.keys(pieces).length;
  if (rules instanceof EarlyRules || moves.length === 0 || count > maxPieces) return null;
  try {
    return rules.tables({ variant, position });
  } catch (refused) {
    const reason = refused instanceof Refused ? refused.failure.reason : undefined;
    if (reason?.code === "tables.missing") return String(reason.args?.material);
    return reason?.code === "tables.variant" ? count : null;
  }
}

/** Looks up a position in the page's tables, then in the server's. Null if it is not found. */
export function useTables(rules: Rules, state: State, enabled = true): TablesAnswer | null {
  const { variant, position } = state;
  const here = useMemo(() => (enabled ? localTables(rules, state) : null), [rules, state, enabled]);
  const key = `${variant} ${position}`;
  const [, came] = useState(0);
  useEffect(() => {
    if (here === null || typeof here === "object" || answers.has(key)) return;
    let left = false;
    const ask = async () => {
      const answer = (await hasTable(variant, here)) ? await readTables({ variant, position }) : null;
      if (answer) answers.set(key, answer);
      if (answer && !left) came((n) => n + 1);
    };
    if (answers.size >= maxAnswers) answers.clear();
    ask().catch(() => {}); // treated as not found
    return () => {
      left = true;
    };
  }, [here, key]);
  return typeof here === "object" ? here : (answers.get(key) ?? null);
}
