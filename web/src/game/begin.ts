// Begins a game in this browser, whether the rules are there yet or not.
import { startOf } from "../rules/first";
import { loadedRules, loadRules } from "../rules/rules";
import { beginEarly, canBeginEarly } from "./earlyGame";
import { createLocal, type LocalOptions } from "./local";

/** Makes a game and keeps it; its id opens it. */
export async function beginLocal(options: LocalOptions): Promise<string> {
  const rules = loadedRules();
  const first = !rules && canBeginEarly(options) ? await startOf(options.variant) : null;
  return first ? beginEarly(first, options) : createLocal(rules ?? (await loadRules()), options);
}
