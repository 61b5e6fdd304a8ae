import { createHash } from 'node:crypto'
import type { AuditAction } from '#domain/audit/descriptions.ts'
import { demoAddress, demoRecipient, standardConsentRules } from '#domain/clinic/settings.ts'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import { endOf } from '#domain/consent/formFacts.ts'
import { type Recipient, recipientsInWords } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, scopeInWords } from '#domain/consent/scope.ts'
import { STANDARD_TEMPLATE_NAME, standardTemplate } from '#domain/consent/standardTemplate.ts'
import { dayOf } from '#domain/dates.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { languageDates, showDayIn } from '#domain/patientTexts/languageDates.ts'
import { noticeTexts } from '#domain/patientTexts/noticeTexts.ts'
import { versionName } from '#operations/consentTemplates/readTemplate.ts'
import {
  STANDARD_VERSION_ID,
  standardContent,
  standardDocument,
} from '#operations/consentTemplates/standard.ts'
import { versionHash } from '#operations/consentTemplates/versionHash.ts'
import {
  addAlerts,
  addAuditRow,
  type Caller,
  type Coworker,
  type DemoClinic,
  type DemoHistory,
  fullName,
  job,
  minutesAfter,
} from './demoClinic.ts'
import type { RequestRow } from './demoRows.ts'
import { enter } from './patientEvents.ts'

const DAY_MS = 86_400_000

const about = (action: AuditAction, request: RequestRow) => ({
  action,
  resourceType: 'consent_request',
  resourceId: request.id,
  patientId: request.patientId,
})

/** An unopened request, sent as a link. */
const untouched = {
  channel: 'remote',
  copyLinkHash: null,
  copyExpiresAt: null,
  validUntil: null,
  // The demo clinic sends no e-mail.
  sentTo: null,
  templateVersionId: STANDARD_VERSION_ID,
  validDays: standardTemplate.validDays,
  originalSha256: null,
  replacesId: null,
  openedAt: null,
  closedAt: null,
  closeReason: null,
  paperRequestedAt: null,
  identityAttempts: 0,
  identityCheckedAt: null,
  identityCodeHash: null,
  identityCodeExpiresAt: null,
  disclosureVersion: null,
  disclosureAgreedAt: null,
  signatureKind: null,
  signerName: null,
  signerIp: null,
  signerUserAgent: null,
  signedOn: null,
  witnessName: null,
  witnessRelation: null,
  interpreterName: null,
  interpreterLanguage: null,
  recordedById: null,
  remindersSent: 0,
  nextReminderAt: null,
  providerStatus: null,
  providerCheckedAt: null,
  providerError: null,
  retryAt: null,
  retries: 0,
  recipientsDerived: false,
  keepsStatus: false,
  copyAttempts: 0,
  passHash: null,
  passExpiresAt: null,
  signerCapacity: null,
  representativeEmail: null,
  representativeRelation: null,
  authorityProof: null,
  proofRecordId: null,
  proofUploads: 0,
  statusAttempts: 0,
  reviewState: null,
  reviewReasons: [] as string[],
  copyToRecipients: false,
  reviewedAt: null,
  reviewedById: null,
  reviewNote: null,
} as const satisfies Partial<RequestRow>

/** Sends a request. The demo sends no mail, so the sender then looks up the link. */
export function send(clinic: DemoClinic, history: DemoHistory, by: Coworker, at: Date): RequestRow {
  const { preferredLanguage: language } = history.row
  const recipients = [recipientOf(clinic, history)]
  const document = documentFor(clinic, history, recipients, at)
  const idempotencyKey = clinic.ids.random()
  const sentAt = new Date(at.getTime() + 40)
  const request: RequestRow = {
    id: clinic.ids.rowOf(at),
    patientId: history.row.id,
    state: 'sent',
    provider: 'built_in',
    idempotencyKey,
    envelopeId: null,
    linkHash: clinic.linkHash(idempotencyKey),
    language,
    document,
    recipients,
    scope: ALL_RECORDS,
    discloser: clinic.name,
    purpose: formTexts[language].purpose,
    ends: endOf(standardTemplate.validDays, language) ?? formTexts[language].missing.ends,
    documentSha256: createHash('sha256').update(documentText(document)).digest('hex'),
    templateVersion: versionName(STANDARD_TEMPLATE_NAME, 1),
    statedName: fullName(history.row),
    statedBirthDate: history.row.dateOfBirth,
    sentById: by.userId,
    createdAt: at,
    sentAt,
    expiresAt: new Date(at.getTime() + standardConsentRules.linkDays * DAY_MS),
    ...untouched,
    identityCheck: history.row.dateOfBirth ? 'date_of_birth' : 'none',
  }
  clinic.rows.requests.push(request)
  enter(clinic, history, 'consent_sent', by, sentAt, { docusignEnvelopeId: null })
  addAuditRow(clinic, by, sentAt, about('consent_sent', request))
  const lookedAt = minutesAfter(sentAt, clinic.chance.between(0.2, 2))
  if (lookedAt < clinic.office.now) {
    addAuditRow(clinic, by, lookedAt, { ...about('viewed', request), resourceType: 'signing_link' })
  }
  return request
}

/** The assigned attorney, or the clinic's default recipient. */
function recipientOf(clinic: DemoClinic, { row }: DemoHistory): Recipient {
  const assignee = clinic.rows.users.find(({ id }) => id === row.assignedAttorneyId)
  if (assignee?.role !== 'attorney') return { userId: null, ...demoRecipient }
  return { userId: assignee.id, name: fullName(assignee), firm: assignee.firm, address: null }
}

function documentFor(
  clinic: DemoClinic,
  { row }: DemoHistory,
  recipients: readonly Recipient[],
  at: Date,
): ConsentDocument {
  const { preferredLanguage: language } = row
  const facts = {
    'patient.name': fullName(row),
    'patient.dateOfBirth': row.dateOfBirth && showDayIn(dayOf(row.dateOfBirth), language),
    'patient.dateOfInjury': row.dateOfInjury && showDayIn(dayOf(row.dateOfInjury), language),
    'patient.injury': row.injuryDescription,
    'patient.address': row.address,
    'clinic.name': clinic.name,
    'clinic.address': demoAddress,
    'attorney.name': recipientsInWords(recipients, formTexts[language].nextRecipient),
    'records.scope': scopeInWords(ALL_RECORDS, formTexts[language].scope),
    purpose: formTexts[language].purpose,
    today: languageDates[language].day(at, clinic.timeZone),
  }
  return standardDocument(facts, language)
}

/** The patient opens the link. */
export function open(clinic: DemoClinic, history: DemoHistory, request: RequestRow, at: Date): void {
  request.openedAt ??= at
  addAuditRow(clinic, history.caller, at, about('viewed', request))
}

/** Signs for the patient. The PDF is rendered after all events are generated. */
export function sign(clinic: DemoClinic, history: DemoHistory, request: RequestRow, at: Date): void {
  const { row, caller } = history
  const openedAt = minutesAfter(at, -clinic.chance.between(2, 9))
  const sender = clinic.rows.users.find(({ id }) => id === request.sentById)
  open(clinic, history, request, openedAt)
  Object.assign(request, {
    state: 'signed',
    identityCheckedAt: request.identityCheck === 'none' ? null : openedAt,
    signerCapacity: 'patient',
    closedAt: at,
    signerName: fullName(row),
    disclosureVersion: noticeTexts.en.version,
    disclosureAgreedAt: openedAt,
    signatureKind: 'typed',
    signerIp: caller.ipAddress,
    signerUserAgent: caller.userAgent,
  })
  clinic.rows.forms.push({
    id: clinic.ids.rowOf(at),
    request,
    signature: {
      signerName: fullName(row),
      confirmedAs: null,
      representative: null,
      witness: null,
      interpreter: null,
      signedAt: at,
      openedAt: request.openedAt ?? openedAt,
      sentAt: request.sentAt ?? request.createdAt,
      sentBy: sender ? fullName(sender) : '',
      email: row.email,
      linkSeenBy: [],
      head: null,
      ipAddress: caller.ipAddress,
      userAgent: caller.userAgent,
      requestId: request.id,
      documentSha256: request.documentSha256,
      kind: 'typed',
      drawing: null,
      channel: 'remote',
      recordedBy: null,
      identityCheck:
        request.identityCheck === 'date_of_birth' ? { kind: 'date_of_birth', checkedAt: openedAt } : null,
      disclosureAgreedAt: openedAt,
      disclosureVersion: noticeTexts.en.version,
      template: { name: STANDARD_TEMPLATE_NAME, number: 1, sha256: versionHash(standardContent).sha256 },
    },
  })
  enter(clinic, history, 'consent_signed', caller, at, {
    authorization: {
      ...{ requestId: request.id, recipients: request.recipients, scope: request.scope },
      revoked: { recipients: [], categories: [] },
    },
    consentFormUrl: `/api/patients/${row.id}/consent-form`,
    consentSignedAt: at,
    consentExpiresAt: new Date(at.getTime() + (standardTemplate.validDays ?? 0) * DAY_MS),
    consentIsManual: false,
  })
  addAuditRow(clinic, caller, at, about('consent_signed', request))
  addAlerts(
    clinic,
    'consent_signed',
    { at, by: caller, patientId: row.id, facts: { patient: row } },
    concerned(history),
  )
}

const concerned = ({ row }: DemoHistory) => [row.createdById, row.assignedAttorneyId]

/** The patient declines with a reason and returns to Pending Consent. */
export function decline(
  clinic: DemoClinic,
  history: DemoHistory,
  request: RequestRow,
  at: Date,
  closeReason: string,
): void {
  const { row, caller } = history
  open(clinic, history, request, minutesAfter(at, -clinic.chance.between(2, 9)))
  Object.assign(request, { state: 'declined', closedAt: at, closeReason })
  enter(clinic, history, 'pending_consent', caller, at, { reason: closeReason })
  addAuditRow(clinic, caller, at, about('consent_declined', request))
  const facts = { patient: row, reason: closeReason }
  addAlerts(clinic, 'consent_declined', { at, by: caller, patientId: row.id, facts }, concerned(history))
}

/** The request expires without a signature. Jobs also run outside office hours. */
export function expire(clinic: DemoClinic, history: DemoHistory, request: RequestRow): void {
  const { row } = history
  const at = minutesAfter(request.expiresAt, 4)
  const closeReason = `Not signed within ${standardConsentRules.linkDays} days`
  Object.assign(request, { state: 'expired', closedAt: at, closeReason })
  enter(clinic, history, 'pending_consent', job, at, { reason: closeReason })
  addAuditRow(clinic, job, at, about('consent_expired', request))
  addAlerts(
    clinic,
    'consent_expired',
    { at, by: job, patientId: row.id, facts: { patient: row } },
    concerned(history),
  )
}

/** Voids an open request, so that its link no longer works. */
export function voidRequest(
  clinic: DemoClinic,
  request: RequestRow,
  by: Caller,
  at: Date,
  closeReason: string,
): void {
  Object.assign(request, { state: 'voided', closedAt: at, closeReason })
  addAuditRow(clinic, by, at, about('consent_voided', request))
}
