import { PICTURE } from '#domain/users/picture.ts'

/**
 * Returns the center of a picture as a small square, base64-encoded. Redrawing it drops metadata and other hidden data.
 * Rejects files that the browser cannot read as a picture.
 */
export async function scaledPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE.shown
  canvas.height = PICTURE.shown
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, PICTURE.shown, PICTURE.shown)
  // A browser that cannot encode WebP encodes PNG instead.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9))
  if (!blob) throw new Error('The picture could not be processed')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
