// Messages in the user's language. A message is named by its code. The build (texts.mjs) replaces each code with its
// number and the English text, and the files of other languages list their texts in the order of the numbers.
import type { Code, TextArguments } from "./types";

/** The texts of a language in the order of the codes. English is inlined at the point of use. */
let table: readonly (string | null)[] = [];
let tag = "en";
/** The locale for dates and numbers, with the browser's region if it matches the language. */
let locale = "en";

/** Switches the language. English needs no texts here. */
export function setLanguage(language: string, texts: readonly (string | null)[], country: string = language): void {
  tag = language;
  table = texts;
  locale = country;
  formatters.clear();
}

/** Returns the current language. */
export function language(): string {
  return tag;
}

/** Formatters for plurals, numbers, dates and lists, created once per language. */
const formatters = new Map<string, unknown>();

function formatter<Made>(name: string, make: () => Made): Made {
  if (!formatters.has(name)) formatters.set(name, make());
  return formatters.get(name) as Made;
}

/** Returns a message with its arguments filled in. */
export function t<C extends Code>(code: C, ...args: TextArguments<C>): string {
  const at = code.indexOf("|");
  const text = table[Number(code.slice(0, at))] ?? code.slice(at + 1);
  return text.includes("{") || text.includes("'") ? format(text, (args[0] ?? {}) as Values) : text;
}

type Values = Readonly<Record<string, unknown>>;

function format(text: string, values: Values, count?: number): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted(text, at)) {
      out += text[at + 1];
      at += 2;
    } else if (sign === "#" && count !== undefined) out += formatValue(count);
    else if (sign === "{") {
      const end = closing(text, at);
      out += place(text.slice(at + 1, end), values, count);
      at = end;
    } else out += sign;
  }
  return out;
}

/** Reports whether there is a quoted brace at a position, which is literal. */
function quoted(text: string, at: number): boolean {
  return text[at] === "'" && text[at + 2] === "'" && (text[at + 1] === "{" || text[at + 1] === "}");
}

/** Returns the position of the matching closing brace. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (quoted(text, at)) at += 2;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}

/** Evaluates a placeholder: an argument, or the text it selects. */
function place(inside: string, values: Values, count: number | undefined): string {
  const [name = "", style, ...rest] = inside.split(",");
  const value = values[name.trim()];
  if (style === undefined || rest.length === 0) return formatValue(value);
  const choices = rest.join(",");
  const number = style.trim() === "plural" ? Number(value) : undefined;
  const candidates =
    number === undefined
      ? [String(value)]
      : [`=${number}`, formatter("plural", () => new Intl.PluralRules(tag)).select(number)];
  const found = new Map<string, string>();
  for (let at = 0; ; ) {
    const open = choices.indexOf("{", at);
    if (open < 0) break;
    const end = closing(choices, open);
    found.set(choices.slice(at, open).trim(), choices.slice(open + 1, end));
    at = end + 1;
  }
  const key = candidates.find((one) => found.has(one)) ?? "other";
  return format(found.get(key) ?? "", values, number ?? count);
}

/** Formats a value; numbers follow the locale. */
function formatValue(value: unknown): string {
  return typeof value === "number" ? number(value) : String(value ?? "");
}

/** Formats a number. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  // Small whole numbers look the same in every language, and the first formatter takes long to create.
  if (!options && Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return formatter(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** Formats a date, optionally with the time. */
export function date(time: number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return formatter(`date ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options)).format(time);
}

/** Formats a relative time in whole units. */
export function ago(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return formatter("ago", () => new Intl.RelativeTimeFormat(locale)).format(-count, unit);
}

/** Formats a list: "a, b and c", or "a, b or c". */
export function list(items: readonly string[], last: "and" | "or" = "and"): string {
  // American English puts a comma before the last item; the rules' sentences do not.
  const where = tag === "en" ? "en-GB" : tag;
  return formatter(
    `list ${last}`,
    () => new Intl.ListFormat(where, { type: last === "or" ? "disjunction" : "conjunction" }),
  ).format(items);
}
