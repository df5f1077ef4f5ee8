// Compresses what the build has made, once and as well as can be, so that the
// server need not: FILE.br for browsers, and FILE.gz for those who take no Brotli.
// FILE itself is then left out of the program, since the server can unpack it for
// the few who take neither. The rules take half a minute, so what was packed before
// is kept.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const cache = fileURLToPath(new URL("../.cache/packed/", import.meta.url));
const endings = [".js", ".css", ".json", ".svg", ".txt", ".wasm", ".webmanifest"];
/** The number of files in the cache: several builds. */
const maxCached = 800;

const packers = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text) => promisify(gzip)(text, { level: 9 }),
};

async function packed(text, ending) {
  const file = join(cache, `${createHash("sha256").update(text).digest("hex")}.${ending}`);
  try {
    const before = readFileSync(file);
    utimesSync(file, new Date(), new Date());
    return before;
  } catch {
    const made = await packers[ending](text);
    writeFileSync(file, made);
    return made;
  }
}

async function pack(name) {
  const text = readFileSync(join(dist, name));
  for (const ending of ["br", "gz"]) {
    const small = await packed(text, ending);
    if (small.length >= text.length * 0.9) continue;
    writeFileSync(join(dist, `${name}.${ending}`), small);
    if (ending === "gz") rmSync(join(dist, name));
  }
}

mkdirSync(cache, { recursive: true });
const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
  endings.includes(extname(name)),
);
await Promise.all(files.map(pack));
const old = readdirSync(cache).map((name) => join(cache, name));
old.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
for (const file of old.slice(maxCached)) rmSync(file);
