// Compresses the build output: FILE.br for browsers and FILE.gz for clients without Brotli. FILE itself is removed once
// compressed: the server decompresses FILE.gz for the few clients that accept neither. Files that hardly shrink stay as
// they are. PACK=best makes Brotli files a tenth smaller, for releases, and takes ten times as long.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const endings = [".js", ".css", ".json", ".svg", ".txt", ".wasm", ".webmanifest"];

const packers = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: process.env.PACK === "best" ? constants.BROTLI_MAX_QUALITY : 9,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  // With less memory, zlib begins a new table of codes more often, which makes scripts smaller.
  gz: (text) => promisify(gzip)(text, { level: 9, memLevel: 6 }),
};

async function pack(name) {
  const text = readFileSync(join(dist, name));
  for (const [ending, compress] of Object.entries(packers)) {
    const small = await compress(text);
    if (small.length >= text.length * 0.9) continue;
    writeFileSync(join(dist, `${name}.${ending}`), small);
    if (ending === "gz") rmSync(join(dist, name));
  }
}

const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
await Promise.all(files.filter((name) => endings.includes(extname(name))).map(pack));
