import { type RenderInput, run, type Shown } from './frame.ts'
import { layPages } from './layPages.ts'
import { openPicture } from './picture.ts'
import { openTiff } from './tiff.ts'

async function show({ bytes, mimeType, name, alt }: RenderInput): Promise<Shown> {
  const pages = mimeType === 'image/tiff' ? await openTiff(bytes) : [await openPicture(bytes, mimeType)]
  return layPages(pages, name, alt)
}

run(show)
