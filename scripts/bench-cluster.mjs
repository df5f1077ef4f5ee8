#!/usr/bin/env node
// bench-cluster: measure the cost of moves and sockets on one node with SQLite, and on one and three nodes with PostgreSQL, in turn, and
// print the tables of docs/results.md (docs/results/scale.json). Everything runs on this machine, including "tain load", which uses some of
// the CPU. Variables: ROUNDS (3), GAMES (300), RATE (300 moves per second), TIME (20s), SOCKETS (10000), PORT (25000).
import { spawn, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const tain = join(root, 'bin/tain')
const setting = (name, otherwise) => process.env[name] || otherwise
const rounds = Number(setting('ROUNDS', 3))
const games = Number(setting('GAMES', 300))
const rate = Number(setting('RATE', 300))
const time = setting('TIME', '20s')
const sockets = Number(setting('SOCKETS', 10000))
let port = Number(setting('PORT', 25000))

const places = [
  { name: 'SQLite, one node', nodes: 0 },
  { name: 'PostgreSQL, one node', nodes: 1 },
  { name: 'PostgreSQL, three nodes behind HAProxy', nodes: 3, front: true },
  { name: 'PostgreSQL, three nodes, each player at any', nodes: 3 },
  { name: 'PostgreSQL, three nodes behind HAProxy, three times the games and moves', nodes: 3, front: true, times: 3 },
]

/** Starts a server or a cluster on an empty folder. */
async function start(place) {
  const folder = mkdtempSync(join(tmpdir(), 'tain-bench-'))
  port += 50 // earlier ports may still be in use
  const urls = []
  let child
  if (place.nodes === 0) {
    urls.push(`http://127.0.0.1:${port}`)
    child = spawn(tain, ['serve', '--addr', `127.0.0.1:${port}`, '--data', folder, '--no-limits', '--public-metrics'], { stdio: 'ignore' })
  } else {
    for (let i = 1; i <= place.nodes; i++) urls.push(`http://127.0.0.1:${port + i}`)
    const env = { ...process.env, PORT: String(port), NODES: String(place.nodes), WORKERS: '0', SERVE: '--no-limits --public-metrics' }
    child = spawn(join(root, 'scripts/cluster'), [folder], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; ; tries++) {
    const ready = await Promise.all([...urls, ...(place.nodes ? [`http://127.0.0.1:${port}`] : [])].map((u) => fetch(u + '/readyz').then((a) => a.ok, () => false)))
    if (ready.every(Boolean)) break
    if (tries === 600) {
      await stop()
      throw new Error(`${place.name} does not start`)
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  const pid = (name) => (existsSync(join(folder, name + '.pid')) ? readFileSync(join(folder, name + '.pid'), 'utf8').trim() : undefined)
  const nodes = place.nodes === 0 ? [String(child.pid)] : urls.map((_, i) => pid(`node${i + 1}`))
  return { urls: place.front ? [`http://127.0.0.1:${port}`] : urls, each: urls, stop, nodes, database: pid('postgres'), front: pid('haproxy') }
}

/** Returns the memory of the nodes in KB. */
function memory(at) {
  return at.nodes.reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]), 0)
}

/** Returns the CPU seconds used by a process and its children, including those that have exited. */
function work(leader) {
  if (leader === undefined) return 0
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      continue // it has just exited
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, own, system, ofChildren, systemOfChildren] = [1, 11, 12, 13, 14].map((i) => Number(fields[i]))
    if (pid !== leader && parent !== Number(leader)) continue
    ticks += own + system + (pid === leader ? ofChildren + systemOfChildren : 0)
  }
  return ticks / 100
}

/** Runs tain load and returns its report and the CPU seconds used. */
function load(at, ...flags) {
  const now = () => ({ nodes: at.nodes.reduce((sum, pid) => sum + work(pid), 0), database: work(at.database), front: work(at.front) })
  const before = now()
  const said = execFileSync(tain, ['--json', 'load', '--url', at.urls.join(','), ...flags], { encoding: 'utf8', maxBuffer: 1 << 26 })
  const report = JSON.parse(said)
  const after = now()
  return { ...report, took: Object.fromEntries(Object.keys(after).map((part) => [part, after[part] - before[part]])) }
}

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]
const figures = places.map(() => ({ nodes: [], database: [], front: [], p50: [], p99: [], most: [], mostWork: [], socket: 0, moveAtMost: 0 }))

for (let round = 1; round <= rounds; round++) {
  for (const [i, place] of places.entries()) {
    console.error(`round ${round} of ${rounds}: ${place.name}`)
    const at = await start(place)
    try {
      const f = figures[i]
      // Subtract the cost of starting games and reading them back: only moves are measured.
      const { times = 1 } = place
      const all = ['--games', String(times * games)]
      const none = load(at, ...all, '--moves-per-second', '0', '--time', '1s')
      const a = (run, part) => (1e6 * (run.took[part] - none.took[part])) / run.moves
      const steady = load(at, ...all, '--moves-per-second', String(times * rate), '--time', time)
      for (const part of ['nodes', 'database', 'front']) f[part].push(a(steady, part))
      f.p50.push(steady.opponent.p50)
      f.p99.push(steady.opponent.p99)
      if (times > 1) continue // other figures do not depend on the number of games
      const full = load(at, ...all, '--moves-per-second', '100000', '--time', '10s')
      f.most.push(full.movesPerSecond)
      f.mostWork.push(a(full, 'nodes') + a(full, 'database'))
    } finally {
      await at.stop()
    }
    console.error(JSON.stringify(figures[i])) // in case a later run fails
    if (round > 1 || place.times) continue
    const fresh = await start(place)
    try {
      const empty = memory(fresh)
      // Not through HAProxy, which needs two file descriptors per socket, more than the usual limit.
      const many = load({ ...fresh, urls: fresh.each }, '--games', '100', '--spectators', String(sockets - 200), '--moves-per-second', '20', '--time', '20s')
      figures[i].socket = (memory(fresh) - empty) / many.sockets
      figures[i].moveAtMost = many.opponent.p99
    } finally {
      await fresh.stop()
    }
  }
}

const first = figures[0]
const whole = (f) => median(f.nodes) + median(f.database)
console.log(`${games} games, ${rate} moves per second for ${time}, median of ${rounds}:\n`)
console.log('| | CPU µs per move: nodes | database | both | relative to SQLite | HAProxy | latency to the opponent, p50 | p99 |')
console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
for (const [i, place] of places.entries()) {
  const f = figures[i]
  console.log(
    `| ${place.name} | ${median(f.nodes).toFixed(0)} | ${median(f.database).toFixed(0)} | ${whole(f).toFixed(0)} | ${(whole(f) / whole(first)).toFixed(2)} | ${median(f.front).toFixed(0)} | ` +
      `${median(f.p50).toFixed(1)} ms | ${median(f.p99).toFixed(1)} ms |`,
  )
}
console.log(`\nMaximum move rate, and ${sockets} sockets with 20 moves per second, each sent to all spectators:\n`)
console.log('| | maximum moves per second | relative to SQLite | CPU µs per move at that rate | relative to SQLite | node memory per socket | latency to the opponent, p99 |')
console.log('|---|---:|---:|---:|---:|---:|---:|')
for (const [i, place] of places.entries()) {
  if (place.times) continue
  const f = figures[i]
  console.log(
    `| ${place.name} | ${median(f.most).toFixed(0)} | ${(median(f.most) / median(first.most)).toFixed(2)} | ${median(f.mostWork).toFixed(0)} | ` +
      `${(median(f.mostWork) / median(first.mostWork)).toFixed(2)} | ${f.socket.toFixed(1)} KB | ${f.moveAtMost.toFixed(1)} ms |`,
  )
}
