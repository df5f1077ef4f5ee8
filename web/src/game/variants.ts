// The rule sets, as the build wrote them down: known before the rules are loaded.
import data from "../data/data.json";
import type { State, Step, VariantInfo } from "../wire.gen";

/** A few moves that show what a rule set is about. */
export interface Idea {
  start: string;
  steps: Step[];
  /** The position before the first step and after each. */
  states: State[];
}

interface Data {
  variants: VariantInfo[];
  ideas: Record<string, Idea>;
}

const known = data as unknown as Data;

/** The rule sets, the one to begin with first. */
export const variants: readonly VariantInfo[] = known.variants;

export const ideas: Readonly<Record<string, Idea>> = known.ideas;

/** The rule set of a name. */
export function variantOf(name: string): VariantInfo | undefined {
  return variants.find((each) => each.name === name);
}
