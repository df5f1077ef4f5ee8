// Starts a game in this browser, whether or not the rules are loaded yet.
import { startOf } from "../rules/first";
import { loadedRules, loadRules } from "../rules/rules";
import { beginEarly, canBeginEarly } from "./earlyGame";
import { createLocal, type LocalOptions } from "./local";

/** Creates and saves a game; returns its id. */
export async function beginLocal(options: LocalOptions): Promise<string> {
  const rules = loadedRules();
  const first = !rules && canBeginEarly(options) ? await startOf(options.variant) : null;
  return first ? beginEarly(first, options) : createLocal(rules ?? (await loadRules()), options);
}
