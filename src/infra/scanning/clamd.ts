import { ClamdLine, LineDown, type LineTimes } from './clamdLine.ts'
import type { ScanAnswer, Scanner } from './scanner.ts'
import type { ScannerPlace } from './scannerSettings.ts'

/**
 * clamd closes the connection on a file beyond its limit, and its answer may be lost. A few turns of the
 * event loop receive it.
 */
const TURNS = 4
const TIMES: LineTimes = { connectMs: 10_000, silenceMs: 180_000, totalMs: 540_000 }

/**
 * Speaks the protocol of clamd(8): commands end in a zero byte; INSTREAM is followed by length-prefixed
 * chunks and an empty one. Own code, because the client packages ignore backpressure and lose the answer when
 * clamd closes early.
 */
export function makeClamd(place: ScannerPlace, times: LineTimes = TIMES): Scanner {
  const stopping = new AbortController()

  async function ask(command: string, content?: AsyncIterable<Buffer>): Promise<string> {
    const line = new ClamdLine(place, times, stopping.signal)
    try {
      await line.open()
      await line.send(Buffer.from(`z${command}\0`))
      if (content) await line.stream(content)
      return await line.reply()
    } finally {
      line.close()
    }
  }

  return {
    scan: async (read) => {
      for (let turn = 1; ; turn += 1) {
        try {
          return answerOf(await ask('INSTREAM', read()))
        } catch (error) {
          if (!(error instanceof LineDown)) throw error
          if (!error.isCut || turn === TURNS) return { kind: 'away', message: error.message }
        }
      }
    },
    test: async () => {
      try {
        const pong = await ask('PING')
        if (pong !== 'PONG') return { isWorking: false, message: `What answered is no clamd: ${pong}` }
        return { isWorking: true, message: `The scanner answered: ${await ask('VERSION')}` }
      } catch (error) {
        if (error instanceof LineDown) return { isWorking: false, message: error.message }
        throw error
      }
    },
    stop: () => stopping.abort(),
  }
}

/** Parses clamd's answer: `stream: OK`, `stream: <name> FOUND`, or a sentence that ends in ERROR. */
export function answerOf(reply: string): ScanAnswer {
  if (/^stream: OK$/.test(reply)) return { kind: 'clean' }
  const [, finding] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  // With AlertExceedsMax, clamd reports this for a file that it did not scan completely.
  if (finding?.startsWith('Heuristics.Limits.Exceeded')) return { kind: 'too_large' }
  if (finding) return { kind: 'infected', finding }
  if (/size limit exceeded/i.test(reply)) return { kind: 'too_large' }
  return { kind: 'trouble', message: `The scanner did not finish: ${reply || 'it did not answer'}` }
}
