import type { RecordType } from '#domain/records/fileTypes.ts'
import type { ViewerProblem } from '#viewer/protocol.ts'

/** The page that shows each type of document; `null` if it cannot be shown. */
const pages: Record<RecordType, 'pdf' | 'pictures' | 'text' | null> = {
  'application/pdf': 'pdf',
  'application/msword': null,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'text',
  'image/jpeg': 'pictures',
  'image/png': 'pictures',
  'image/tiff': 'pictures',
}

/** The page for a media type, or `null`. */
export const pageFor = (mimeType: string) => pages[mimeType as RecordType] ?? null

/** The text for a document that cannot be shown. */
export const NOT_SHOWN =
  'Word 97-2003 documents cannot be shown safely in a browser. Download the file to read it.'

export const troubles: Record<ViewerProblem, string> = {
  damaged: 'This file is damaged and cannot be shown. Another program may still open it.',
  protected: 'This file has a password and cannot be shown here.',
  too_large: 'This file is too large to be shown in a browser.',
  unsupported: 'A browser cannot show this kind of file.',
}
