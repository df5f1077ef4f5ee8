// @tainchess/rules in a browser.
import { browser } from "./browser";
import { load, type LoadOptions, type Rules } from "./rules";

/** Loads the rules into their own workers. */
export function loadRules(options: LoadOptions = {}): Promise<Rules> {
  return load(browser, options);
}

export { TainError } from "./errors";
export { Line, Rules, type Question as Ask, type LoadOptions, type SearchOptions } from "./rules";
export type * from "../../../src/wire.gen";
