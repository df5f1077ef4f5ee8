// The rule sets, as the build wrote them down: known before the rules are loaded.
import data from "../data/data.json";
import type { Step, VariantInfo } from "../rules/types";

/** A few moves that show what a rule set is about. */
export interface Idea {
  start: string;
  steps: Step[];
}

interface Data {
  variants: VariantInfo[];
  ideas: Record<string, Idea>;
}

const known = data as unknown as Data;

/** The rule sets, the one to begin with first. */
export const variants: readonly VariantInfo[] = [
  ...known.variants.filter((each) => each.name === "triboard"),
  ...known.variants.filter((each) => each.name !== "triboard" && each.name !== "chess"),
  ...known.variants.filter((each) => each.name === "chess"),
];

export const ideas: Readonly<Record<string, Idea>> = known.ideas;

/** The rule set of a name. */
export function variantOf(name: string): VariantInfo | undefined {
  return variants.find((each) => each.name === name);
}
