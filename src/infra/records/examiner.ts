import { makeExaminerThreads } from './examinerThreads.ts'
import { edited } from './inspect/edits.ts'
import { malwareWatch } from './inspect/watch.ts'

/** Everything that is done to look into a file that arrives, and to take out what it should not tell. */
export type Examiner = {
  /** The same pieces as they come; ends in the refusal of harmful software where they hold its mark. */
  watched: (content: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  examine: ReturnType<typeof makeExaminerThreads>['examine']
  edited: typeof edited
}

/** An examiner whose threads begin with the first file; `close` ends them. */
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
