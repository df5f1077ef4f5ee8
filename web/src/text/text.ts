// What the page says, in the language of whoever reads it. A text is named by its
// code; the build puts the English beside each code (texts.mjs), and the file of
// another language has its texts in the same order.
import type { Code, TextArguments } from "./types";

/** The texts of a language, in the order of the codes. English is written where it is used. */
let table: readonly (string | null)[] = [];
let tag = "en";
/** How dates and numbers are written: as in the country the browser names, where it has this language. */
let locale = "en";

/** Takes another language. Its texts are those of its file, none for English. */
export function setLanguage(language: string, texts: readonly (string | null)[], country: string = language): void {
  tag = language;
  table = texts;
  locale = country;
  formatters.clear();
}

/** The language spoken now. */
export function language(): string {
  return tag;
}

/** What makes plural forms, numbers, dates and lists, each made once a language. */
const formatters = new Map<string, unknown>();

function formatter<Made>(name: string, make: () => Made): Made {
  if (!formatters.has(name)) formatters.set(name, make());
  return formatters.get(name) as Made;
}

/** A text, with its arguments filled in. */
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

/** Whether a brace in quotes stands here, which is only a brace. */
function quoted(text: string, at: number): boolean {
  return text[at] === "'" && text[at + 2] === "'" && (text[at + 1] === "{" || text[at + 1] === "}");
}

/** Where the brace that opens here is closed. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (quoted(text, at)) at += 2;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}

/** What stands in a place: the argument, or the text that it chooses. */
function place(inside: string, values: Values, count: number | undefined): string {
  const [name = "", style, ...rest] = inside.split(",");
  const value = values[name.trim()];
  if (style === undefined || rest.length === 0) return formatValue(value);
  const choices = rest.join(",");
  const number = style.trim() === "plural" ? Number(value) : undefined;
  const wanted =
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
  const key = wanted.find((one) => found.has(one)) ?? "other";
  return format(found.get(key) ?? "", values, number ?? count);
}

/** A value as it is written: numbers as the language writes them. */
function formatValue(value: unknown): string {
  return typeof value === "number" ? number(value) : String(value ?? "");
}

/** A number as the language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return formatter(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** A day, or a day and time, as the language writes it. */
export function date(time: number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return formatter(`date ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options)).format(time);
}

/** How long ago something was, in whole units. */
export function ago(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return formatter("ago", () => new Intl.RelativeTimeFormat(locale)).format(-count, unit);
}

/** Things one after the other: "a, b and c", or "a, b or c". */
export function list(items: readonly string[], last: "and" | "or" = "and"): string {
  // American English has a comma before the last, which the sentences of the rules have not.
  const where = tag === "en" ? "en-GB" : tag;
  return formatter(
    `list ${last}`,
    () => new Intl.ListFormat(where, { type: last === "or" ? "disjunction" : "conjunction" }),
  ).format(items);
}
