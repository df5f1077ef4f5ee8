// The rule sets: those the build wrote down, known before the rules are loaded,
// and those of definitions, which the rules read.
import data from "../data/data.json";
import type { Rules } from "../rules/rules";
import { extrasOf, onLanguageChange } from "../text/language";
import { t } from "../text/text";
import type { Defined, DefineRequest, State, Step, VariantInfo } from "../wire.gen";

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

/** The rule sets that come with the program, the one to begin with first. */
export const variants: readonly VariantInfo[] = known.variants;

export const ideas: Readonly<Record<string, Idea>> = known.ideas;

/** What the build says about the rule sets and their ideas, in English. */
const english = variants.map(({ name, title, summary }) => ({
  name,
  title,
  summary,
  steps: (ideas[name]?.steps ?? []).map((step) => step.text),
}));

/** Says it in the language of the page, as far as that has words for it. */
export function retitle(): void {
  const { variants: said, ideas: told } = extrasOf();
  for (const [at, { name, title, summary, steps }] of english.entries()) {
    Object.assign(variants[at] ?? {}, { title, summary }, said?.[name]);
    for (const [n, step] of (ideas[name]?.steps ?? []).entries()) step.text = told?.[name]?.[n] ?? steps[n] ?? "";
  }
}

retitle();
onLanguageChange(retitle);

/** The definitions that were read, by their text. */
const read = new Map<string, Defined>();

/** Whether a rule set is named by its whole definition. */
export function isDefinition(variant: string): boolean {
  return variant.trimStart().startsWith("{");
}

/** Reads a definition: its game, or its faults. */
export function define(rules: Pick<Rules, "define">, request: DefineRequest): Defined {
  const found = rules.define(request);
  if (found.info) {
    // Changes are tried by the dozen; what is looked at again is read again.
    if (read.size > 200) read.clear();
    read.set(found.definition, found);
    if (request.text) read.set(request.text, found);
  }
  return found;
}

/** The rule set of a name, or of a definition that has been read. */
export function variantOf(variant: string): VariantInfo | undefined {
  return read.get(variant)?.info ?? variants.find((each) => each.name === variant);
}

/** The rule set of a name or of any definition, if it is one. */
export function readVariant(rules: Pick<Rules, "define">, variant: string): VariantInfo | undefined {
  return variantOf(variant) ?? (isDefinition(variant) ? define(rules, { text: variant, kept: true }).info : undefined);
}

/** What a rule set is called, also before its definition has been read. */
export function titleOf(variant: string): string {
  const info = variantOf(variant);
  if (info || !isDefinition(variant)) return info?.title ?? variant;
  try {
    const { name, title } = JSON.parse(variant) as { name?: unknown; title?: unknown };
    return String(title ?? name ?? "");
  } catch {
    return t("page.game.rules-that-cannot-be-read");
  }
}

/** What stands for a rule set wherever one is named: its name, or its definition. */
export function refOf(info: VariantInfo): string {
  return info.definition || info.name;
}

/** Whether a rule set starts with a side that has no king. */
export function startsKingless(info: VariantInfo): boolean {
  return Boolean(info.definition) && (JSON.parse(info.definition ?? "") as { study?: boolean }).study === true;
}

/**
 * A game of the server as the page keeps it: its variant is what finds its rules, the definition where somebody has
 * written them.
 */
export function withRules<Game extends { variant: string; definition?: string }>(game: Game): Game {
  return game.definition ? { ...game, variant: game.definition } : game;
}

/** How an address names a rule set. */
export function queryOf(variant: string): string {
  const packed = read.get(variant)?.packed;
  if (variants.some((each) => each.name === variant)) return `variant=${variant}`;
  return isDefinition(variant)
    ? `rules=${packed ?? encodeURIComponent(variant)}`
    : `variant=${encodeURIComponent(variant)}`;
}

/** Where a rule set is explained. */
export function rulesAddress(info: VariantInfo): string {
  return info.definition ? `/workshop?${queryOf(info.definition)}#rulebook` : `/learn/${info.name}`;
}
