import type { Picture } from './picture.ts'

/**
 * A picture without what a camera or a program wrote into it besides the image: Exif (with the place where a photo was
 * taken), XMP, IPTC, comments and times. `picture` says the type, as `pictureIn` found it. The image itself stays as it is.
 */
export const withoutMetadata = (
  bytes: Uint8Array,
  { mimeType }: Pick<Picture, 'mimeType'>,
): Uint8Array<ArrayBuffer> => strippers[mimeType](bytes)

const strippers: Record<Picture['mimeType'], (bytes: Uint8Array) => Uint8Array<ArrayBuffer>> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const pngMetadata: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])

/** PNG (Third Edition), 5.3: chunks of a length, a name, the data and a checksum. */
function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (!pngMetadata.has(nameAt(bytes, at + 4))) kept.push(bytes.subarray(at, end))
    at = end
  }
  return joined(kept)
}

const START_OF_SCAN = 0xda
const COMMENT = 0xfe
/** APP1 to APP15 without the color profile (APP2) and the color transform of Adobe (APP14), which change the colors. */
const isJpegMetadata = (marker: number) =>
  marker === COMMENT || (marker > 0xe0 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)

/** ISO/IEC 10918-1, B.1.1: segments of a marker and a length, until the image data. */
function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== START_OF_SCAN) {
    const marker = bytes[at + 1] ?? 0
    // A marker can be preceded by any number of fill bytes.
    const end = marker === 0xff ? at + 1 : at + 2 + view.getUint16(at + 2)
    if (!isJpegMetadata(marker)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return joined([...kept, bytes.subarray(at)])
}

const webpMetadata: ReadonlySet<string> = new Set(['EXIF', 'XMP '])
/** The flags of RFC 9649, 2.7.1, which announce Exif and XMP. */
const WEBP_FLAGS = 0x08 | 0x04

/** RFC 9649, 2.3: chunks of a name, a length and data, padded to an even length. */
function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 12)]
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (!webpMetadata.has(nameAt(bytes, at))) kept.push(bytes.subarray(at, end))
    at = end
  }
  const whole = joined(kept)
  viewOf(whole).setUint32(4, whole.length - 8, true)
  if (nameAt(whole, 12) === 'VP8X') whole[20] = (whole[20] ?? 0) & ~WEBP_FLAGS
  return whole
}
