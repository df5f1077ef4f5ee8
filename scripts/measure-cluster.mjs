// measure-cluster.mjs [ROUNDS]: play the same games (tain load) on one node with SQLite, on one node with PostgreSQL and on a cluster of three, by turns,
// and print what each costs as ratios to the first: processor time per move (with PostgreSQL and without HAProxy, which is told apart), p50 and p99 at
// the opponent. All run at the same time, and only one is played on. GAMES, MOVES (a second), TIME (seconds) and PORT may be set. docs/scale.md has figures.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const rounds = Number(process.argv[2] ?? 3);
const { GAMES = "100", MOVES = "200", TIME = "10", PORT = "27000" } = process.env;
const port = Number(PORT);
const tain = process.env.TAIN ?? join(import.meta.dirname, "../bin/tain");
const at = mkdtempSync(join(tmpdir(), "tain-measure-"));
execFile("chmod", ["755", at]);
const call = promisify(execFile);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The fields of /proc/PID/stat from the state on, none if the process is gone. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** The processor time of a process, in ms; with that of its children, those that have ended too. */
function spent(pid, children) {
  const own = stat(pid);
  if (!own) return 0;
  let ticks = Number(own[11]) + Number(own[12]);
  if (children) {
    ticks += Number(own[13]) + Number(own[14]);
    for (const other of readdirSync("/proc")) {
      if (!/^\d+$/.test(other)) continue;
      const one = stat(other);
      if (one && one[1] === String(pid)) ticks += Number(one[11]) + Number(one[12]);
    }
  }
  return ticks * 10;
}

const started = [];
async function answers(url) {
  for (let i = 0; i < 1200; i++) {
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // not yet
    }
    await wait(100);
  }
  throw new Error(`${url} is not ready`);
}
async function cluster(nodes, port) {
  const folder = join(at, `cluster${nodes}`);
  const env = { ...process.env, PORT: String(port), NODES: String(nodes), WORKERS: "0", SERVE: "--no-limits", TAIN: tain };
  started.push(spawn(join(import.meta.dirname, "cluster"), [folder], { env, stdio: "ignore" }));
  await answers(`http://127.0.0.1:${port}`);
  const pid = (name) => Number(readFileSync(join(folder, `${name}.pid`), "utf8"));
  return {
    url: `http://127.0.0.1:${port}`,
    cpu: () => Array.from({ length: nodes }, (_, i) => spent(pid(`node${i + 1}`))).reduce((a, b) => a + b) + spent(pid("postgres"), true),
    proxy: () => spent(pid("haproxy")),
  };
}

try {
  const alone = spawn(tain, ["serve", "--addr", `127.0.0.1:${port}`, "--data", join(at, "one"), "--no-limits"], { stdio: "ignore" });
  started.push(alone);
  await answers(`http://127.0.0.1:${port}`);
  const sites = {
    "SQLite, one node": { url: `http://127.0.0.1:${port}`, cpu: () => spent(alone.pid), proxy: () => 0 },
    "PostgreSQL, one node": await cluster(1, port + 100),
    "PostgreSQL, three nodes": await cluster(3, port + 200),
  };
  const figures = Object.fromEntries(Object.keys(sites).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, site] of Object.entries(sites)) {
      const before = [site.cpu(), site.proxy()];
      const { stdout } = await call(tain, ["--json", "load", "--url", site.url, "--games", GAMES, "--moves-per-second", MOVES, "--time", `${TIME}s`], { maxBuffer: 1 << 24 });
      const report = JSON.parse(stdout);
      if (round === 0 && name.startsWith("SQLite")) console.error(JSON.stringify(report));
      figures[name].push({ cpu: (site.cpu() - before[0]) / report.moves, proxy: (site.proxy() - before[1]) / report.moves, report });
    }
  }
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const base = figures["SQLite, one node"];
  for (const [name, list] of Object.entries(figures)) {
    const ratios = list.map((one, i) => one.cpu / base[i].cpu);
    console.log(
      `${name.padEnd(24)} cpu ${median(list.map((x) => x.cpu)).toFixed(2)} ms a move, ${median(ratios).toFixed(2)} times (${ratios.map((x) => x.toFixed(2)).join(", ")}); ` +
        `HAProxy ${median(list.map((x) => x.proxy)).toFixed(2)} ms; moves ${list.map((x) => x.report.moves).join(", ")}; ${JSON.stringify(list[0].report.told ?? list[0].report.opponent ?? {})}`,
    );
  }
} finally {
  for (const one of started) one.kill("SIGTERM");
  await Promise.all(started.map((one) => new Promise((resolve) => (one.exitCode === null && one.signalCode === null ? one.once("exit", resolve) : resolve()))));
  rmSync(at, { recursive: true, force: true });
}
