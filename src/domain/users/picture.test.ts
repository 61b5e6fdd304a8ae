import { describe, expect, test } from 'vitest'
import { pictureIn } from './picture.ts'

/** One pixel each, as common programs write them. */
const pictures = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/webp': 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
}

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))

describe.each(Object.entries(pictures))('%s', (mimeType, base64) => {
  test('is recognized by its content, with its size', () => {
    expect(pictureIn(bytesOf(base64))).toEqual({ mimeType, width: 1, height: 1 })
  })

  test('is rejected when truncated anywhere or continued', () => {
    const whole = bytesOf(base64)
    for (let length = 0; length < whole.length; length += 1)
      expect(pictureIn(whole.slice(0, length)), `${length} bytes`).toBeNull()
    expect(pictureIn(Uint8Array.from([...whole, 0, 1]))).toBeNull()
  })
})

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '<html>', '%PDF-1.7', ''])(
  '%s is not a valid picture',
  (text) => {
    expect(pictureIn(new TextEncoder().encode(text))).toBeNull()
  },
)
