import { consentFormPath } from '#domain/consent/formPath.ts'
import { mailKinds, mailStates } from '#domain/mail/mail.ts'
import { listConsentRequests } from '#operations/consent/listConsentRequests.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { newestRequest, Patient, SigningProvider } from '../patients/Patient.ts'
import { RecordScanState } from '../records/records.ts'
import { selectedNodes } from '../selection.ts'

const ConsentRequestState = builder.enumType('ConsentRequestState', {
  description: 'What became of a consent request.',
  values: ['preparing', 'sent', 'signed', 'declined', 'expired', 'voided', 'failed'] as const,
})

export const ConsentChannel = builder.enumType('ConsentChannel', {
  description: 'How a patient is asked: by a link, in the clinic on its own tablet, or on paper.',
  values: ['remote', 'in_person', 'paper'] as const,
})

export const MailKind = builder.enumType('MailKind', {
  description: 'What a letter is for.',
  values: mailKinds,
})

export const MailState = builder.enumType('MailState', {
  description:
    'Whether a letter is on its way or tried again, was taken by the mail server, was given up, or lost its reason before it went.',
  values: mailStates,
})

/** The letters about a request that its story tells; codes are nobody's business but the patient's. */
const told = { kind: { not: 'identity_code' as const } }

const ConsentLetter = builder.prismaObject('MailMessage', {
  name: 'ConsentLetter',
  description: 'A letter to a patient about a consent request; what it said is not kept.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the letter.' }),
    kind: t.expose('kind', { type: MailKind, description: 'What it is for.' }),
    state: t.expose('state', { type: MailState, description: 'What became of it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was to go.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server took it; `null` before.',
    }),
    nextTryAt: t.expose('nextTryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; `null` when it is not.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last try failed; `null` when none has.',
    }),
  }),
})

export const ConsentRequest = builder.prismaObject('ConsentRequest', {
  description: 'One time that a patient was asked to sign.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the request.' }),
    state: t.expose('state', { type: ConsentRequestState, description: 'What became of it.' }),
    provider: t.expose('provider', { type: SigningProvider, description: 'Who asks the patient.' }),
    channel: t.expose('channel', { type: ConsentChannel, description: 'How the patient is asked.' }),
    templateVersion: t.exposeString('templateVersion', {
      description: 'Version of the text that was pinned when it was sent.',
    }),
    sentBy: t.relation('sentBy', { description: 'Who had it sent.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was sent; `null` before.',
    }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the document was first opened; `null` before.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link ends, or ended.' }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was signed, or ended otherwise; `null` while it is open.',
    }),
    closeReason: t.exposeString('closeReason', {
      nullable: true,
      description: 'Why it ended without a signature; `null` when nobody said.',
    }),
    paperRequestedAt: t.expose('paperRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient asked for the form on paper; `null` when not.',
    }),
    remindersSent: t.exposeInt('remindersSent', {
      description:
        'Reminders that the mail server has taken; of a request at DocuSign, those that were ordered there.',
    }),
    nextReminderAt: t.expose('nextReminderAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient is reminded next, where mail is sent; `null` for never.',
    }),
    retryAt: t.expose('retryAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a request that failed is sent again by itself; `null` for never.',
    }),
    providerStatus: t.exposeString('providerStatus', {
      nullable: true,
      description: 'How it stands with a provider outside, in its own word; `null` before that was asked.',
    }),
    providerCheckedAt: t.expose('providerCheckedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the provider was asked last; `null` before.',
    }),
    providerError: t.exposeString('providerError', {
      nullable: true,
      description:
        'Why the provider could not be asked last, or what it did too late; `null` when all is well.',
    }),
    isReplacement: t.boolean({
      description: 'Whether it took the place of an earlier one.',
      select: { replacesId: true },
      resolve: ({ replacesId }) => replacesId !== null,
    }),
    formUrl: t.string({
      nullable: true,
      description:
        'Path of the form that was signed, which checks access on every call; `null` without a signature.',
      select: { patientId: true, signed: { select: { id: true } } },
      resolve: ({ id, patientId, signed }) => signed && consentFormPath(patientId, id),
    }),
    formScanState: t.field({
      type: RecordScanState,
      nullable: true,
      description:
        'What a virus scanner said of the scan of a paper form, which is handed out as records are; `null` for any other form.',
      select: { signed: { select: { record: { select: { scanState: true } } } } },
      resolve: ({ signed }) => signed?.record?.scanState ?? null,
    }),
    letters: t.relation('mail', {
      type: ConsentLetter,
      description: 'Letters to the patient about it, oldest first.',
      query: { where: told, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
      // An invitation and a handful of reminders, not a page of them.
      complexity: { field: 1, multiplier: 2 },
    }),
  }),
})

builder.prismaObjectField(Patient, 'newestConsentRequest', (t) =>
  t.field({
    type: ConsentRequest,
    nullable: true,
    description: 'The last time the patient was asked to sign; `null` when never.',
    select: (_args, _context, nested) => ({ consentRequests: nested(newestRequest) }),
    resolve: ({ consentRequests }) => consentRequests[0] ?? null,
  }),
)

builder.queryField('consentRequests', (t) =>
  t.withAuth({ can: 'consent.view' }).connection(
    {
      type: ConsentRequest,
      description:
        'Each time a patient was asked to sign, newest first. A patient of somebody else is `not_found`.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(
          await listConsentRequests(context, patientId, page, selectedNodes(context, info)),
        ) as never,
    },
    { description: 'One page of consent requests.' },
  ),
)
