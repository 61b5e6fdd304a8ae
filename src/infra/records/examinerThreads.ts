import { Worker } from 'node:worker_threads'
import { release } from '#domain/records/onePiece.ts'
import { refuse } from '#domain/records/refusals.ts'
import { makeFairQueue } from '../fairQueue.ts'
import type { Examined, FromExaminer, Range, ToExaminer } from './inspect/examination.ts'

/** Reads a range of a stored file. */
export type ReadRange = (range: Range) => AsyncIterable<Buffer>

type Limits = typeof standardLimits
type Settings = { logFault: (error: unknown) => void; limits?: Partial<Limits> }

/** What one examination may take. The time counts only while the thread works, not while it waits for bytes. */
const standardLimits = {
  milliseconds: 20_000,
  /** How many times its bytes may be read, and how many more: the server decrypts them, outside of the thread's time. */
  readRatio: 16,
  readFixed: 64_000_000,
  heapMegabytes: 64,
  /** Threads that work at the same time. */
  threads: 2,
  /** How many files may wait for a thread: of one user, who may drop a whole folder at once, and of all users. */
  waitingPerUser: 25,
  waiting: 100,
  /** An idle thread ends after this time and gives back its memory. */
  idleMilliseconds: 60_000,
}

/** A thread whose heap holds more than this afterwards is not used again: the parser keeps every name it has read. */
const REUSED_HEAP_MAX = 40_000_000

const script = new URL('./inspect/examinerThread.ts', import.meta.url)

/** Examines files in threads that can be ended; `close` ends them all. */
export function makeExaminerThreads({ logFault, limits }: Settings) {
  const { milliseconds, readRatio, readFixed, threads, waitingPerUser, waiting, ...ofThreads } = {
    ...standardLimits,
    ...limits,
  }
  const queue = makeFairQueue(
    { running: threads, waitingPerKey: waitingPerUser, waiting },
    'files are being checked',
  )
  const pool = makePool({ logFault, ...ofThreads })

  /**
   * Returns the type of a file of `size` bytes and the changes to make, or `null` if a record cannot have its type. Throws
   * a refusal for a dangerous file and for one that exceeds the limits. Also throws any error of `read`.
   */
  async function examine(size: number, read: ReadRange): Promise<Examined | null> {
    const worker = pool.take()
    const stopwatch = makeStopwatch(milliseconds, () => void worker.terminate())
    let heapUsed = Number.POSITIVE_INFINITY
    let toRead = size * readRatio + readFixed
    try {
      for await (const message of conversation(worker, { examine: size })) {
        stopwatch.pause()
        if ('read' in message) {
          toRead -= message.read.end - message.read.start
          if (toRead < 0) throw refuse('complex')
          const bytes = await wholeOf(read(message.read))
          stopwatch.go()
          worker.postMessage({ bytes } satisfies ToExaminer, [bytes])
          continue
        }
        if ('fault' in message) {
          logFault(new Error(`A file could not be examined: ${message.fault}`))
          throw refuse('broken')
        }
        heapUsed = message.heapUsed
        if ('refused' in message) throw refuse(message.refused)
        return message.found && withBuffers(message.found)
      }
      throw refuse('complex') // it took too much time or memory
    } finally {
      stopwatch.pause()
      await pool.giveBack(worker, heapUsed)
    }
  }

  return {
    /** The same in turns: one file of a user at a time. Throws `rate_limited` when too many files wait. */
    examine: (user: string, size: number, read: ReadRange) => queue(user, () => examine(size, read)),
    close: pool.close,
  }
}

type PoolSettings = Pick<Settings, 'logFault'> & Pick<Limits, 'heapMegabytes' | 'idleMilliseconds'>

/** A pool of idle and working threads. A thread that exits is removed from it. */
function makePool({ logFault, heapMegabytes, idleMilliseconds }: PoolSettings) {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const working = new Set<Worker>()

  function drop(worker: Worker): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    working.delete(worker)
  }

  function start(): Worker {
    const worker = new Worker(script, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
    })
    worker.on('exit', () => drop(worker))
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') logFault(error)
    })
    return worker
  }

  /** A thread that is about to end takes no more files: its answer to one would be that it has ended. */
  function end(worker: Worker): void {
    drop(worker)
    void worker.terminate()
  }

  return {
    take: (): Worker => {
      const [known] = idle.keys()
      const worker = known ?? start()
      drop(worker)
      working.add(worker)
      worker.ref()
      return worker
    },
    /** Keeps the thread for the next file, or ends it. */
    giveBack: async (worker: Worker, heapUsed: number): Promise<void> => {
      if (!working.delete(worker)) return
      if (heapUsed > REUSED_HEAP_MAX) {
        await worker.terminate()
        return
      }
      worker.unref()
      idle.set(worker, setTimeout(() => end(worker), idleMilliseconds).unref())
    },
    close: async (): Promise<void> => {
      await Promise.all([...idle.keys(), ...working].map((worker) => worker.terminate()))
    },
  }
}

/** What the thread says until it ends. */
async function* conversation(worker: Worker, opening: ToExaminer): AsyncGenerator<FromExaminer> {
  const messages: FromExaminer[] = []
  let [isOver, wake] = [false, () => {}]
  const onMessage = (message: FromExaminer) => {
    messages.push(message)
    wake()
  }
  const onExit = () => {
    isOver = true
    wake()
  }
  worker.on('message', onMessage).once('exit', onExit)
  try {
    worker.postMessage(opening)
    while (!isOver || messages.length > 0) {
      const next = messages.shift()
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    worker.off('message', onMessage).off('exit', onExit)
  }
}

/** Calls `onEnd` once it has run for so long in all; it begins with the first `go`, so that a thread's start does not count. */
function makeStopwatch(milliseconds: number, onEnd: () => void) {
  let left = milliseconds
  let began = 0
  let timer: NodeJS.Timeout | undefined
  const go = () => {
    began = performance.now()
    timer = setTimeout(onEnd, Math.max(0, left))
  }
  const pause = () => {
    if (timer) left -= performance.now() - began
    clearTimeout(timer)
    timer = undefined
  }
  return { go, pause }
}

/** A buffer that may change threads; what it was copied from is given back at once. */
async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<ArrayBuffer> {
  const parts = await Array.fromAsync(pieces)
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
    release(part)
  }
  return whole.buffer
}

/** Buffers arrive from another thread as plain arrays of bytes. */
const withBuffers = ({ edits, ...found }: Examined): Examined => ({
  ...found,
  edits: edits.map(({ put, ...edit }) => ({ ...edit, put: Buffer.from(put) })),
})
