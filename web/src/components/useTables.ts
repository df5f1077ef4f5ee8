// What endgame tables know of the position that is looked at.
import { useEffect, useMemo, useState } from "preact/hooks";
import { hasTable, readTables } from "../game/rest";
import { EarlyRules } from "../rules/early";
import { Refused, type Rules } from "../rules/rules";
import type { State, TablesAnswer } from "../wire.gen";

/** No table has more pieces. */
const maxPieces = 4;

/** What the server has said, by game and position: who goes to and fro asks once. */
const answers = new Map<string, TablesAnswer>();
const maxAnswers = 500;

/**
 * What the tables in the page say; where only the server may have a table, its name, or how many pieces it must
 * have; null where nobody knows.
 */
function localTables(rules: Rules, { variant, position, pieces, moves }: State): TablesAnswer | string | number | null {
  const count = Object.keys(pieces).length;
  if (rules instanceof EarlyRules || moves.length === 0 || count > maxPieces) return null;
  try {
    return rules.tables({ variant, position });
  } catch (refused) {
    const said = refused instanceof Refused ? refused.failure.said : undefined;
    if (said?.code === "tables.missing") return String(said.args?.material);
    return said?.code === "tables.variant" ? count : null;
  }
}

/** What endgame tables know of a position: those in the page, or else the server's. Null where nothing is known. */
export function useTables(rules: Rules, state: State, wanted = true): TablesAnswer | null {
  const { variant, position } = state;
  const here = useMemo(() => (wanted ? localTables(rules, state) : null), [rules, state, wanted]);
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
    ask().catch(() => {}); // nothing is known then
    return () => {
      left = true;
    };
  }, [here, key]);
  return typeof here === "object" ? here : (answers.get(key) ?? null);
}
