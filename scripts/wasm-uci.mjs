#!/usr/bin/env node
// wasm-uci [NETS] [PROGRAM]: run the page's engine in Node as a UCI program for "tain match", with the nets in a folder (web/nets) or
// with weights. PROGRAM defaults to web/public/tain.wasm. For example, at equal time:
//
//   tain match chess --a "uci:scripts/wasm-uci.mjs web/nets" --b uci:scripts/wasm-uci.mjs --tc 2+0.02
//
// It supports only the commands that a match needs; a search cannot be stopped.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')
const [nets, program = join(root, 'web/public/tain.wasm')] = process.argv.slice(2)
await import(join(root, 'web/public/wasm_exec.js'))
const go = new globalThis.Go()
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject)
void go.run(instance)

const say = (text) => process.stdout.write(text + '\n')
const variants = JSON.parse(globalThis.tainCall('variants', '{}')).variants.map((one) => one.name)
const handed = new Set()
const warmed = new Set()
let variant = 'chess'
let line = {}

/** Sets the position: a starting position and the moves played from it. */
function place(words) {
  const at = words.indexOf('moves')
  const before = at < 0 ? words : words.slice(0, at)
  line = { position: before[0] === 'fen' ? before.slice(1).join(' ') : '', moves: at < 0 ? [] : words.slice(at + 1) }
}

function handNet() {
  const file = nets && join(nets, variant + '.net')
  if (handed.has(variant) || !file || !existsSync(file)) return
  handed.add(variant)
  const wrong = globalThis.tainNet(variant, new Uint8Array(readFileSync(file)))
  if (wrong) throw new Error(wrong)
}

/** Creates the engine of the variant and warms it up: the first search takes half a second longer, while Node compiles. */
async function warm() {
  if (warmed.has(variant)) return
  warmed.add(variant)
  handNet()
  await globalThis.tainSearch(JSON.stringify({ variant, limits: { nodes: 20000 } }), () => {})
}

/** Searches. Ten milliseconds are reserved for Node itself. */
async function search(words) {
  const names = { wtime: 'white', btime: 'black', winc: 'whiteIncrement', binc: 'blackIncrement', movetime: 'time', nodes: 'nodes', depth: 'depth' }
  const limits = {}
  for (let i = 0; i + 1 < words.length; i++) {
    if (names[words[i]]) limits[names[words[i]]] = Number(words[i + 1])
  }
  for (const name of ['white', 'black', 'time']) if (limits[name]) limits[name] = Math.max(1, limits[name] - 10)
  handNet()
  let last
  const answer = JSON.parse(await globalThis.tainSearch(JSON.stringify({ variant, ...line, limits }), (info) => (last = info)))
  if (answer.error) throw new Error(answer.error.message)
  const info = last && JSON.parse(last)
  if (info) say(`info depth ${info.depth} score ${info.score.mate === undefined ? `cp ${info.score.cp}` : `mate ${info.score.mate}`} nodes ${info.nodes} time ${info.time} pv ${info.moves.join(' ')}`)
  say('bestmove ' + answer.move)
}

for await (const text of createInterface({ input: process.stdin })) {
  const [command, ...words] = text.trim().split(/\s+/)
  if (command === 'uci') {
    say(`id name Tain in WebAssembly${nets ? ' with nets' : ''}`)
    say(`option name UCI_Variant type combo default chess ${variants.map((name) => 'var ' + name).join(' ')}`)
    say('uciok')
  } else if (command === 'isready') {
    await warm()
    say('readyok')
  } else if (command === 'setoption' && words[1] === 'UCI_Variant') variant = words[3]
  else if (command === 'position') place(words)
  else if (command === 'go') await search(words)
  else if (command === 'quit') break
}
process.exit(0)
