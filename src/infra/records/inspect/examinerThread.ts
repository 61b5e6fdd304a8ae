import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { refusalReason } from '#domain/records/refusals.ts'
import { recognize } from '../recognize.ts'
import type { Examined, FromExaminer, Range, ToExaminer } from './examination.ts'
import { inspect } from './inspect.ts'
import { makeSource } from './source.ts'

// Runs in a worker thread. Examines one file at a time and requests its bytes from the server in blocks.

const BLOCKS = { block: 524_288, kept: 4 }

let onBytes: (bytes: ArrayBuffer) => void = () => {}
const send = (message: FromExaminer) => parentPort?.postMessage(message)

// Parser warnings quote the file's content, which must not reach the log.
console.warn = () => {}
// Parsing fails at every offset without an object, and the stack traces of these errors are never read.
Error.stackTraceLimit = 0

parentPort?.on('message', (message: ToExaminer) => {
  if ('bytes' in message) onBytes(message.bytes)
  else void answer(message.examine)
})

async function answer(size: number): Promise<void> {
  try {
    const found = await examine(size)
    send({ found, heapUsed: heapUsed() })
  } catch (error) {
    const refused = refusalReason(error)
    send(refused ? { refused, heapUsed: heapUsed() } : { fault: String(error) })
  }
}

async function examine(size: number): Promise<Examined | null> {
  const source = makeSource(size, read, BLOCKS)
  const type = await recognize(source)
  return type && { type, ...(await inspect(source, type)) }
}

/** Ranges are read one after another, so the next bytes received are the requested ones. */
async function* read({ start, end }: Range): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += BLOCKS.block) {
    const bytes = new Promise<ArrayBuffer>((resolve) => {
      onBytes = resolve
    })
    send({ read: { start: at, end: Math.min(end, at + BLOCKS.block) } })
    yield Buffer.from(await bytes)
  }
}

const heapUsed = () => getHeapStatistics().used_heap_size
