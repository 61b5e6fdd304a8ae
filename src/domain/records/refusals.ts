import { Failure } from '../errors.ts'

/** The maximum number of pixels of an image: more than any phone camera or an A3 scan at 600 dpi. */
export const PIXELS_MAX = 250_000_000
/** The maximum number of pages of a TIFF. */
export const PAGES_MAX = 2000

/** Why a file of an accepted type is rejected, in a message for the user. */
export const refusals = {
  encrypted:
    'This file is protected with a password, so it cannot be checked. Save it without the password and try again.',
  macros: 'This document contains macros. Save it without macros, or as a PDF, and try again.',
  embedded: 'This document contains other files or programs. Remove them or save it as a PDF, and try again.',
  remote: 'This document loads content from other locations. Save it as a PDF and try again.',
  fields:
    'This document has fields that load data from other programs or places. Save it as a PDF and try again.',
  script: 'This PDF contains JavaScript. Print it to a new PDF and upload that one.',
  launch: 'This PDF can start programs. Print it to a new PDF and upload that one.',
  imports: 'This PDF can import data from your computer. Print it to a new PDF and upload that one.',
  attachments: 'This PDF has other files attached. Print it to a new PDF and upload that one.',
  media: 'This PDF contains a video, a 3D model, or other media. Print it to a new PDF and upload that one.',
  network: 'This PDF opens files from a network or the web. Print it to a new PDF and upload that one.',
  submits:
    'This PDF has a form that sends its data in an unsafe way. Print it to a new PDF or flatten it, and upload that one.',
  xfa: 'This PDF has an XFA form with scripts or outside connections. Print it to a new PDF or flatten it, and upload that one.',
  bomb: 'This file expands to a much larger size when opened, so it was refused.',
  pixels: `This image has more than ${PIXELS_MAX / 1_000_000} million pixels. Save a smaller version and try again.`,
  pages: `This TIFF has more than ${PAGES_MAX} pages. Split it and try again.`,
  disguised: 'This file has hidden content or is damaged. Re-scan it, or save it as a new PDF.',
  complex: 'This file is too complex to check. Save it as a new PDF or re-scan it.',
  broken: 'This file is incomplete or damaged. Save it again and try again.',
  malware: 'This file may contain harmful software, so it was refused. Administrators were notified.',
} as const

export type RefusalReason = keyof typeof refusals

/** The error for a file's content. */
export const refuse = (reason: RefusalReason): Failure =>
  new Failure('unsupported', refusals[reason], { fields: { file: refusals[reason] } })

const reasons: ReadonlyMap<string, RefusalReason> = new Map(
  (Object.keys(refusals) as RefusalReason[]).map((reason) => [refusals[reason], reason]),
)

/** The reason of such a refusal; `null` for any other error. */
export const refusalReason = (error: unknown): RefusalReason | null =>
  error instanceof Failure ? (reasons.get(error.message) ?? null) : null

/** Whether an error is such a rejection. */
export const isRefusal = (error: unknown): boolean => refusalReason(error) !== null

/** Whether the error is about malware, which alerts administrators. */
export const isMalware = (error: unknown): boolean => refusalReason(error) === 'malware'

const DAMAGED =
  'This file is damaged or missing, so it cannot be opened. Tell an administrator. The details in its entry have not changed.'

/** The error for a stored file that has changed since it was stored. */
export const damaged = (cause: unknown): Failure => new Failure('conflict', DAMAGED, { cause })

export const isDamaged = (error: unknown): boolean => error instanceof Failure && error.message === DAMAGED

/** The error for forwarding records when a consent was recorded without a form. */
export const NO_FORM =
  'No signed form is on file for the current consent. Record the paper consent, or have the patient sign.'
