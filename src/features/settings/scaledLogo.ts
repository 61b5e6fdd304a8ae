import { LOGO_BOX } from '#domain/clinic/logo.ts'

/**
 * Returns a picture as a logo, base64-encoded: a PNG, or a JPEG of a JPEG, scaled down to fit the box. Redrawing it drops
 * metadata and other hidden data. Rejects files that the browser cannot read as a picture.
 */
export async function scaledLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LOGO_BOX.width / picture.width, LOGO_BOX.height / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  if (!blob) throw new Error('The picture could not be processed')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
