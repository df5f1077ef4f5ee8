// Lists the class names of all CSS modules. When run directly (by `npm run check`), it writes a TypeScript
// declaration for each style sheet into a folder that tsconfig.json overlays on src, so that an unknown class
// name is a type error.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL(".", import.meta.url));

/** Returns the class and animation names of a style sheet. */
function namesOf(sheet) {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const preludes = [...plain.matchAll(/([^{};]*)\{/g)].map(([, prelude]) => prelude.trim());
  return new Set(
    preludes.flatMap((prelude) => {
      const animation = /^@keyframes (\S+)/.exec(prelude);
      if (animation) return [animation[1]];
      return prelude.startsWith("@") ? [] : [...prelude.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name);
    }),
  );
}

/** Returns the names in every CSS module, sorted by path under src. */
export function cssNames() {
  const files = readdirSync(join(web, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".module.css"),
  );
  return files.sort().map((file) => ({ file, names: [...namesOf(readFileSync(join(web, "src", file), "utf8"))] }));
}

/** Assigns a number to every name of every style sheet. */
function numbered() {
  const all = cssNames().flatMap(({ file, names }) => names.map((name) => `${join(web, "src", file)} ${name}`));
  return new Map(all.map((name, at) => [name, at]));
}

let numbers;

/** Returns the name of a class in the built page, as short as possible. */
export function shortName(name, file) {
  numbers ??= numbered();
  const at = numbers.get(`${file.split("?")[0]} ${name}`);
  if (at === undefined) throw new Error(`css-names.mjs: unknown class ${name} in ${file}`);
  return String.fromCharCode(97 + (at % 26)) + Math.floor(at / 26).toString(36);
}

function writeTypes() {
  const out = join(web, "node_modules", ".css-types");
  rmSync(out, { recursive: true, force: true });
  for (const { file, names } of cssNames()) {
    const declaration = join(out, `${file}.d.ts`);
    mkdirSync(dirname(declaration), { recursive: true });
    writeFileSync(declaration, names.map((name) => `export const ${name}: string;\n`).join(""));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypes();
