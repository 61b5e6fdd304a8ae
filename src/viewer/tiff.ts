import { ReportedError } from './frame.ts'
import type { PicturePage } from './layPages.ts'
import { blobOf } from './scroll.ts'
import type { FromTiff, ToTiff } from './tiff.worker.ts'
import TiffWorker from './tiff.worker.ts?worker&inline'

/** The pages of a TIFF, each drawn by a worker on demand. */
export async function openTiff(bytes: ArrayBuffer): Promise<PicturePage[]> {
  const worker = new TiffWorker()
  const ask = makeAsk(worker)
  const answer = await ask({ bytes }, [bytes])
  if ('refused' in answer) throw new ReportedError(answer.refused)
  if (!('pages' in answer)) throw new ReportedError('damaged')
  return answer.pages.map(({ width, height }, index) => {
    const paint = async () => canvasOf(await ask({ page: index }))
    return { width, height, paint, forPaper: async () => blobOf(await paint()) }
  })
}

/** Sends requests one at a time, because pages are large and two at once need twice the memory. */
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
