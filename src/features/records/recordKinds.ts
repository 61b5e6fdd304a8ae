import type { RecordType } from '#domain/records/fileTypes.ts'
import type { Trouble } from '#viewer/protocol.ts'

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
  'Documents of Word 97 to 2003 cannot be shown here: there is no safe way to read that format in a browser. Download the file to read it.'

export const troubles: Record<Trouble, string> = {
  damaged: 'This file is damaged, so that it cannot be shown. Another program may still open it.',
  protected: 'This file asks for a password, so that it cannot be shown here.',
  too_large: 'This file is too large to be shown in a browser.',
  unsupported: 'This file is written in a way that cannot be shown in a browser.',
}
