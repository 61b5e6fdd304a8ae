import type { ConsentDocument } from '#domain/consent/document.ts'
import { drawForm } from './formPaper.ts'
import { drawText } from './formText.ts'
import { type Anchors, drawEmptySignature } from './signatureBlock.ts'

/** A form before anybody signed it. The same document makes the same bytes, so that its hash can be told again. */
export type RenderOriginal = (
  document: ConsentDocument,
  clinic: { name: string; timeZone: string },
  /**
   * Room for signature, printed name and date: for a pen, or for a provider, which finds its places by words that are
   * there and not seen. None unless asked for.
   */
  room?: 'pen' | Anchors,
) => Promise<Uint8Array<ArrayBuffer>>

/** The document as it is handed out for signing. */
export const renderOriginal: RenderOriginal = (document, clinic, room) => {
  const about = { title: document.title, author: clinic.name, at: new Date(0), footer: document.title }
  return drawForm(about, (paper) => {
    drawText(paper, document, clinic.name)
    if (room) drawEmptySignature(paper, room === 'pen' ? undefined : room)
  })
}
