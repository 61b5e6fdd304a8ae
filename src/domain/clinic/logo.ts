import { type Picture, pictureIn } from '../users/picture.ts'

/** The limits of a clinic's logo: bytes, and pixels of its longer and its shorter side. */
export const LOGO = { bytes: 512 * 1024, longest: 1024, shortest: 16 } as const

/** The size in pixels to which the browser scales a logo before the upload. Pages show it at a third of it. */
export const LOGO_BOX = { width: 720, height: 192 } as const

export const NO_LOGO = 'Choose a PNG or JPEG picture'
export const LOGO_TOO_LARGE = 'The logo may be at most 512 kB'

/** The logo of the clinic as the settings store it: the hex SHA-256 of its content, and its size in pixels. */
export type ClinicLogo = { sha256: string; width: number; height: number }

/** Reads a logo by its content; a message if it is no PNG or JPEG picture within the limits. */
export function logoIn(content: Uint8Array): Picture | string {
  if (content.length > LOGO.bytes) return LOGO_TOO_LARGE
  const picture = pictureIn(content)
  if (picture?.mimeType !== 'image/png' && picture?.mimeType !== 'image/jpeg') return NO_LOGO
  const { width, height } = picture
  if (Math.max(width, height) > LOGO.longest || Math.min(width, height) < LOGO.shortest)
    return `Each side of the logo must have ${LOGO.shortest} to ${LOGO.longest} pixels`
  return picture
}
