// @tainchess/rules in Node.
import { node } from "./node-host";
import { load, type LoadOptions, type Rules } from "./rules";

/** Loads the rules into their own workers. */
export function loadRules(options: LoadOptions = {}): Promise<Rules> {
  return load(node, options);
}

export { TainError } from "./errors";
export { Line, Rules, type Question as Ask, type LoadOptions, type SearchOptions } from "./rules";
export type * from "../../../src/wire.gen";
