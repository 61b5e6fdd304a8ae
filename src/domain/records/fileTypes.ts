/** What a record may be (SPEC section 9), by its media type: the endings of its name, and what a person calls it. */
export const fileTypes = {
  'application/pdf': { endings: ['pdf'], label: 'PDF' },
  'application/msword': { endings: ['doc'], label: 'Word 97-2003 document' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    endings: ['docx'],
    label: 'Word document',
  },
  'image/jpeg': { endings: ['jpg', 'jpeg'], label: 'JPEG image' },
  'image/png': { endings: ['png'], label: 'PNG image' },
  // Scanners write .tif, which is the same.
  'image/tiff': { endings: ['tiff', 'tif'], label: 'TIFF image' },
} as const

export type RecordType = keyof typeof fileTypes

export const isRecordType = (mimeType: string): mimeType is RecordType => mimeType in fileTypes

/** The short name a list shows: 'PDF', 'DOCX'; any other media type as it is. */
export const typeLabel = (mimeType: string): string =>
  isRecordType(mimeType) ? (fileTypes[mimeType].endings[0] ?? mimeType).toUpperCase() : mimeType

/** The endings a file picker is asked for. */
export const acceptedEndings: readonly string[] = Object.values(fileTypes).flatMap(({ endings }) =>
  endings.map((ending) => `.${ending}`),
)

export const ACCEPTED = 'PDF, DOC, DOCX, JPG, JPEG, PNG or TIFF'

/** Said of a file whose content is none of them, whatever it is called. */
export const NOT_ACCEPTED = `This file is not one of ${ACCEPTED}. Its content counts, not its name.`

/** What is wrong with calling a file of this type so, or `null`. */
export function nameProblem(fileName: string, type: RecordType): string | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const { endings, label } = fileTypes[type]
  if ((endings as readonly string[]).includes(ending)) return null
  const named = ending ? `its name ends in .${ending}` : 'its name has no ending'
  return `This file is a ${label}, but ${named}. Rename it to end in .${endings[0]} and try again.`
}
