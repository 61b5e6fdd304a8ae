import type { RecordType } from '#domain/records/fileTypes.ts'
import type { Trouble } from '#viewer/protocol.ts'

/** The page that shows a document of each type; none where it cannot be shown. */
const pages: Record<RecordType, 'pdf' | 'pictures' | 'text' | null> = {
  'application/pdf': 'pdf',
  'application/msword': null,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'text',
  'image/jpeg': 'pictures',
  'image/png': 'pictures',
  'image/tiff': 'pictures',
}

/** Which page shows a record of that type, or `null`. */
export const pageFor = (mimeType: string) => pages[mimeType as RecordType] ?? null

/** Said in place of a document that has no page. */
export const NOT_SHOWN =
  'Documents of Word 97 to 2003 cannot be shown here: there is no safe way to read that format in a browser. Download the file to read it.'

export const troubles: Record<Trouble, string> = {
  damaged: 'This file is damaged, so that it cannot be shown. Another program may still open it.',
  protected: 'This file asks for a password, so that it cannot be shown here.',
  too_large: 'This file is too large to be shown in a browser.',
  unsupported: 'This file is written in a way that cannot be shown in a browser.',
}
