#!/usr/bin/env node
// bench-scale: measure the cost of moves on one, two and three nodes behind HAProxy, and of sockets and games on one node, for the capacity model
// (internal/tool/capacity), and print the rows of its tables in docs/results/scale.json. Everything runs on this machine. It measures
// CPU times, bytes and rows, but no response times, so other programs hardly affect the results. Variables: TIME (20s), PORT (26000).
import { spawn, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const tain = join(root, 'bin/tain')
const seconds = parseInt(process.env.TIME || '20s')
let port = Number(process.env.PORT || 26000)
const psql = (at, sql) => execFileSync('psql', ['-qXtA', '-h', join(at, 'postgres'), '-U', 'tain', 'tain', '-c', sql], { encoding: 'utf8' }).trim()

/** Starts a cluster on an empty folder. */
async function start(nodes) {
  const folder = mkdtempSync(join(tmpdir(), 'tain-scale-'))
  port += 50
  const env = { ...process.env, PORT: String(port), NODES: String(nodes), WORKERS: '0', CHECK: '30s', SERVE: '--no-limits --public-metrics' }
  const child = spawn(join(root, 'scripts/cluster'), [folder], { stdio: ['ignore', 'ignore', 'inherit'], env })
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await fetch(`http://127.0.0.1:${port}/readyz`).then((a) => a.ok, () => false)); tries++) {
    if (tries === 900) {
      await stop()
      throw new Error('the cluster does not start')
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  const pid = (name) => readFileSync(join(folder, name + '.pid'), 'utf8').trim()
  return { folder, stop, port, pids: Array.from({ length: nodes }, (_, i) => pid(`node${i + 1}`)), database: pid('postgres'), front: pid('haproxy') }
}

/** Returns the CPU seconds used by a process and its children, including those that have exited. */
function work(leader) {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number)
      if (pid === leader || fields[1] === Number(leader)) ticks += fields[11] + fields[12] + (pid === leader ? fields[13] + fields[14] : 0)
    } catch {
      // it has just ended
    }
  }
  return ticks / 100
}

/** Returns the packets and bytes that the nodes have sent each other. */
function bus(at) {
  const said = execFileSync('ss', ['-tinH'], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n')
  let [bytes, packets] = [0, 0]
  for (let i = 0; i + 1 < said.length; i += 2) {
    const ports = [...said[i].matchAll(/:(\d+)(?=\s|$)/g)].map((m) => Number(m[1]))
    if (!ports.some((p) => p > at.port + 20 && p <= at.port + 20 + at.pids.length)) continue
    bytes += Number(/bytes_sent:(\d+)/.exec(said[i + 1])?.[1] ?? 0)
    packets += Number(/data_segs_out:(\d+)/.exec(said[i + 1])?.[1] ?? 0)
  }
  return { bytes, packets }
}

const memory = (at) => at.pids.reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]), 0)
const now = (at) => ({
  nodes: at.pids.reduce((sum, pid) => sum + work(pid), 0), database: work(at.database), front: work(at.front),
  bus: bus(at), wal: Number(psql(at.folder, `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')`)),
})

/** Runs tain load and returns its report with the change in each counter. */
function load(at, urls, ...flags) {
  const before = now(at)
  const report = JSON.parse(execFileSync(tain, ['--json', 'load', '--url', urls, ...flags], { encoding: 'utf8', maxBuffer: 1 << 26 }))
  const after = now(at)
  return {
    ...report, nodes: after.nodes - before.nodes, database: after.database - before.database, front: after.front - before.front,
    bytes: after.bus.bytes - before.bus.bytes, packets: after.bus.packets - before.bus.packets, wal: after.wal - before.wal,
  }
}

/** Measures a cluster at a rate of moves per second, with as many games, and prints a row. */
async function measure(nodes, rate) {
  const at = await start(nodes)
  try {
    const url = `http://127.0.0.1:${at.port}`
    const games = ['--games', String(rate)]
    // Subtract the cost of starting games and reading them back.
    const none = load(at, url, ...games, '--moves-per-second', '0', '--time', '1s')
    const full = load(at, url, ...games, '--moves-per-second', String(rate), '--time', `${seconds}s`)
    const per = (part) => (full[part] - none[part]) / full.moves
    const row = [nodes, rate, Math.round(full.movesPerSecond), ...['nodes', 'database', 'front'].map((p) => Math.round(1e6 * per(p))),
      Math.round(per('wal')), Math.round(full.bytes / full.moves), (full.packets / full.moves).toFixed(1), full.lost + full.duplicated + full.cut]
    console.log(JSON.stringify(row.map(String)) + ',')
  } finally {
    await at.stop()
  }
}

for (const [nodes, rate] of [[1, 50], [1, 150], [2, 100], [2, 300], [3, 150], [3, 450]]) {
  for (let tries = 1; ; tries++) {
    try {
      await measure(nodes, rate)
      break
    } catch (failed) {
      // On a busy machine HAProxy may mistake a slow node for a dead one.
      if (tries === 3) throw failed
      console.error(`${nodes} nodes, ${rate} moves per second: ${failed.message.split('\n')[0]}; measuring again`)
    }
  }
}
{
  const at = await start(1)
  try {
    load(at, `http://127.0.0.1:${at.port}`, '--games', '20', '--moves-per-second', '100', '--time', '30s')
    const [events, bytes] = psql(at.folder, `SELECT count(*), pg_total_relation_size('events') FROM events`).split('|').map(Number)
    console.log(`event: ${events} events of ${(bytes / events).toFixed(0)} bytes`)
  } finally {
    await at.stop()
  }
}
for (const [name, flags] of [['socket', ['--games', '50', '--spectators', '2900']], ['game', ['--games', '1500']]]) {
  const at = await start(1)
  try {
    const before = memory(at)
    const url = `http://127.0.0.1:${at.port + 1}`
    const idle = execFileSync.bind(null, tain, ['--json', 'load', '--url', url, ...flags, '--moves-per-second', '0', '--time', '5s'])
    const report = JSON.parse(idle({ encoding: 'utf8', maxBuffer: 1 << 26 }))
    const grown = (report.memorySet || memory(at) * 1024) / 1024 - before
    console.log(`${name}: ${report.games} games, ${report.sockets} sockets, ${(grown / report.sockets).toFixed(1)} KB per socket, ${(grown / report.games).toFixed(1)} KB per game`)
    console.log(psql(at.folder, `SELECT 'record: ' || (pg_total_relation_size('games') + pg_total_relation_size('due')) / count(*) || ' bytes of ' || count(*) || ' games' FROM games`))
  } finally {
    await at.stop()
  }
}
