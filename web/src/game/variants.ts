// The rule sets: the built-in ones, known before the rules are loaded, and those of definitions, which the
// rules read.
import data from "../data/data.json";
import type { Rules } from "../rules/rules";
import { extrasOf, onLanguageChange } from "../text/language";
import { t } from "../text/text";
import type { Defined, DefineRequest, State, Step, VariantInfo } from "../wire.gen";

/** A few moves that demonstrate a rule set. */
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

/** The built-in rule sets, the recommended first one first. */
export const variants: readonly VariantInfo[] = known.variants;

export const ideas: Readonly<Record<string, Idea>> = known.ideas;

/** The English descriptions of the rule sets, written by the build. */
const english = variants.map(({ name, title, summary }) => ({
  name,
  title,
  summary,
  steps: (ideas[name]?.steps ?? []).map((step) => step.text),
}));

/** Translates a description, as far as the page's language has it. */
export function retitle(): void {
  const { variants: said, ideas: told } = extrasOf();
  for (const [at, { name, title, summary, steps }] of english.entries()) {
    Object.assign(variants[at] ?? {}, { title, summary }, said?.[name]);
    for (const [n, step] of (ideas[name]?.steps ?? []).entries()) step.text = told?.[name]?.[n] ?? steps[n] ?? "";
  }
}

retitle();
onLanguageChange(retitle);

/** Parsed definitions, keyed by text. */
const read = new Map<string, Defined>();

/** Whether a rule set is given by its whole definition. */
export function isDefinition(variant: string): boolean {
  return variant.trimStart().startsWith("{");
}

/** Parses a definition: its game, or its errors. */
export function define(rules: Pick<Rules, "define">, request: DefineRequest): Defined {
  const found = rules.define(request);
  if (found.info) {
    // The workshop tries definitions by the dozen; dropped ones are parsed again on demand.
    if (read.size > 200) read.clear();
    read.set(found.definition, found);
    if (request.text) read.set(request.text, found);
  }
  return found;
}

/** The rule set of a name or of a definition that has been parsed. */
export function variantOf(variant: string): VariantInfo | undefined {
  return read.get(variant)?.info ?? variants.find((each) => each.name === variant);
}

/** The rule set of a name or of any definition, if it is valid. */
export function readVariant(rules: Pick<Rules, "define">, variant: string): VariantInfo | undefined {
  return variantOf(variant) ?? (isDefinition(variant) ? define(rules, { text: variant, kept: true }).info : undefined);
}

/** The name of a rule set, even before its definition has been parsed. */
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

/** What identifies a rule set in requests: its name, or its definition. */
export function refOf(info: VariantInfo): string {
  return info.definition || info.name;
}

/** Whether a side starts without a king. */
export function startsKingless(info: VariantInfo): boolean {
  return Boolean(info.definition) && (JSON.parse(info.definition ?? "") as { study?: boolean }).study === true;
}

/** A server game as the page keeps it: its variant is the name, or the definition of a custom rule set. */
export function withRules<Game extends { variant: string; definition?: string }>(game: Game): Game {
  return game.definition ? { ...game, variant: game.definition } : game;
}

/** The rule set's parameter in an address. */
export function queryOf(variant: string): string {
  const packed = read.get(variant)?.packed;
  if (variants.some((each) => each.name === variant)) return `variant=${variant}`;
  return isDefinition(variant)
    ? `rules=${packed ?? encodeURIComponent(variant)}`
    : `variant=${encodeURIComponent(variant)}`;
}

/** The address of a rule set's rulebook. */
export function rulesAddress(info: VariantInfo): string {
  return info.definition ? `/workshop?${queryOf(info.definition)}#rulebook` : `/learn/${info.name}`;
}
