import { consentProofPath } from '#domain/access/screens.ts'
import { authorizationEnd, expiryOf } from '#domain/consent/authorization.ts'
import { changedDetails } from '#domain/consent/changedDetails.ts'
import { languageOf } from '#domain/consent/document.ts'
import type { Recipient as RecipientFacts } from '#domain/consent/recipients.ts'
import type { ReviewReason as ReviewReasonWord } from '#domain/consent/review.ts'
import type { Scope } from '#domain/consent/scope.ts'
import { mailKindLabels, mailKinds, mailStates } from '#domain/mail/mail.ts'
import { storedDocument } from '#operations/consent/findActiveConsentRequest.ts'
import { listConsentRequests } from '#operations/consent/listConsentRequests.ts'
import { newestRequest } from '#operations/patients/visiblePatient.ts'
import { authorizationOf } from '#operations/records/recordAccess.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { Language } from '../patients/Language.ts'
import { Patient, SigningProvider } from '../patients/Patient.ts'
import { selectedNodes } from '../selection.ts'
import { Recipient } from './Recipient.ts'
import { RecipientCopy } from './RecipientCopy.ts'
import { PartialRevocation } from './revocations.ts'
import { AuthorizationScope } from './Scope.ts'
import {
  AuthorityProof,
  ConsentReviewState,
  FormDetail,
  FormLine,
  ReviewReason,
  SignerCapacity,
} from './SignerCapacity.ts'

const ConsentRequestState = builder.enumType('ConsentRequestState', {
  description: 'State of a consent request.',
  values: enumValues(['preparing', 'sent', 'signed', 'declined', 'expired', 'voided', 'failed'], {
    preparing: 'The provider has not accepted it yet',
    sent: 'It waits for the patient',
    signed: 'The patient signed',
    declined: 'The patient declined',
    expired: 'It expired before it was signed',
    voided: 'The clinic withdrew it',
    failed: 'The provider refused it',
  }),
})

export const ConsentChannel = builder.enumType('ConsentChannel', {
  description: 'Where the patient signs: through a link, on a device at the clinic, or on paper.',
  values: enumValues(['remote', 'in_person', 'paper'], {
    remote: 'Through a link',
    in_person: 'On a device at the clinic',
    paper: 'On paper',
  }),
})

export const MailKind = builder.enumType('MailKind', {
  description: 'Purpose of an e-mail.',
  values: enumValues(mailKinds, mailKindLabels),
})

export const MailState = builder.enumType('MailState', {
  description:
    'State of an e-mail: waiting to be sent or retried, sent, given up, or withdrawn because it became obsolete.',
  values: enumValues(mailStates, {
    waiting: 'It will be sent, or tried again',
    sent: 'The mail server accepted it',
    failed: 'It was given up',
    withdrawn: 'It became obsolete before it was sent',
  }),
})

/** The e-mails that a request's history shows. Code e-mails are only for the patient. */
const historyEmails = { kind: { not: 'identity_code' as const } }

const ConsentLetter = builder.prismaObject('MailMessage', {
  name: 'ConsentLetter',
  description: 'E-mail to a patient about a consent request. Its text is not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the e-mail.' }),
    kind: t.expose('kind', { type: MailKind, description: 'Purpose of the e-mail.' }),
    state: t.expose('state', { type: MailState, description: 'State of the e-mail.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the e-mail was queued.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server accepted it; `null` before that.',
    }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it will be tried next; `null` if it will not.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last try failed; `null` if none has.',
    }),
  }),
})

export const ConsentRequest = builder.prismaObject('ConsentRequest', {
  description: "Request for a patient's signature.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the request.' }),
    state: t.expose('state', { type: ConsentRequestState, description: 'State of the request.' }),
    provider: t.expose('provider', { type: SigningProvider, description: 'Provider of the signature.' }),
    channel: t.expose('channel', { type: ConsentChannel, description: 'Where the patient signs.' }),
    templateVersion: t.exposeString('templateVersion', {
      description: 'Version of the text, fixed when the request was sent.',
    }),
    recipients: t.field({
      type: [Recipient],
      description: 'Who may receive the records, as the form states it.',
      select: { recipients: true },
      resolve: ({ recipients }) => recipients as RecipientFacts[],
    }),
    recipientsDerived: t.exposeBoolean('recipientsDerived', {
      description:
        'Whether an earlier version sent the form, which named the attorney only in its text; the recipient is the attorney assigned when it was signed, or whom its text names if the patient was reassigned later.',
    }),
    copyToRecipients: t.exposeBoolean('copyToRecipients', {
      description: 'Whether the recipients get a copy when the form is signed; see `SendConsentInput`.',
    }),
    scope: t.field({
      type: AuthorizationScope,
      description: 'Which records the form covers, as it states it.',
      select: { scope: true },
      resolve: ({ scope }) => scope as Scope,
    }),
    discloser: t.exposeString('discloser', {
      nullable: true,
      description: 'Who may disclose the records, as the form states it; `null` if only its text does.',
    }),
    purpose: t.exposeString('purpose', {
      nullable: true,
      description: 'Purpose of the disclosure, as the form states it; `null` if only its text does.',
    }),
    ends: t.exposeString('ends', {
      nullable: true,
      description: 'When the authorization ends, as the form states it; `null` if only its text does.',
    }),
    authorizationExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the authorization expires; `null` before it is signed, or if it is valid until it is revoked.',
      select: { state: true, validUntil: true, validDays: true, closedAt: true },
      resolve: ({ state, closedAt, ...validity }) =>
        state === 'signed' && closedAt ? expiryOf(validity, closedAt) : null,
    }),
    isInForce: t.boolean({
      description: "Whether its signed form governs the patient's records now.",
      select: {
        patient: { select: { authorization: true, consentRevokedAt: true, consentExpiresAt: true } },
      },
      resolve: ({ id, patient }, _args, { now }) =>
        authorizationOf(patient)?.requestId === id && authorizationEnd(patient, now()) === null,
    }),
    partialRevocations: t.relation('partialRevocations', {
      type: PartialRevocation,
      description: 'The parts for which the patient has revoked the signed form, oldest first.',
      query: { orderBy: [{ revokedAt: 'asc' }, { id: 'asc' }] },
    }),
    recipientCopies: t.relation('recipientCopies', {
      type: RecipientCopy,
      description: 'The links to the signed form that recipients got by e-mail who cannot see the chart.',
      query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    }),
    sentBy: t.relation('sentBy', { description: 'User who sent it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was sent; `null` before that.',
    }),
    sentTo: t.exposeString('sentTo', {
      nullable: true,
      description: 'E-mail address to which the signing link was sent; `null` if it was not e-mailed.',
    }),
    changedDetails: t.field({
      type: [FormDetail],
      description:
        'Details of the patient that have changed since the form was sent. `resendConsent` sends the form with the current ones; a signature on this one waits for a review, unless only the language changed. Empty when it is no longer open.',
      select: {
        ...{ state: true, sentTo: true, statedName: true, statedBirthDate: true, language: true },
        patient: {
          select: {
            ...{ firstName: true, lastName: true, email: true, dateOfBirth: true },
            preferredLanguage: true,
          },
        },
      },
      resolve: ({ state, patient, ...request }) => (state === 'sent' ? changedDetails(request, patient) : []),
    }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the document was first opened; `null` before that.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires or expired.' }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was signed or ended otherwise; `null` while it is open.',
    }),
    closeReason: t.exposeString('closeReason', {
      nullable: true,
      description: 'Why it ended without a signature; `null` if no reason was given.',
    }),
    paperRequestedAt: t.expose('paperRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient asked for the form on paper; `null` if they did not.',
    }),
    remindersSent: t.exposeInt('remindersSent', {
      description:
        'Number of reminders sent by e-mail, text message, or both; for DocuSign, the number requested.',
    }),
    nextReminderAt: t.expose('nextReminderAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next reminder is due, if e-mail or text messages are set up; `null` if none is.',
    }),
    retryAt: t.expose('retryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a failed request is retried; `null` if it is not.',
    }),
    providerStatus: t.exposeString('providerStatus', {
      nullable: true,
      description: "Status at an external provider, in the provider's words; `null` before it was checked.",
    }),
    providerCheckedAt: t.expose('providerCheckedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider was last checked; `null` before that.',
    }),
    providerError: t.exposeString('providerError', {
      nullable: true,
      description:
        'Why the last check failed, or what the provider reported too late; `null` if there is no problem.',
    }),
    isReplacement: t.boolean({
      description: 'Whether it replaced an earlier request.',
      select: { replacesId: true },
      resolve: ({ replacesId }) => replacesId !== null,
    }),
    signerName: t.exposeString('signerName', {
      nullable: true,
      description: 'The name signed; `null` before that.',
    }),
    signerCapacity: t.expose('signerCapacity', {
      type: SignerCapacity,
      nullable: true,
      description: 'In what capacity it was signed; `null` before that.',
    }),
    representativeRelation: t.exposeString('representativeRelation', {
      nullable: true,
      description:
        'What the representative is to the patient; through DocuSign, name and relation as entered in one field. `null` if the patient signed.',
    }),
    formLanguage: t.field({
      type: Language,
      description:
        'Language of the form: English if the template had no text in the language that the patient prefers.',
      select: { document: true },
      resolve: (request) => languageOf(storedDocument(request)),
    }),
    lines: t.field({
      type: [FormLine],
      description: 'Lines of the form besides the signature, fixed when it was sent.',
      select: { document: true },
      resolve: (request) => storedDocument(request).lines ?? [],
    }),
    witnessName: t.exposeString('witnessName', {
      nullable: true,
      description: 'Who saw the signing; `null` without a witness.',
    }),
    witnessRelation: t.exposeString('witnessRelation', {
      nullable: true,
      description: 'Relation of the witness to the signer, or the organization; `null` if not asked.',
    }),
    interpreterName: t.exposeString('interpreterName', {
      nullable: true,
      description: 'Who read the form to the signer; `null` without an interpreter.',
    }),
    interpreterLanguage: t.exposeString('interpreterLanguage', {
      nullable: true,
      description: 'Language in which the form was read; `null` without an interpreter.',
    }),
    authorityProof: t.expose('authorityProof', {
      type: AuthorityProof,
      nullable: true,
      description: 'How the representative proves the authority; `null` if the patient signed.',
    }),
    proofUrl: t.string({
      nullable: true,
      description:
        'Path of the uploaded proof of authority, which only the clinic can open; `null` if there is none.',
      select: { patientId: true, proofRecordId: true },
      resolve: ({ id, patientId, proofRecordId }) => proofRecordId && consentProofPath(patientId, id),
    }),
    reviewState: t.expose('reviewState', {
      type: ConsentReviewState,
      nullable: true,
      description: 'State of the review by staff; `null` if the form needs none.',
    }),
    reviewReasons: t.field({
      type: [ReviewReason],
      description: 'Why it needs a review; empty if it needs none.',
      select: { reviewReasons: true },
      resolve: ({ reviewReasons }) => reviewReasons as ReviewReasonWord[],
    }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was accepted or rejected; `null` before that.',
    }),
    reviewedBy: t.relation('reviewedBy', {
      nullable: true,
      description: 'Who accepted or rejected it; `null` before that, or if a later event ended the review.',
    }),
    reviewNote: t.exposeString('reviewNote', {
      nullable: true,
      description: 'Why it was rejected; `null` if it was not.',
    }),
    letters: t.relation('mail', {
      type: ConsentLetter,
      description: 'E-mails to the patient about the request, oldest first.',
      query: { where: historyEmails, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
      // A request has an invitation and a few reminders, not a full page.
      complexity: { field: 1, multiplier: 2 },
    }),
  }),
})

builder.prismaObjectField(Patient, 'newestConsentRequest', (t) =>
  t.field({
    type: ConsentRequest,
    nullable: true,
    description: "The patient's latest consent request; `null` if there was none.",
    select: (_args, _context, nested) => ({ consentRequests: nested(newestRequest) }),
    resolve: ({ consentRequests }) => consentRequests[0] ?? null,
  }),
)

builder.queryField('consentRequests', (t) =>
  t.withAuth({ can: 'consent.view' }).connection(
    {
      type: ConsentRequest,
      description:
        'Consent requests of a patient, newest first. `not_found` if the caller cannot see the patient.',
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listConsentRequests(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of consent requests.' },
  ),
)
