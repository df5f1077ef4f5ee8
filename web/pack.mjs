// Compresses the build output: FILE.br for browsers and FILE.gz for clients without Brotli. FILE itself is
// not embedded: for the few clients that accept neither, the server decompresses the file. Compressing the
// rules takes half a minute on one core, so results are cached: `node pack.mjs FILE` compresses one file into
// the cache while the build continues. PACK=best gives the smallest files, for releases, and takes twice as
// long.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const cache = fileURLToPath(new URL("../.cache/packed/", import.meta.url));
const endings = [".js", ".css", ".json", ".svg", ".txt", ".wasm", ".webmanifest"];
/** The maximum number of cached files, enough for several builds. */
const maxCached = 800;

const quality = constants.BROTLI_MAX_QUALITY - (process.env.PACK === "best" ? 0 : 1);

const packers = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text) => promisify(gzip)(text, { level: 9 }),
};

async function packed(text, ending) {
  const file = join(cache, `${createHash("sha256").update(text).digest("hex")}.${quality}.${ending}`);
  try {
    const before = readFileSync(file);
    utimesSync(file, new Date(), new Date());
    return before;
  } catch {
    const made = await packers[ending](text);
    // Write, then rename, so that an interruption leaves no partial file.
    writeFileSync(`${file}.${process.pid}`, made);
    renameSync(`${file}.${process.pid}`, file);
    return made;
  }
}

async function pack(name) {
  const text = readFileSync(join(dist, name));
  for (const ending of Object.keys(packers)) {
    const small = await packed(text, ending);
    if (small.length >= text.length * 0.9) continue;
    writeFileSync(join(dist, `${name}.${ending}`), small);
    if (ending === "gz") rmSync(join(dist, name));
  }
}

mkdirSync(cache, { recursive: true });
const [early] = process.argv.slice(2);
if (early) {
  const text = readFileSync(early);
  await Promise.all(Object.keys(packers).map((ending) => packed(text, ending)));
} else {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  await Promise.all(files.filter((name) => endings.includes(extname(name))).map(pack));
  const old = readdirSync(cache).map((name) => join(cache, name));
  old.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const file of old.slice(maxCached)) rmSync(file);
}
