import { ReportedError } from './frame.ts'
import type { PicturePage } from './layPages.ts'

/** An image that the browser decodes, rotated by its EXIF orientation. */
export async function openPicture(bytes: ArrayBuffer, mimeType: string): Promise<PicturePage> {
  const blob = new Blob([bytes], { type: mimeType })
  const image = await imageOf(blob)
  return {
    width: image.naturalWidth,
    height: image.naturalHeight,
    paint: async () => image,
    forPaper: async () => blob,
  }
}

async function imageOf(blob: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(blob)
  try {
    await image.decode()
  } catch {
    throw new ReportedError('damaged')
  }
  return image
}
