// Tri-dimensional chess as described by the rules, for tests.
import { variants } from "../../data/data.json";
import type { VariantInfo } from "../../wire.gen";

const found = (variants as VariantInfo[]).find((v) => v.name === "trid");
if (!found) throw new Error("The page's data does not contain the rule set trid.");

export const trid: VariantInfo = found;
