/** The accepted types of a record (SPEC section 9) by media type, with extensions and a label. */
export const fileTypes = {
  'application/pdf': { endings: ['pdf'], label: 'PDF' },
  'application/msword': { endings: ['doc'], label: 'Word 97-2003 document' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    endings: ['docx'],
    label: 'Word document',
  },
  'image/jpeg': { endings: ['jpg', 'jpeg'], label: 'JPEG image' },
  'image/png': { endings: ['png'], label: 'PNG image' },
  // Some scanners write .tif.
  'image/tiff': { endings: ['tiff', 'tif'], label: 'TIFF image' },
} as const

export type RecordType = keyof typeof fileTypes

export const isRecordType = (mimeType: string): mimeType is RecordType => mimeType in fileTypes

/** The short label in a list, such as 'PDF' or 'DOCX'; any other media type is shown unchanged. */
export const typeLabel = (mimeType: string): string =>
  isRecordType(mimeType) ? (fileTypes[mimeType].endings[0] ?? mimeType).toUpperCase() : mimeType

/** The extensions for a file picker. */
export const acceptedEndings: readonly string[] = Object.values(fileTypes).flatMap(({ endings }) =>
  endings.map((ending) => `.${ending}`),
)

export const ACCEPTED = 'PDF, DOC, DOCX, JPG, JPEG, PNG or TIFF'

/** The error for a file of another type, regardless of its name. */
export const NOT_ACCEPTED = `This file is not one of ${ACCEPTED}. The type is checked from its content, not its name.`

/** The problem with this name for a file of this type, or `null`. */
export function nameProblem(fileName: string, type: RecordType): string | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const { endings, label } = fileTypes[type]
  if ((endings as readonly string[]).includes(ending)) return null
  const named = ending ? `its name ends in .${ending}` : 'its name has no ending'
  return `This file is a ${label}, but ${named}. Rename it to end in .${endings[0]} and try again.`
}
