import { edited } from './inspect/edits.ts'
import { inspect } from './inspect/inspect.ts'
import { makeSource } from './inspect/source.ts'
import { malwareWatch } from './inspect/watch.ts'
import { recognise } from './recognise.ts'

/** Everything that is done to look into a file that arrives, and to take out what it should not tell. */
export const examiner = {
  /** The same pieces as they come; ends in the refusal of harmful software where they hold its mark. */
  watched,
  source: makeSource,
  recognise,
  inspect,
  edited,
}

export type Examiner = typeof examiner

async function* watched(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const watch = malwareWatch()
  let at = 0
  for await (const piece of content) {
    watch(piece, at)
    at += piece.length
    yield piece
  }
}
