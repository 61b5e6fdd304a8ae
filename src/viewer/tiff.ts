import { Untold } from './frame.ts'
import type { PicturePage } from './layPages.ts'
import { blobOf } from './scroll.ts'
import TiffWorker from './tiff.worker.ts?worker&inline'

/** What the worker is asked: to read a file, or to draw a page of it. */
export type ToTiff = { bytes: ArrayBuffer } | { page: number }
/** What it answers. */
export type FromTiff =
  | { pages: { width: number; height: number }[] }
  | { page: number; drawn: ImageBitmap | null }
  | { refused: 'damaged' | 'too_large' | 'unsupported' }

/** The pages of a TIFF, each drawn by a worker of its own when it is asked for. */
export async function openTiff(bytes: ArrayBuffer): Promise<PicturePage[]> {
  const worker = new TiffWorker()
  const ask = makeAsk(worker)
  const answer = await ask({ bytes }, [bytes])
  if ('refused' in answer) throw new Untold(answer.refused)
  if (!('pages' in answer)) throw new Untold('damaged')
  return answer.pages.map(({ width, height }, index) => {
    const paint = async () => canvasOf(await ask({ page: index }))
    return { width, height, paint, forPaper: async () => blobOf(await paint()) }
  })
}

/** One question after the other: pages are large, and two at once would be twice the memory. */
function makeAsk(worker: Worker) {
  let last: Promise<unknown> = Promise.resolve()
  return (question: ToTiff, transfer: Transferable[] = []): Promise<FromTiff> => {
    const answer = last.then(
      () =>
        new Promise<FromTiff>((done) => {
          worker.onmessage = ({ data }: MessageEvent<FromTiff>) => done(data)
          worker.onerror = () => done({ refused: 'damaged' })
          worker.postMessage(question, transfer)
        }),
    )
    last = answer
    return answer
  }
}

function canvasOf(answer: FromTiff): HTMLCanvasElement {
  if (!('drawn' in answer) || !answer.drawn) throw new Error('The page could not be drawn')
  const canvas = document.createElement('canvas')
  canvas.width = answer.drawn.width
  canvas.height = answer.drawn.height
  canvas.getContext('2d')?.drawImage(answer.drawn, 0, 0)
  answer.drawn.close()
  return canvas
}
