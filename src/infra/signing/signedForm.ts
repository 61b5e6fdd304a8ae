import { type ConsentDocument, languageOf } from '#domain/consent/document.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { drawCertificate } from './certificatePage.ts'
import { drawForm } from './formPaper.ts'
import { drawText } from './formText.ts'
import { renderOriginal } from './originalForm.ts'
import type { Seal } from './seal.ts'
import { sha256 } from './sealCms.ts'
import type { Signature } from './signature.ts'
import { drawSignature, signatureRoom } from './signatureBlock.ts'

/** A signed form to store; `sealedBy` is the SHA-256 of the seal's certificate, and `stampedAt` the time of its time stamp. */
type SignedForm = {
  content: Uint8Array<ArrayBuffer>
  sha256: string
  originalSha256: string
  sealedBy: string
  stampedAt: Date | null
}
export type RenderSignedForm = (
  document: ConsentDocument,
  signature: Signature,
  clinic: { name: string; timeZone: string },
) => Promise<SignedForm>

/** Draws and seals signed forms. Loads the seal when the first one is drawn. */
export const makeRenderSignedForm =
  (sealOf: () => Promise<Seal>, publicUrl: string): RenderSignedForm =>
  async (document, signature, clinic) => {
    const seal = await sealOf()
    const { requestId, signedAt } = signature
    const original = await renderOriginal(document, clinic, 'pen')
    const originalSha256 = sha256(original).toString('hex')
    const language = languageOf(document)
    const texts = formTexts[language]
    const about = {
      language,
      title: document.title,
      author: clinic.name,
      at: signedAt,
      footer: `${document.title} · ${requestId}`,
    }
    const drawn = await drawForm(about, (paper) => {
      drawText(paper, document, clinic.name, signatureRoom(signature))
      drawSignature(paper, { ...signature, timeZone: clinic.timeZone, language })
      drawCertificate(paper, document, signature, {
        originalSha256,
        fingerprint: seal.fingerprint,
        verifyUrl: `${publicUrl}/verify`,
        clinicName: clinic.name,
        timeZone: clinic.timeZone,
      })
      paper.pdf.file(Buffer.from(original), {
        name: 'original.pdf',
        type: 'application/pdf',
        description: texts.original,
        creationDate: signedAt,
        modifiedDate: signedAt,
      })
      seal.reserve(paper.pdf, { name: clinic.name, reason: texts.sealReason, at: signedAt })
    })
    const { content, stampedAt } = await seal.close(drawn)
    const hex = sha256(content).toString('hex')
    return { content, sha256: hex, originalSha256, sealedBy: seal.fingerprint, stampedAt }
  }
