import { makeExaminerThreads } from './examinerThreads.ts'
import { edited } from './inspect/edits.ts'
import { malwareWatch } from './inspect/watch.ts'

/** Examines an uploaded file and removes data that it should not reveal, such as its location. */
export type Examiner = {
  /** Passes the content through unchanged. Throws if it contains a malware signature. */
  watched: (content: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  examine: ReturnType<typeof makeExaminerThreads>['examine']
  edited: typeof edited
}

/** Creates an examiner that starts its threads with the first file. `close` ends them. */
export function makeExaminer(logFault: (error: unknown) => void): Examiner & { close: () => Promise<void> } {
  return { watched, edited, ...makeExaminerThreads({ logFault }) }
}

async function* watched(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const watch = malwareWatch()
  let at = 0
  for await (const piece of content) {
    watch(piece, at)
    at += piece.length
    yield piece
  }
}
