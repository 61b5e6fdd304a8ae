/** The limits of a user's picture: bytes, and pixels of the longer side. */
export const PICTURE = { bytes: 512 * 1024, side: 1024, shown: 256 } as const

export const NO_PICTURE = 'Choose a PNG, JPEG or WebP picture'
export const PICTURE_TOO_LARGE = 'The picture may be at most 512 kB'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** A picture's type and size by its content. */
export type Picture = { mimeType: (typeof pictureTypes)[number]; width: number; height: number }

/** Reads the bytes, because a name and a declared type prove nothing; `null` if it is not a picture. */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return png(view) ?? webp(view) ?? jpeg(view)
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return null
    throw error
  }
}

const word = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** PNG (Third Edition), 5.2 and 11.2.1: signature, header, and IEND as the last chunk. */
function png(view: DataView): Picture | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null
  if (word(view, 12) !== 'IHDR' || word(view, view.byteLength - 8) !== 'IEND') return null
  return { mimeType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** RFC 9649, 2.4 to 2.7: a RIFF file of the stated length with one of the three WebP chunks. */
function webp(view: DataView): Picture | null {
  if (word(view, 0) !== 'RIFF' || word(view, 8) !== 'WEBP') return null
  if (view.getUint32(4, true) + 8 !== view.byteLength) return null
  const size = webpSizes[word(view, 12)]?.(view)
  return size ? { mimeType: 'image/webp', ...size } : null
}

const three = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)

const webpSizes: Record<string, (view: DataView) => { width: number; height: number }> = {
  'VP8 ': (view) => ({
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  }),
  VP8L: (view) => {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  },
  VP8X: (view) => ({ width: three(view, 24) + 1, height: three(view, 27) + 1 }),
}

/** ITU-T T.81, B.1 and B.2.2: follows the markers up to the frame, which has the size. */
function jpeg(view: DataView): Picture | null {
  if (view.getUint16(0) !== 0xffd8 || view.getUint16(view.byteLength - 2) !== 0xffd9) return null
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { mimeType: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
  }
  return null
}
