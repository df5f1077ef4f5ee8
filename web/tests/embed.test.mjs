// Tain embedded in third-party pages: the examples of docs/embed.md, and the packages in a fresh project.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { drawer, drawn, hints, pieces, setup, square } from "./harness.mjs";
import { examples, freshProject } from "./project.mjs";

const { server, browser } = await setup();
const project = await freshProject();
const installed = (name) => join(project.folder, "node_modules", "@tainchess", name);
const docs = readFileSync(new URL("../../docs/embed.md", import.meta.url), "utf8");

/** Creates a game with two moves on the server, and returns its id. */
async function newGame() {
  const made = await fetch(`${server.url}/api/v1/games`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ variant: "nachfolger", opponent: "self" }),
  });
  const { game } = await made.json();
  const context = await browser.newContext();
  await context.addCookies(
    made.headers
      .getSetCookie()
      .map((each) => ({ name: each.split("=")[0], value: each.split("=")[1].split(";")[0], url: server.url })),
  );
  const page = await context.newPage();
  await page.goto(`${server.url}/game/${game.id}`);
  for (const [from, to, next] of [
    ["f2", "f4", "c5"],
    ["c7", "c6", "f3"],
  ]) {
    await square(page, from).click();
    await square(page, to).click();
    await page.locator(`[data-piece][data-square="${next}"]`).waitFor();
  }
  await context.close();
  return game.id;
}

const game = await newGame();

/** The import map of the packages, for pages without a bundler. */
const imports = Object.fromEntries(
  ["rules", "board"].map((name) => [`@tainchess/${name}`, `/node_modules/@tainchess/${name}/dist/index.js`]),
);
const importMap = `<script type="importmap">${JSON.stringify({ imports })}</script>`;

/** Opens a page of the project with the given HTML. */
async function open(name, html, options = {}) {
  const map = html.includes("importmap") ? "" : importMap;
  project.write(
    `${name}.html`,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${map}</head>
    <body><main><h1>A page</h1>${html}</main></body></html>`,
  );
  return visit(`${project.url}/${name}.html`, options);
}

async function visit(url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.problems = [];
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (problem) => page.problems.push(String(problem)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico"))
      page.problems.push(message.text());
  });
  await page.goto(url);
  return page;
}

async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

/** Returns the violations that axe finds on a page, including shadow trees. */
async function axe(page) {
  const source = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  await page.evaluate(source);
  return page.evaluate(async () =>
    (await window.axe.run({ iframes: false })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    ),
  );
}

/** Waits until all boards of a page are drawn. */
const ready = (page) =>
  page.evaluate(async () => {
    await customElements.whenDefined("tain-board");
    for (const board of document.querySelectorAll("tain-board")) await board.ready();
  });

/** The expected content of each example in docs/embed.md. */
const seen = {
  "A picture": async (page) => {
    assert.ok((await page.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth))) >= 480);
  },
  "A frame: a position": async (page) => {
    const frame = page.frameLocator("iframe");
    await frame.getByText("Three-board mirror chess: White to move").waitFor();
    assert.ok((await frame.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth))) > 100);
    assert.match(await frame.getByRole("link", { name: "Open in Tain" }).getAttribute("href"), /^\/analysis\?/);
  },
  "A frame: a game": async (page) => {
    const frame = page.frameLocator("iframe");
    const current = frame.locator("[aria-current=step]");
    assert.equal(await current.innerText(), "f4");
    const address = () => frame.locator("img").getAttribute("src");
    const before = await address();
    await frame.getByRole("link", { name: "Next move" }).click();
    assert.equal(await current.innerText(), "c6");
    assert.notEqual(await address(), before);
    await frame.getByText("Black pawn to c6; a white knight appears on f3").waitFor({ state: "attached" });
    await frame.locator("body").press("Home");
    assert.equal(await current.innerText(), "Start");
    await frame.getByRole("link", { name: "f4" }).click();
    assert.equal(await address(), before);
    assert.ok((await frame.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth))) > 100);
    // The host page has no additional history entry: going back leaves it.
    assert.equal(await page.evaluate(() => history.length), 2);
  },
  "A board in a page without a build": async (page) => {
    await ready(page);
    await square(page, "a5").click();
    assert.deepEqual(await hints(page), { a6: "move", h7: "capture" });
    await square(page, "h7").click();
    await page.locator('[data-piece=P][data-square="h7"]').waitFor();
    assert.equal((await pieces(page)).h5, undefined);
  },
  "A board with a bundler": async (page) => {
    await ready(page);
    await square(page, "e2").click();
    await square(page, "e4").click();
    await page.locator("#said").getByText("White pawn to e4; a black pawn appears on d5").waitFor();
    await page.evaluate(() => document.querySelector("tain-board").play("a6"));
    await square(page, "e4").click();
    await square(page, "d5").click();
    await drawn(page);
    assert.equal((await pieces(page)).d5, "p", "a capture that the page rejects was played");
  },
  "Against the engine": async (page) => {
    await ready(page);
    await square(page, "f2").click();
    await square(page, "f4").click();
    await page.waitForFunction(
      () =>
        document.querySelector("tain-board").state?.turn === "white" &&
        document.querySelector("tain-board").state.position.endsWith("2"),
    );
  },
  "Tri-dimensional chess, and colours": async (page) => {
    await ready(page);
    await page.locator("tain-board canvas").waitFor();
    await page.getByRole("button", { name: "Flat" }).click();
    await square(page, "b2W").click();
    await square(page, "b4W").click();
    await page.waitForFunction(() => document.querySelector("tain-board").state.turn === "black");
    assert.equal(
      await page.evaluate(() => Object.keys(localStorage).length + Object.keys(sessionStorage).length),
      0,
      "a board stores data in the host page",
    );
  },
};

test("the examples of docs/embed.md work", async (t) => {
  const found = examples(docs, "html");
  assert.deepEqual(
    found.map(({ heading }) => heading),
    Object.keys(seen),
  );
  for (const [at, { heading, code }] of found.entries()) {
    await t.test(heading, async () => {
      const page = await open(
        `example-${at}`,
        code.replaceAll("https://tain.example", server.url).replaceAll("GAME", game),
      );
      await seen[heading](page);
      if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `embed-${at}.png`) });
      await close(page);
    });
  }
  const [{ code }] = examples(docs, "sh");
  const address = code
    .match(/'(.*)'/)[1]
    .replaceAll("https://tain.example", server.url)
    .replaceAll("GAME", game);
  const card = await (await fetch(address)).json();
  assert.equal(card.type, "rich");
  assert.ok(card.width <= 480, `the picture is ${card.width} px wide`);
  const page = await open("oembed", card.html);
  await page.frameLocator("iframe").getByRole("link", { name: "c6" }).waitFor();
  await close(page);
});

test("other pages cannot be framed", async () => {
  const page = await open(
    "clickjacking",
    `<iframe src="${server.url}/game/${game}" title="framed"></iframe>
    <iframe src="${server.url}/embed/../play" title="framed"></iframe>`,
  );
  await page.waitForTimeout(300);
  for (const frame of page.frames().slice(1)) assert.match(frame.url(), /^chrome-error:/);
  assert.ok(page.problems.every((problem) => /frame-ancestors 'none'/.test(problem)));
  await page.context().close();
});

test("the copied embed code shows the game, in the size of the server's oEmbed answer", async () => {
  const page = await visit(`${server.url}/analysis?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7h5`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await drawer(page, "Share");
  await page.getByRole("button", { name: "Embed", exact: true }).click();
  await page.getByText("Embed code copied.").first().waitFor({ state: "attached" });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await close(page);
  const { width, height } = await (
    await fetch(`${server.url}/oembed?url=${encodeURIComponent("/analysis?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7h5")}`)
  ).json();
  assert.match(
    copied,
    new RegExp(`width="${width}" height="${height}"`),
    "the copied frame size differs from the server's oEmbed answer",
  );
  const other = await open("copied", copied);
  await other.frameLocator("iframe").getByText("Three-board mirror chess: White to move").waitFor();
  await close(other);
});

test("the example in the rules README prints the documented output", async () => {
  const text = readFileSync(join(installed("rules"), "README.md"), "utf8");
  project.write("readme.js", examples(text, "js")[0].code);
  assert.equal(await project.node("readme.js"), examples(text, "text")[0].code);
  project.write("docs.js", examples(docs, "js")[0].code);
  assert.match(await project.node("docs.js"), /^black \d+\n$/);
  for (const name of ["readme", "docs"]) {
    project.write(`${name}-typed.ts`, readFileSync(join(project.folder, `${name}.js`), "utf8"));
    await project.check(`${name}-typed.ts`, "--module", "nodenext");
  }
});

test("searches can be aborted, instances are independent and errors have codes", async () => {
  project.write(
    "engine.js",
    `import { loadRules, TainError } from "@tainchess/rules";
    const [one, other] = await Promise.all([loadRules(), loadRules({ memory: 4 })]);
    const results = [];
    const failure = (problem) => (problem instanceof TainError ? problem.code : problem.name);
    const caught = async (what, promise) =>
      promise.then(() => results.push(what + ": answered"), (problem) => results.push(what + ": " + failure(problem)));
    const stop = new AbortController();
    const endless = { variant: "chess", limits: {} };
    const first = caught("aborted", one.search(endless, { signal: stop.signal, onInfo: () => stop.abort() }));
    const next = one.search({ variant: "chess", limits: { depth: 2 } }); // waits for the previous one
    await first;
    results.push("after it: " + typeof (await next).san);
    await caught("aborted before", one.search(endless, { signal: AbortSignal.abort() }));
    const stopped = one.search(endless, { onInfo: () => one.stop() });
    results.push("stopped: " + typeof (await stopped).move);
    await caught("no such game", one.state({ variant: "nothing" }));
    await caught("no such move", one.san({ variant: "chess", move: "e5" }));
    await caught("bad position", one.state({ variant: "chess", position: "x" }));
    const waiting = caught("closed", other.search(endless));
    setTimeout(() => other.close(), 50);
    await waiting;
    await caught("request after close", other.variants().then(() => other.moves({ variant: "chess" })));
    results.push("the other: " + (await one.moves({ variant: "chess" })).length);
    await caught("no program", loadRules({ wasm: new URL("./missing.wasm", import.meta.url) }));
    await caught("another program", loadRules({ wasm: "./package.json" }));
    console.log(results.join("\\n")); // the process exits although nothing is closed`,
  );
  assert.deepEqual((await project.node("engine.js")).trim().split("\n"), [
    "aborted: AbortError",
    "after it: string",
    "aborted before: AbortError",
    "stopped: string",
    "no such game: variant",
    "no such move: unreachable",
    "bad position: position",
    "closed: closed",
    "request after close: closed",
    "the other: 20",
    "no program: load",
    "another program: load",
  ]);
});

test("the types compile in a strict project", async () => {
  project.write(
    "types.ts",
    `import { loadRules, TainError, type MoveInfo, type SearchInfo, type State } from "@tainchess/rules";
    import { TainBoard, type MoveDetail } from "@tainchess/board";
    export async function play(signal: AbortSignal): Promise<string> {
      const rules = await loadRules({ memory: 32 });
      const moves: MoveInfo[] = await rules.moves({ variant: "chess" });
      const why: string | null = await rules.whyNot({ variant: "chess", from: "e2", to: "e5" });
      const line = await rules.openLine({ position: "?board=w:Ke1;b:Ke8" });
      const state: State = await line.push("Kd2");
      // @ts-expect-error a search has limits
      await rules.search({ variant: "chess" });
      const onInfo = (info: SearchInfo) => void info.score.cp;
      const { san, line: best } = await rules.search({ variant: "chess", limits: { depth: 3 } }, { signal, onInfo });
      // @ts-expect-error a move from the book has no line
      const depth: number = best.depth;
      const value: number | undefined = best?.score.mate ?? best?.score.cp;
      const wins: number = (best?.wdl.win ?? 0) + (value ?? 0) + depth;
      const lines = rules.analyse({ variant: "chess", limits: {} }, { signal });
      for await (const info of lines) if (info.depth > wins) break;
      const { definition, faults } = await rules.define("name = 'mine'");
      if (faults.length === 0) await rules.moves({ variant: definition });
      try {
        await rules.state({ variant: "?" });
      } catch (problem) {
        if (problem instanceof TainError) return problem.code + (problem.faults?.[0]?.message ?? "");
      }
      return san + why + state.turn + moves.length;
    }
    export function put(): TainBoard {
      const board = document.createElement("tain-board");
      board.variant = "trid";
      board.flip = true;
      // @ts-expect-error flip is not a string
      board.flip = "yes";
      board.addEventListener("tain-move", (event) => {
        const { move }: MoveDetail = event.detail;
        if (move.capture) event.preventDefault();
      });
      return board;
    }`,
  );
  await project.check("types.ts", "--module", "nodenext");
  await project.check("types.ts", "--module", "esnext", "--moduleResolution", "bundler");
});

test("searches return and stream the line, and definitions are read as TOML", async () => {
  project.write(
    "lines.js",
    `import { loadRules } from "@tainchess/rules";
    const rules = await loadRules();
    const request = { variant: "chess", position: "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", limits: { depth: 6 } };
    const seen = [];
    const { move, line } = await rules.search(request, { onInfo: (info) => seen.push(info) });
    const ofMove = seen.filter(({ moves }) => moves[0] === move).at(-1);
    console.log(JSON.stringify(line) === JSON.stringify(ofMove), line.depth, line.moves.length === line.san.length);
    const { win, draw, loss } = line.wdl;
    console.log(win + draw + loss, line.score.cp < 0 ? loss > win : win >= loss);

    // The iterator yields the same lines and returns the result.
    const lines = rules.analyse(request);
    let next = await lines.next();
    let count = 0;
    for (; !next.done; next = await lines.next()) count++;
    console.log(count > 0, next.value.move.length);

    // Leaving the loop stops an endless search; so does a signal.
    for await (const { depth } of rules.analyse({ variant: "chess", limits: {} })) if (depth >= 2) break;
    const stop = new AbortController();
    const failed = await (async () => {
      for await (const _ of rules.analyse({ variant: "chess", limits: {} }, { signal: stop.signal })) stop.abort();
    })().catch((problem) => problem.name);
    console.log(failed, (await rules.search({ variant: "chess", limits: { depth: 1 } })).move.length);

    // A move from the book has no line.
    const book = await rules.search({ variant: "chess", choose: true, limits: { depth: 1 } });
    console.log(book.line);

    const mine = await rules.define('name = "mine"\\n[seam]\\ncrossing = "wrap"');
    console.log(mine.faults.length, mine.info.name, (await rules.moves({ variant: mine.definition })).length);
    const bad = await rules.define('name = "mine"\\ncolour = 3');
    console.log(bad.faults.length, bad.definition === "", bad.faults[0].line);`,
  );
  assert.deepEqual((await project.node("lines.js")).trim().split("\n"), [
    "true 6 true",
    "1000 true",
    "true 4",
    "AbortError 4",
    "undefined",
    "0 mine 20",
    "1 true 2",
  ]);
});

/** Bundles an example with Vite in the fresh project, checks its types, and opens it. */
async function example(name, main, ...flags) {
  project.copy(`examples/${name}`);
  await project.check(`examples/${name}/${main}`, "--module", "esnext", "--moduleResolution", "bundler", ...flags);
  await project.bundle(`examples/${name}/index.html`, `built-${name}`);
  const page = await visit(`${project.url}/built-${name}/examples/${name}/index.html`);
  await ready(page);
  return page;
}

test("the plain example shows the engine's lines", async () => {
  const page = await example("plain", "main.ts");
  await page
    .locator("#lines li")
    .nth(1)
    .getByText(/^depth \d+: -?\d+\.\d\d, wins [\d.]+ %: \S+/)
    .waitFor();
  await square(page, "e2").click();
  await square(page, "e4").click();
  await page.locator('[data-piece=p][data-square="d5"]').waitFor();
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "packages-plain.png") });
  await close(page);
});

test("the React example plays a game defined in TOML", async (t) => {
  const packages = ["react", "react-dom", "@types/react", "@types/react-dom"].map((each) => `${each}@19`);
  if (!(await project.install(...packages))) {
    t.skip("React is not in the npm cache, and the registry cannot be reached");
    return;
  }
  const page = await example("react", "main.tsx", "--jsx", "react-jsx");
  await square(page, "e2").click();
  await square(page, "e4").click();
  await page.getByText(/^The engine played \S+\.$/).waitFor();
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "packages-react.png") });
  await close(page);
});

test("the READMEs list the sizes of the packages' files", () => {
  for (const name of ["rules", "board"]) {
    const rows = readFileSync(join(installed(name), "README.md"), "utf8").matchAll(/^\| `(\S+)` \| ([\d.]+) KB \|$/gm);
    const listed = Object.fromEntries([...rows].map(([, file, size]) => [file, Number(size)]));
    const dist = join(installed(name), "dist");
    const files = readdirSync(dist).filter((file) => !file.endsWith(".d.ts"));
    assert.deepEqual(Object.keys(listed).sort(), files.sort(), name);
    for (const file of files)
      assert.ok(
        Math.abs(gzipSync(readFileSync(join(dist, file))).length / 1000 - listed[file]) < 0.1,
        `${name}: ${file}`,
      );
  }
});

test("each package contains only what it needs", () => {
  for (const name of ["rules", "board"]) {
    for (const file of ["LICENSE", "README.md", "THIRD-PARTY.txt", "dist/index.js", "dist/index.d.ts"])
      assert.ok(existsSync(join(installed(name), file)), `${name} lacks ${file}`);
    assert.ok(!existsSync(join(installed(name), "src")));
    const { dependencies, license } = JSON.parse(readFileSync(join(installed(name), "package.json"), "utf8"));
    assert.equal(dependencies, undefined);
    assert.equal(license, "Apache-2.0");
  }
  assert.match(readFileSync(join(installed("board"), "THIRD-PARTY.txt"), "utf8"), /^preact .*\n[\s\S]*^three /m);
  assert.match(readFileSync(join(installed("rules"), "THIRD-PARTY.txt"), "utf8"), /^Go go1/);
  // Colours can be set from outside, without affecting the host page.
  const script = readFileSync(join(installed("board"), "dist", "index.js"), "utf8");
  assert.ok(script.includes("--tain-square-light") && !script.includes(":root"));
  // The files that a board loads before it is shown in 3D.
  const first = new Set();
  const follow = (file) => {
    if (first.has(file)) return;
    first.add(file);
    for (const [, next] of readFileSync(join(installed("board"), "dist", file), "utf8").matchAll(
      /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g,
    ))
      follow(next);
  };
  follow("index.js");
  const packed = [...first].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(installed("board"), "dist", file))).length,
    0,
  );
  assert.ok(packed > 20_000 && packed <= 60_000, `the board without the 3D view is ${packed} bytes compressed`);
});

test("a page bundled with Vite works with mouse and keyboard", async () => {
  project.write(
    "bundled.html",
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bundled</title></head>
    <body><main><h1>Two boards</h1>
    <tain-board id="one" variant="triboard" moves label="The first board"></tain-board>
    <tain-board id="two" variant="nachfolger" moves="white" colours="sea" pieces="print"
      label="The second board" style="--tain-max-height: 400px"></tain-board></main>
    <script type="module">
      import "@tainchess/board";
      window.events = [];
      for (const name of ["tain-ready", "tain-move", "tain-change", "tain-refused", "tain-error"]) {
        document.addEventListener(name, ({ target, detail }) => {
          const what = detail.move?.san ?? detail.message ?? detail.step?.san ?? "";
          window.events.push(target.id + " " + name + " " + what);
        });
      }
    </script></body></html>`,
  );
  await project.bundle("bundled.html", "bundled");
  for (const colorScheme of ["light", "dark"]) {
    const page = await visit(`${project.url}/bundled/bundled.html`, {
      viewport: { width: 900, height: 1300 },
      colorScheme,
    });
    await ready(page);
    const [one, two] = [page.locator("#one"), page.locator("#two")];
    // With the mouse, over the seam. An illegal target shows the reason.
    await square(one, "b1").click();
    assert.deepEqual(await hints(one), { a3: "move", c3: "move" });
    await square(one, "b3").click();
    await one
      .getByRole("status")
      .getByText(/knight/)
      .waitFor();
    await square(one, "b1").click();
    await square(one, "c3").click();
    await one.locator('[data-piece=N][data-square="c3"]').waitFor();
    // With the keyboard, from the square in the Tab order.
    await square(two, "e1").focus();
    for (const key of ["ArrowRight", "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await two.locator('[data-piece=n][data-square="c5"]').waitFor();
    await two.getByText("White pawn to f4; a black knight appears on c5.").first().waitFor({ state: "attached" });
    // It is Black's turn, and Black's pieces cannot be moved here.
    await square(two, "e7").click();
    assert.deepEqual(await hints(two), {});
    assert.deepEqual(
      (await page.evaluate(() => window.events)).map((each) => each.replace(/(refused).*/, "$1")).sort(),
      [
        "one tain-change Nc3",
        "one tain-move Nc3",
        "one tain-ready ",
        "one tain-refused",
        "two tain-change f4",
        "two tain-move f4",
        "two tain-ready ",
      ],
    );
    await page.evaluate(() => Promise.all([...document.querySelectorAll("tain-board")].map((board) => board.back())));
    assert.equal((await pieces(two)).f2, "P");
    assert.deepEqual(await axe(page), []);
    const ink = await one.evaluate((board) => getComputedStyle(board).color);
    assert.equal(ink, colorScheme === "dark" ? "rgb(234, 240, 238)" : "rgb(19, 32, 31)");
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: join(process.env.SCREENSHOTS, `packages-${colorScheme}.png`) });
    await close(page);
  }
});

test("a board reports errors and follows its attributes", async () => {
  const page = await open(
    "attributes",
    `<tain-board variant="nothing"><p>A picture until then</p></tain-board>
    <script type="module">import "@tainchess/board";</script>`,
  );
  const board = page.locator("tain-board");
  await board
    .getByRole("alert")
    .getByText(/Unknown rule set "nothing"/)
    .waitFor();
  const state = await board.evaluate(async (element) => {
    element.variant = "chess";
    element.line = "1. e4 e5 2. Nf3";
    return (await element.ready()).turn;
  });
  assert.equal(state, "black");
  assert.equal((await pieces(board)).f3, "N");
  const refused = await board.evaluate((element) =>
    element.play("e4").then(
      () => "played",
      (problem) => `${problem.name} ${problem.code}`,
    ),
  );
  assert.match(refused, /^TainError /);
  await board.evaluate((element) => element.setAttribute("still", ""));
  assert.equal(await board.getByRole("gridcell").count(), 0);
  // After removal and reinsertion, it is the same board.
  await board.evaluate((element) => {
    element.remove();
    document.body.append(element);
  });
  await board.evaluate((element) => element.ready());
  assert.equal((await pieces(board)).f3, "N");
  await close(page);
});
