import type { ConsentDocument } from '#domain/consent/document.ts'
import { showExactly } from '#domain/dates.ts'
import { type FormFont, legible } from './formFonts.ts'
import { ink, keepRoom, type Paper, write } from './formPaper.ts'
import type { Signature } from './signature.ts'

/** The content of the certificate in addition to the facts of the signing. */
type Sealed = {
  originalSha256: string
  fingerprint: string
  verifyUrl: string
  clinicName: string
  timeZone: string
}

type Fact = [label: string, value: string, font?: FormFont]

/**
 * Draws who signed what, when, from where and how they were identified, and how to check the form for
 * changes.
 */
export function drawCertificate(
  paper: Paper,
  document: ConsentDocument,
  signature: Signature,
  sealed: Sealed,
): void {
  const { pdf } = paper
  pdf.addPage()
  write(paper, 'H1', 'Certificate of completion', { font: 'strong', size: 15 })
  pdf.moveDown(0.6)
  drawFacts(paper, [
    ...aboutForm(document, signature),
    ...aboutSigning(signature, sealed.timeZone),
    ...hashes(signature, sealed),
  ])
  drawCheck(paper, sealed)
}

const aboutForm = ({ title, version }: ConsentDocument, { template, requestId }: Signature): Fact[] => [
  ['Form', `${title}, ${version}`],
  ...(template
    ? ([
        ['Template', `${template.name}, version ${template.number}`],
        ['SHA-256 of the template', template.sha256, 'code'],
      ] satisfies Fact[])
    : []),
  ['Request', requestId, 'code'],
]

function aboutSigning(signature: Signature, timeZone: string): Fact[] {
  const at = (moment: Date) => `${showExactly(moment, timeZone)} (${moment.toISOString()})`
  const { identityCheck, disclosureAgreedAt, disclosureVersion, confirmedAs } = signature
  return [
    [
      'Signer',
      confirmedAs ? `${signature.signerName}, who confirmed to be ${confirmedAs}` : signature.signerName,
    ],
    ...aboutRepresentative(signature),
    ['Signature', signature.drawing ? 'Drawn by hand' : 'Typed name'],
    ['Where', whereOf(signature)],
    [
      'Identity check',
      identityCheck ? `${checks[identityCheck.kind]}, passed on ${at(identityCheck.checkedAt)}` : 'None',
    ],
    ['Sent', at(signature.sentAt)],
    ['Opened', at(signature.openedAt)],
    ['Notice of electronic signing', `${disclosureVersion}, agreed to on ${at(disclosureAgreedAt)}`],
    ['Signed', at(signature.signedAt)],
    ['Address', signature.ipAddress ?? 'Not known'],
    ['Browser', signature.userAgent ?? 'Not known'],
  ]
}

/** A personal representative's authority (45 CFR 164.508(c)(1)(vi)). */
const aboutRepresentative = ({ representative }: Signature): Fact[] =>
  representative
    ? [
        ['Signed for', `${representative.patientName}, as ${representative.relation}`],
        ['Authority', representative.authority],
        ['Proof of the authority', proofs[representative.proof]],
        ['E-mail of the representative', representative.email],
      ]
    : []

const proofs = { upload: 'Uploaded by the signer', shown_to_staff: 'To be shown to the staff of the clinic' }

function whereOf({ channel, recordedBy }: Signature): string {
  if (channel !== 'in_person') return 'Remotely, by a secret link'
  return recordedBy ? `In person, on a device handed over by ${recordedBy}` : 'In person'
}

const checks = { date_of_birth: 'Date of birth', email_code: 'Code sent by e-mail' }

const hashes = ({ documentSha256 }: Signature, { originalSha256, fingerprint }: Sealed): Fact[] => [
  ['SHA-256 of the text', documentSha256, 'code'],
  ['SHA-256 of the original, which is attached to this file', originalSha256, 'code'],
  ['Sealed with the certificate (SHA-256)', fingerprint, 'code'],
]

function drawFacts({ pdf, root }: Paper, facts: Fact[]): void {
  const list = pdf.struct('L')
  root.add(list)
  for (const [label, value, font = 'text'] of facts) {
    keepRoom(pdf, 34)
    const name = pdf.struct('Lbl', {}, () => {
      pdf.font('strong').fontSize(8).fillColor(ink.muted).text(label)
    })
    const body = pdf.struct('LBody', {}, () => {
      pdf.font(font).fontSize(9.5).fillColor(ink.text).text(legible(value, font))
    })
    list.add(pdf.struct('LI', {}, [name, body]))
    pdf.moveDown(0.35)
  }
  list.end()
}

function drawCheck(paper: Paper, { clinicName, verifyUrl }: Sealed): void {
  const { pdf } = paper
  keepRoom(pdf, 70)
  pdf.moveDown(0.4)
  write(
    paper,
    'P',
    `This file is sealed by ${clinicName}. Any change made to it after signing shows in every program that checks signatures in PDF files. Whether it is the very file that was signed can also be asked at:`,
    { size: 9 },
  )
  const link = pdf.struct('Link', { alt: `Check this file at ${verifyUrl}` }, () => {
    pdf.font('text').fontSize(9).fillColor(ink.text).text(verifyUrl, { link: verifyUrl, underline: true })
  })
  paper.root.add(link)
}
