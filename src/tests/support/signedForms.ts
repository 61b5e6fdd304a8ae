import { randomUUID } from 'node:crypto'
import type { ConsentDocument } from '#domain/consent/document.ts'
import { noticeTexts } from '#domain/patientTexts/noticeTexts.ts'
import { makeSeal } from '#infra/signing/seal.ts'
import type { SealIdentity } from '#infra/signing/sealCms.ts'
import type { StampSeal } from '#infra/signing/sealStamp.ts'
import type { Signature } from '#infra/signing/signature.ts'
import { makeRenderSignedForm } from '#infra/signing/signedForm.ts'
import { audit } from '#operations/audit.ts'
import type { TestClinic } from './clinic.ts'

/** A document to sign with any number of paragraphs. */
export const aDocument = (blocks: ConsentDocument['blocks'] = []): ConsentDocument => ({
  version: 'release-of-records-1',
  title: 'Authorization for Release of Health Information',
  blocks: [
    { kind: 'heading', text: 'Who may disclose' },
    { kind: 'paragraph', text: 'Test Clinic, including its clinicians.' },
    ...blocks,
  ],
})

/** A minimal signature. */
export const aSignature = (values: Partial<Signature> = {}): Signature => ({
  signerName: 'Maren Lindqvist',
  confirmedAs: null,
  representative: null,
  witness: null,
  interpreter: null,
  signedAt: new Date('2026-01-05T15:05:00Z'),
  openedAt: new Date('2026-01-05T15:02:00Z'),
  sentAt: new Date('2026-01-04T09:00:00Z'),
  sentBy: 'Sam Moor',
  email: 'maren@example.test',
  linkSeenBy: [],
  head: null,
  ipAddress: '192.0.2.1',
  userAgent: 'vitest',
  requestId: '0199a1b2-aaaa-7bbb-8ccc-0123456789ab',
  documentSha256: 'ab'.repeat(32),
  kind: 'typed',
  drawing: null,
  channel: 'remote',
  recordedBy: null,
  identityCheck: null,
  disclosureAgreedAt: new Date('2026-01-05T15:03:00Z'),
  disclosureVersion: noticeTexts.en.version,
  template: null,
  ...values,
})

/** Creates a signed and sealed form. */
export async function signedWith(
  identity: SealIdentity,
  {
    document = aDocument(),
    signature = aSignature(),
    clinicName = 'Test Clinic',
    stampSeal = null as StampSeal | null,
  } = {},
) {
  const seal = await makeSeal(identity, stampSeal)
  const render = makeRenderSignedForm(async () => seal, 'https://clinic.test')
  return render(document, signature, { name: clinicName, timeZone: 'America/New_York' })
}

/** Writes the audit row of a signature, which the nightly check expects for every signed form. */
export const recordSigning = (
  clinic: TestClinic,
  { id: resourceId, patientId }: { id: string; patientId: string },
): Promise<void> =>
  audit(clinic.anonymous(), {
    action: 'consent_signed',
    resourceType: 'consent_request',
    resourceId,
    patientId,
  })

/** Stores a form as if its patient had signed it, with its audit row unless `isRecorded` is false. */
export async function putOnFile(
  clinic: TestClinic,
  form: {
    content: Uint8Array<ArrayBuffer>
    sha256: string
    sealedBy: string
    stampedAt?: Date | null
    certificate?: Uint8Array<ArrayBuffer>
  },
  { isRecorded = true } = {},
) {
  const staff = await clinic.user()
  const patient = await clinic.patient({ createdById: staff.id })
  const request = await clinic.db.consentRequest.create({
    data: {
      patientId: patient.id,
      provider: 'built_in',
      state: 'signed',
      idempotencyKey: randomUUID(),
      document: {},
      documentSha256: 'ab'.repeat(32),
      templateVersion: '1',
      sentById: staff.id,
      expiresAt: clinic.now,
      openedAt: clinic.now,
      sentAt: clinic.now,
      signerName: 'Maren Lindqvist',
      signatureKind: 'typed',
      disclosureVersion: 'esign-2026-11',
      disclosureAgreedAt: clinic.now,
      closedAt: new Date('2026-01-02T10:00:00Z'),
    },
  })
  if (isRecorded) await recordSigning(clinic, request)
  const { id } = await clinic.db.signedConsentForm.create({ data: { requestId: request.id, ...form } })
  return { patient, request, formId: id }
}
