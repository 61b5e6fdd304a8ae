import { type ConsentDocument, languageOf } from '#domain/consent/document.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { drawForm } from './formPaper.ts'
import { drawText } from './formText.ts'
import { type Anchors, drawEmptySignature, emptySignatureRoom } from './signatureBlock.ts'

/**
 * Renders an unsigned form. The same document always gives the same bytes, so its hash can be computed again.
 */
export type RenderOriginal = (
  document: ConsentDocument,
  clinic: { name: string; timeZone: string },
  /**
   * Space for signature, printed name and date: for a pen, or for a provider that finds invisible anchor
   * words. None by default.
   */
  room?: 'pen' | Anchors,
) => Promise<Uint8Array<ArrayBuffer>>

/** Renders the document as it is sent for signing. */
export const renderOriginal: RenderOriginal = (document, clinic, room) => {
  const language = languageOf(document)
  const about = {
    title: document.title,
    author: clinic.name,
    at: new Date(0),
    footer: document.title,
    language,
  }
  return drawForm(about, (paper) => {
    if (!room) return drawText(paper, document, clinic.name)
    const anchors = room === 'pen' ? undefined : room
    const lines = document.lines ?? []
    drawText(paper, document, clinic.name, emptySignatureRoom(lines, anchors))
    drawEmptySignature(paper, formTexts[language].signature, lines, anchors)
  })
}
