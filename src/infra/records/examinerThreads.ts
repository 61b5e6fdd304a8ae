import { Worker } from 'node:worker_threads'
import { refuse } from '#domain/records/refusals.ts'
import { makeFairQueue } from '../fairQueue.ts'
import type { Examined, FromExaminer, Range, ToExaminer } from './inspect/examination.ts'

/** Reads a range of a stored file. */
export type ReadRange = (range: Range) => AsyncIterable<Buffer>

type Limits = typeof standardLimits
type Settings = { logFault: (error: unknown) => void; limits?: Partial<Limits> }

/** The limits of one examination. The time counts only while the thread works, not while it waits for bytes. */
const standardLimits = {
  milliseconds: 20_000,
  /** How many times the file may be read, plus some bytes. The server decrypts them outside of the time limit. */
  readRatio: 16,
  readFixed: 64_000_000,
  heapMegabytes: 64,
  /** Threads that work at the same time. */
  threads: 2,
  /** The number of files that may wait for a thread, per user (who may upload a whole folder) and in total. */
  waitingPerUser: 25,
  waiting: 100,
  /** An idle thread ends after this time to free its memory. */
  idleMilliseconds: 60_000,
}

/** A thread with a larger heap after a file is not used again, because the parser keeps every name it has read. */
const REUSED_HEAP_MAX = 40_000_000

const script = new URL('./inspect/examinerThread.ts', import.meta.url)

/** Examines files in threads that can be terminated. `close` ends all of them. */
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
    /** Examines files in turns, one per user at a time. Throws `rate_limited` if too many files wait. */
    examine: (user: string, size: number, read: ReadRange) => queue(user, () => examine(size, read)),
    close: pool.close,
  }
}

type PoolSettings = Pick<Settings, 'logFault'> & Pick<Limits, 'heapMegabytes' | 'idleMilliseconds'>

/** A pool of idle and busy threads. A thread that exits is removed from it. */
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

  /** Takes an ending thread out of the pool, because a new file would only learn that the thread has ended. */
  function end(worker: Worker): void {
    drop(worker)
    void worker.terminate()
  }

  return {
    take: (): Worker => {
      const [idleWorker] = idle.keys()
      const worker = idleWorker ?? start()
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

/** Yields the thread's messages until it ends. */
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

/** Calls `onEnd` after this much running time. The first `go` starts it, so that starting a thread does not count. */
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

/** Collects the bytes in a buffer that can be transferred to another thread. */
async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<ArrayBuffer> {
  const parts = await Array.fromAsync(pieces)
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.buffer
}

/** Buffers arrive from another thread as plain byte arrays. */
const withBuffers = ({ edits, ...found }: Examined): Examined => ({
  ...found,
  edits: edits.map(({ put, ...edit }) => ({ ...edit, put: Buffer.from(put) })),
})
