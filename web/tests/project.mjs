// A fresh third-party project with Tain's packages installed from their tarballs, and a server for its
// folder.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const tarballs = fileURLToPath(new URL("../../bin/npm/", import.meta.url));
const tools = fileURLToPath(new URL("../node_modules/", import.meta.url));
const run = promisify(execFile);

const types = {
  ".js": "text/javascript",
  ".html": "text/html; charset=utf-8",
  ".wasm": "application/wasm",
  ".css": "text/css",
};

/** Creates a folder, installs the packages there offline, and serves it until the last test ends. */
export async function freshProject() {
  const files = existsSync(tarballs) ? readdirSync(tarballs).filter((file) => file.endsWith(".tgz")) : [];
  assert.equal(files.length, 2, `the packages are not in ${tarballs}: run make npm`);
  const folder = mkdtempSync(join(tmpdir(), "tain-project-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "somebody-else", "private": true, "type": "module" }\n');
  execFileSync(
    "npm",
    [
      "install",
      "--offline",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      ...files.map((file) => join(tarballs, file)),
    ],
    { cwd: folder, stdio: "pipe" },
  );
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://here").pathname)));
    if (!existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? "text/plain" }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    /** The host name differs from the Tain server's, so that the browser treats it as another site. */
    url: `http://localhost:${server.address().port}`,
    /** Installs packages from the npm registry or cache of this machine, and reports whether that succeeded. */
    install: async (...names) => {
      const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
      return run("npm", ["install", ...flags, ...names], { cwd: folder, timeout: 120_000 }).then(
        () => true,
        () => false,
      );
    },
    /** Copies a folder of the packages into the project. */
    copy: (name) =>
      cpSync(fileURLToPath(new URL(`../packages/${name}`, import.meta.url)), join(folder, name), { recursive: true }),
    write: (name, text) => writeFileSync(join(folder, name), text),
    /** Runs a script of the project in Node, and returns its output. */
    node: async (name) => (await run(process.execPath, [name], { cwd: folder })).stdout,
    /** Type-checks a file in strict mode. */
    check: async (name, ...flags) => {
      const tsc = join(tools, "typescript", "bin", "tsc");
      await run(
        process.execPath,
        [tsc, "--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom", "--types", "", ...flags, name],
        { cwd: folder },
      ).catch((problem) => assert.fail(problem.stdout));
    },
    /** Bundles a page with Vite into a folder of the project. */
    bundle: async (name, outDir) => {
      const { build } = await import("vite");
      await build({
        configFile: false,
        root: folder,
        base: "./",
        logLevel: "error",
        build: {
          outDir,
          target: "es2022",
          chunkSizeWarningLimit: 1000,
          rolldownOptions: { input: join(folder, name) },
        },
      });
    },
  };
}

/** Returns the code blocks of a docs page in a language, each with its heading. */
export function examples(text, language) {
  const found = [];
  let heading = "";
  for (const [block, title, fence, code] of text.matchAll(/^#+ (.*)$|^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (block && fence === language) found.push({ heading, code });
  }
  return found;
}
