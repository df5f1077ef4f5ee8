// Builds the npm packages into bin/npm: a folder (as published) and a tarball for each. `make npm` runs this script
// after building the page, because the packages include the page's WebAssembly program and types.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { build } from "vite";
import { boardConfig } from "./board/vite.config.mjs";

const packages = fileURLToPath(new URL(".", import.meta.url));
const web = join(packages, "..");
const root = join(web, "..");
const out = join(root, "bin", "npm");

if (!existsSync(join(web, "public", "tain.wasm")) || !existsSync(join(web, "src", "data", "data.json"))) {
  console.error("npm: the browser rules are not built; run make npm, or scripts/web first");
  process.exit(1);
}

/** Replaces the page's WebAssembly loader with the package's in its workers. */
const ownLoader = {
  name: "own-loader",
  resolveId(source, importer) {
    return source === "./wasm" && importer?.endsWith("engine.worker.ts")
      ? join(packages, "rules", "src", "wasm.ts")
      : null;
  },
};

async function bundle(input, file, platform) {
  const made = await rolldown({
    input: join(packages, "rules", "src", input),
    platform,
    plugins: [ownLoader],
    external: [/^node:/],
  });
  await made.write({ file, format: "esm", minify: platform === "browser" && input === "worker.ts" });
  await made.close();
}

/** Writes the declarations of a package, including the wire types it uses. */
function declare(name, to) {
  const made = join(temporary, "types");
  const source = join(made, "packages", name, "src");
  for (const file of readdirSync(source).filter((each) =>
    declarations[name].includes(each.slice(0, -".d.ts".length)),
  )) {
    const text = readFileSync(join(source, file), "utf8")
      .replace(/^import ".*\.css";\n/gm, "")
      .replaceAll("../../../src/wire.gen", "./wire")
      .replace(/(from|import\()( ?)"(\.\/[\w-]+)"/g, '$1$2"$3.js"');
    writeFileSync(join(to, file), text);
  }
  if (declarations[name].includes("wire")) copyFileSync(join(made, "src", "wire.gen.d.ts"), join(to, "wire.d.ts"));
}

const declarations = { rules: ["index", "rules", "errors", "port", "wire"], board: ["index", "events", "element"] };

/** Returns the notices of the third-party components that the given function selects. */
function notices(names) {
  const file = join(temporary, "licences.json");
  if (!existsSync(file)) execFileSync("go", ["run", "./internal/tool/licences", file], { cwd: root });
  const list = JSON.parse(readFileSync(file, "utf8")).filter(({ name, part }) => names(name, part));
  return list
    .map(({ name, version, text }) => `${name} ${version}\n\n${text.trim()}\n`)
    .join(`\n${"-".repeat(72)}\n\n`);
}

/** Returns the Go modules linked into the browser program. */
function linked() {
  const env = { ...process.env, GOOS: "js", GOARCH: "wasm" };
  const list = execFileSync("go", ["list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/wasm"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return [...new Set(list.split("\n"))];
}

/**
 * Modules with side effects, for the published package.json. In the package.json of the sources, the list would
 * apply to the sources.
 */
const sideEffects = { rules: ["./dist/worker.js", "./dist/worker-node.js"], board: ["./dist/index.js"] };

/** Returns a table of the compressed sizes of a package's files, largest first, for its README. */
function sizes(name) {
  const dist = join(out, name, "dist");
  const rows = readdirSync(dist)
    .filter((file) => !file.endsWith(".d.ts"))
    .map((file) => ({ file, size: gzipSync(readFileSync(join(dist, file))).length }))
    .sort((a, b) => b.size - a.size)
    .map(({ file, size }) => `| \`${file}\` | ${(size / 1000).toFixed(1)} KB |`);
  return ["| file | gzip |", "|---|---:|", ...rows].join("\n");
}

/** Writes the files that every package contains. */
function common(name, notice) {
  const to = join(out, name);
  const manifest = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
  writeFileSync(
    join(to, "package.json"),
    `${JSON.stringify({ ...manifest, sideEffects: sideEffects[name] }, null, 2)}\n`,
  );
  const readme = readFileSync(join(packages, name, "README.md"), "utf8");
  if (!readme.includes("<!-- sizes -->")) throw new Error(`The README of ${name} has no place for the sizes.`);
  writeFileSync(join(to, "README.md"), readme.replace("<!-- sizes -->", sizes(name)));
  copyFileSync(join(root, "LICENSE"), join(to, "LICENSE"));
  if (!notice) throw new Error(`The package ${name} has no notices.`);
  writeFileSync(join(to, "THIRD-PARTY.txt"), notice);
}

const temporary = mkdtempSync(join(tmpdir(), "tain-npm-"));
try {
  rmSync(out, { recursive: true, force: true });
  for (const name of ["rules", "board"]) mkdirSync(join(out, name, "dist"), { recursive: true });
  for (const types of ["css-names.mjs", "texts.mjs"]) execFileSync(process.execPath, [join(web, types)]);
  const tsc = join(web, "node_modules", "typescript", "bin", "tsc");
  execFileSync(
    process.execPath,
    [
      tsc,
      "-p",
      packages,
      "--noEmit",
      "false",
      "--emitDeclarationOnly",
      "--declaration",
      "--outDir",
      join(temporary, "types"),
    ],
    { stdio: "inherit" },
  );

  const dist = join(out, "rules", "dist");
  await bundle("index.ts", join(dist, "index.js"), "browser");
  await bundle("worker.ts", join(dist, "worker.js"), "browser");
  await bundle("node.ts", join(dist, "node.js"), "node");
  await bundle("worker-node.ts", join(dist, "worker-node.js"), "node");
  copyFileSync(join(web, "public", "tain.wasm"), join(dist, "tain.wasm"));
  declare("rules", dist);
  common(
    "rules",
    notices((name) => name === "Go" || linked().includes(name)),
  );

  await build(boardConfig(join(out, "board", "dist")));
  declare("board", join(out, "board", "dist"));
  common(
    "board",
    notices((name) => ["preact", "three"].includes(name)),
  );

  for (const name of ["rules", "board"]) {
    const [{ filename, size }] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--pack-destination", out], {
        cwd: join(out, name),
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    console.log(`bin/npm/${filename}: ${Math.round(size / 1000)} KB`);
  }
  for (const file of readdirSync(join(out, "board", "dist")).filter((each) => each.endsWith(".js"))) {
    const packed = gzipSync(readFileSync(join(out, "board", "dist", file)));
    console.log(`  board/dist/${file}: ${(packed.length / 1000).toFixed(1)} KB compressed`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
