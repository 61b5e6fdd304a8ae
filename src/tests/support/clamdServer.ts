import { createHash } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { makeClamd } from '#infra/scanning/clamd.ts'
import type { LineTimes } from '#infra/scanning/clamdLine.ts'
import type { TestClinic } from './clinic.ts'

/** The content that the fake scanner reports as malware, and the name of the finding. */
export const HARMFUL = 'a mark that only this suite calls harmful'
export const FINDING = 'Caseload.Test.Mark'

/** A received stream: its hash, size and number of chunks. */
type Taken = { sha256: string; bytes: number; pieces: number }

/**
 * A server that speaks the protocol of clamd(8): commands end in a zero byte, INSTREAM chunks have a length
 * prefix.
 */
export type ClamdServer = {
  port: number
  taken: Taken[]
  /** StreamMaxLength, in bytes. */
  limit: number
  /** The answer instead of its result. */
  says: string | null
  /** `silent` reads all and does not answer, `deaf` reads nothing, `dying` closes during a file. */
  mood: 'well' | 'silent' | 'deaf' | 'dying'
  /** Called with each stream before the answer. */
  before: () => Promise<void> | void
  /** Stops it, and restarts it at the same port. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** Opens one until the end of the test. */
export async function openClamd(path?: string): Promise<ClamdServer> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    if (clamd.mood !== 'deaf') void serve(clamd, socket).catch(() => socket.destroy())
  })
  const clamd: ClamdServer = {
    port: 0,
    taken: [],
    limit: 25 * 2 ** 20,
    says: null,
    mood: 'well',
    before: () => {},
    start: () =>
      new Promise((done) => {
        const listening = () => {
          if (!path) clamd.port = (server.address() as AddressInfo).port
          done()
        }
        if (path) server.listen(path, listening)
        else server.listen(clamd.port, '127.0.0.1', listening)
      }),
    stop: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
  await clamd.start()
  onTestFinished(clamd.stop)
  return clamd
}

/** Makes the clinic use it until the end of the test, like CLAMD_ADDRESS does. */
export function scanWith({ instances }: TestClinic, { port }: ClamdServer, times?: LineTimes): void {
  instances.scanner = makeClamd({ host: '127.0.0.1', port }, times)
  onTestFinished(() => {
    instances.scanner = null
  })
}

async function serve(clamd: ClamdServer, socket: Socket): Promise<void> {
  const read = reader(socket)
  const command = (await read.until(0)).toString()
  const answer = await answerTo(clamd, command, read, socket)
  if (clamd.mood === 'silent') return
  socket.end(`${clamd.says && command === 'zINSTREAM' ? clamd.says : answer}\0`)
}

async function answerTo(clamd: ClamdServer, command: string, read: Reader, socket: Socket): Promise<string> {
  if (command === 'zPING') return 'PONG'
  if (command === 'zVERSION') return 'ClamAV 1.4.3/27445/Sat Nov 21 08:24:10 2026'
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND'
  const hash = createHash('sha256')
  let [bytes, pieces, tail, isFound] = [0, 0, '', false]
  for (;;) {
    const length = (await read.bytes(4)).readUInt32BE()
    if (length === 0) break
    if (bytes + length > clamd.limit) return 'INSTREAM size limit exceeded. ERROR'
    const piece = await read.bytes(length)
    hash.update(piece)
    isFound ||= (tail + piece.toString('latin1')).includes(HARMFUL)
    tail = piece.subarray(-HARMFUL.length).toString('latin1')
    bytes += length
    pieces += 1
    if (clamd.mood === 'dying') socket.destroy()
  }
  clamd.taken.push({ sha256: hash.digest('hex'), bytes, pieces })
  await clamd.before()
  return isFound ? `stream: ${FINDING} FOUND` : 'stream: OK'
}

type Reader = { until: (byte: number) => Promise<Buffer>; bytes: (count: number) => Promise<Buffer> }

/** Reads on demand; throws if the other side has closed. */
function reader(socket: Socket): Reader {
  const pieces = socket[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function more(): Promise<void> {
    const next = await pieces.next()
    if (next.done) throw new Error('The other side hung up')
    held = Buffer.concat([held, next.value as Buffer])
  }
  const take = (count: number): Buffer => {
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
  return {
    bytes: async (count) => {
      while (held.length < count) await more()
      return take(count)
    },
    until: async (byte) => {
      while (!held.includes(byte)) await more()
      const line = take(held.indexOf(byte))
      take(1)
      return line
    },
  }
}
