import { type ConsentDocument, languageOf } from '#domain/consent/document.ts'
import { maskedAddress } from '#domain/patients/noEmail.ts'
import { type FormTexts, formTexts } from '#domain/patientTexts/formTexts.ts'
import { languageDates } from '#domain/patientTexts/languageDates.ts'
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

/** A line of a certificate. */
export type Fact = [label: string, value: string, font?: FormFont]

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
  const language = languageOf(document)
  const words = formTexts[language].certificate
  const inClinicTime = (moment: Date) =>
    `${languageDates[language].exactly(moment, sealed.timeZone)} (${moment.toISOString()})`
  pdf.addPage()
  write(paper, 'H1', words.title, { font: 'strong', size: 15 })
  pdf.moveDown(0.6)
  drawFacts(paper, [
    ...aboutForm(document, signature, words),
    ...aboutSigning(signature, words, inClinicTime),
    ...hashes(signature, sealed, words),
    ...stateBefore(signature, words, inClinicTime),
  ])
  drawCheck(paper, words.check(sealed.clinicName), {
    url: sealed.verifyUrl,
    description: words.checkLink(sealed.verifyUrl),
  })
}

type Words = FormTexts['certificate']

const aboutForm = (document: ConsentDocument, { template, requestId }: Signature, words: Words): Fact[] => [
  [words.form, `${document.title}, ${document.version}`],
  ...(template
    ? ([
        [words.template, formTexts[languageOf(document)].version(template.name, template.number)],
        [words.templateHash, template.sha256, 'code'],
      ] satisfies Fact[])
    : []),
  [words.request, requestId, 'code'],
]

function aboutSigning(signature: Signature, words: Words, at: (moment: Date) => string): Fact[] {
  const { signerName, identityCheck, disclosureAgreedAt, disclosureVersion, confirmedAs } = signature
  return [
    [words.signer, confirmedAs ? words.confirmedAs(signerName, confirmedAs) : signerName],
    ...aboutRepresentative(signature, words),
    ...aboutOthers(signature, words),
    [words.signature, signature.drawing ? words.drawn : words.typed],
    [words.where, whereOf(signature, words)],
    [
      words.identityCheck,
      identityCheck
        ? words.passed(words.checks[identityCheck.kind], at(identityCheck.checkedAt))
        : words.none,
    ],
    ...(signature.email ? [[words.email, maskedAddress(signature.email)] satisfies Fact] : []),
    [words.sent, words.sentBy(at(signature.sentAt), signature.sentBy)],
    ...(signature.linkSeenBy
      ? [[words.linkSeenBy, signature.linkSeenBy.join(', ') || words.none] satisfies Fact]
      : []),
    [words.opened, at(signature.openedAt)],
    [words.notice, words.agreed(disclosureVersion, at(disclosureAgreedAt))],
    [words.signed, at(signature.signedAt)],
    [words.address, signature.ipAddress ?? words.unknown],
    [words.browser, signature.userAgent ?? words.unknown],
  ]
}

/** A personal representative's authority (45 CFR 164.508(c)(1)(vi)). */
const aboutRepresentative = ({ representative }: Signature, words: Words): Fact[] =>
  representative
    ? [
        [words.signedFor, words.asRelation(representative.patientName, representative.relation)],
        [words.authority, words.authorities[representative.authority]],
        [words.proof, words.proofs[representative.proof]],
        ...(representative.email ? [[words.representativeEmail, representative.email] satisfies Fact] : []),
      ]
    : []

/** The statements of an interpreter and a witness. */
const aboutOthers = ({ witness, interpreter }: Signature, words: Words): Fact[] => [
  ...(interpreter
    ? [[words.interpreter, words.interpreted(interpreter.name, interpreter.language)] satisfies Fact]
    : []),
  ...(witness ? [[words.witness, words.witnessed(witness.name, witness.relation)] satisfies Fact] : []),
]

function whereOf({ channel, recordedBy }: Signature, words: Words): string {
  if (channel !== 'in_person') return words.remote
  return recordedBy ? words.inPersonBy(recordedBy) : words.inPerson
}

const hashes = (
  { documentSha256 }: Signature,
  { originalSha256, fingerprint }: Sealed,
  words: Words,
): Fact[] => [
  [words.textHash, documentSha256, 'code'],
  [words.originalHash, originalSha256, 'code'],
  [words.seal, fingerprint, 'code'],
]

/** The form was not made before this state. A later state that someone kept shows that it was not made after that one. */
const stateBefore = ({ head }: Signature, words: Words, at: (moment: Date) => string): Fact[] =>
  head
    ? [
        [words.head, head.sha256, 'code'],
        [words.headSigned, at(head.signedAt)],
      ]
    : []

/** Draws facts as a list, each under its label. */
export function drawFacts({ pdf, root }: Paper, facts: Fact[]): void {
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

/** Draws how to check the file for changes, and the link to the page that does. */
export function drawCheck(
  paper: Paper,
  text: string,
  { url, description }: { url: string; description: string },
): void {
  const { pdf } = paper
  keepRoom(pdf, 70)
  pdf.moveDown(0.4)
  write(paper, 'P', text, { size: 9 })
  const link = pdf.struct('Link', { alt: description }, () => {
    pdf.font('text').fontSize(9).fillColor(ink.text).text(url, { link: url, underline: true })
  })
  paper.root.add(link)
}
