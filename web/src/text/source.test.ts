// Compares the page's source with the catalogues. Text written directly in the source could not be
// translated.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { parseSync } from "vite";
import { argumentsOf, fetched, pageTexts } from "../../texts.mjs";

const source = join(process.cwd(), "src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen|d)\.ts$/.test(file))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), "utf8")]));
const english = pageTexts("en");

test("no line is longer than 120 characters", () => {
  const isSource = /^(?!wire\.gen).*\.(tsx?|mjs|mts|css)$/;
  const found: string[] = [];
  for (const folder of ["src", "tests", "packages"]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!isSource.test(file)) continue;
      const lines = readFileSync(join(folder, file), "utf8").split("\n");
      for (const [at, line] of lines.entries()) if (line.length > 120) found.push(`${folder}/${file}:${at + 1}`);
    }
  }
  assert.deepEqual(found, [], "found in the source");
});

test("every code in the source is in the catalogue, and every catalogue code is used", () => {
  const named = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(/"(page\.[a-z0-9.-]+)"/g)].map(([, code]) => code ?? "")),
  );
  assert.ok(named.size > 1000, `only ${named.size} texts were found`);
  assert.deepEqual(
    [...named].filter((code) => !(code in english)),
    [],
    "missing from the catalogue",
  );
  assert.deepEqual(
    Object.keys(english).filter((code) => !named.has(code)),
    [],
    "unused",
  );
});

for (const language of fetched) {
  test(`the ${language} texts have the same arguments as the English ones`, () => {
    const argumentNames = (text: string) =>
      [...argumentsOf(text)].map(([name, kind]) => (kind === "tag" ? `<${name}>` : name)).sort();
    const other = pageTexts(language);
    assert.deepEqual(
      Object.keys(other).filter((code) => !(code in english)),
      [],
      "not in the English catalogue",
    );
    const wrong = Object.entries(other).filter(
      ([code, text]) => code in english && argumentNames(text).join() !== argumentNames(english[code] ?? "").join(),
    );
    assert.deepEqual(wrong, []);
    for (const [code, text] of Object.entries(other)) {
      const opened = [...text.matchAll(/<(\w+)>/g)].length;
      assert.equal([...text.matchAll(/<(\w+)>[^<]*<\/\1>/g)].length, opened, `${code}: unclosed tags`);
    }
  });
}

/** Attributes whose text is visible or read by screen readers. */
const spoken =
  /^(aria-label|aria-valuetext|aria-roledescription|title|placeholder|label|note|legend|alt|heading|about)$/;

/** Text that is the same in every language: the program's name and a PGN tag. */
const names = ["Tain", '[Variant "'];

interface Node {
  type: string;
  value?: unknown;
  name?: { name?: string };
  start: number;
}

/** Yields text between tags, or in a visible attribute. */
function* literals(node: unknown, attribute = ""): Generator<{ text: string; start: number }> {
  if (Array.isArray(node)) {
    for (const one of node) yield* literals(one, attribute);
    return;
  }
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  const { type, value, name, start } = node as Node;
  if (type === "JSXText" || (type === "Literal" && spoken.test(attribute))) {
    if (typeof value === "string" && /\p{L}{2}/u.test(value)) yield { text: value.trim(), start };
    return;
  }
  if (type === "TemplateLiteral" && spoken.test(attribute)) {
    const words = (node as unknown as { quasis: { value: { cooked: string } }[] }).quasis
      .map((quasi) => quasi.value.cooked)
      .join(" ");
    if (/\p{L}{2}/u.test(words)) yield { text: words.trim(), start };
  }
  for (const [key, child] of Object.entries(node)) {
    // Strings within an expression are not shown.
    const within =
      type === "JSXAttribute"
        ? (name?.name ?? "")
        : /^(CallExpression|BinaryExpression|MemberExpression|JSXElement|ArrowFunctionExpression)$/.test(type)
          ? ""
          : attribute;
    if (!/^(test|type|start|end|typeAnnotation)$/.test(key)) yield* literals(child, within);
  }
}

test("the page source contains no literal text", () => {
  const found: string[] = [];
  for (const [file, text] of texts) {
    if (!file.endsWith(".tsx")) continue;
    for (const { text: words, start } of literals(parseSync(file, text).program)) {
      if (!names.includes(words)) found.push(`${file}:${text.slice(0, start).split("\n").length}: ${words}`);
    }
  }
  assert.deepEqual(found, [], "found in the source");
});

/** Functions that return text in the page's language. */
const translates = new Set(["t", "sideName", "controlName", "playerName", "seatName", "levelName"]);

/** Attributes that identify, select or submit elements. */
const identifies = /^(key|id|for|name|value|href|data-(?!label$).*)$/;

interface Expression extends Node {
  operator?: string;
  callee?: { name?: string; property?: { name?: string } };
  arguments?: Expression[];
  left?: Expression;
  right?: Expression;
  property?: Expression;
  openingElement?: {
    name?: { name?: string };
    attributes: { name?: { name?: string }; value?: { expression?: Expression } }[];
  };
}

const isTranslated = (node: Expression | undefined) =>
  node?.type === "CallExpression" && translates.has(node.callee?.name ?? "");

/** Finds translated text that is compared, or used as a key or an identifier. */
function* identities(node: unknown): Generator<number> {
  if (Array.isArray(node)) for (const one of node) yield* identities(one);
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  const at = node as Expression;
  const found: (Expression | undefined)[] = [];
  if (at.type === "BinaryExpression" && /^[!=]==?$/.test(at.operator ?? "")) found.push(at.left, at.right);
  if (at.type === "MemberExpression") found.push(at.property);
  if (at.type === "CallExpression") {
    const name = at.callee?.name ?? at.callee?.property?.name ?? "";
    if (/^(includes|indexOf|startsWith|endsWith|has|get|set|add|getItem|setItem)$/.test(name))
      found.push(at.arguments?.[0]);
  }
  if (at.type === "JSXElement") {
    const { name, attributes } = at.openingElement ?? { attributes: [] };
    // Props of components are exempt, except the key.
    const element = /^[a-z]/.test(name?.name ?? "");
    for (const { name, value } of attributes) {
      if (name?.name === "key" || (element && identifies.test(name?.name ?? ""))) found.push(value?.expression);
    }
  }
  if (found.some(isTranslated)) yield at.start;
  for (const child of Object.values(node)) yield* identities(child);
}

test("translated text is not compared or used as a key or identifier", () => {
  const found: string[] = [];
  for (const [file, text] of texts) {
    for (const start of identities(parseSync(file, text).program))
      found.push(`${file}:${text.slice(0, start).split("\n").length}`);
  }
  // The exceptions compare the players' names, and the title of a draft, as the user sees them.
  assert.deepEqual(
    found.map((place) => place.replace(/:\d+$/, "")),
    ["pages/game/Phrases.tsx", "pages/workshop/title.ts"],
  );
});
