import { authorizedCoverage, recordClosings } from '#domain/consent/authorization.ts'
import { signingProviders } from '#domain/consent/document.ts'
import { currentRecipients } from '#domain/consent/recipients.ts'
import { countedReview } from '#domain/consent/review.ts'
import { patientSorts, sortDirections } from '#domain/patients/listing.ts'
import { displayEmail, NO_EMAIL, unsendableReason } from '#domain/patients/noEmail.ts'
import { mapPatientFields } from '#domain/patients/patientFields.ts'
import { patientStatuses } from '#domain/patients/status.ts'
import { purposeIn } from '#domain/patientTexts/formTexts.ts'
import { canMail } from '#operations/mail/queueMail.ts'
import { agreedToTexts, textableNumber } from '#operations/patients/phoneNumber.ts'
import { newestRequest } from '#operations/patients/visiblePatient.ts'
import {
  authorizationOf,
  clinicalTextsClosing,
  closingFor,
  governingColumns,
  hidesClinicalTexts,
} from '#operations/records/recordAccess.ts'
import { builder } from '../builder.ts'
import { UPDATED_SORT } from '../connection.ts'
import { Recipient } from '../consent/Recipient.ts'
import { AuthorizationScope } from '../consent/Scope.ts'
import { enumValues } from '../enumValues.ts'
import { identifiersOf } from '../identifiers.ts'
import { Node } from '../nodes/Node.ts'
import { RecordCategory } from '../records/RecordCategory.ts'
import { version } from '../version.ts'
import { Language } from './Language.ts'
import { patientFieldDescriptions } from './patientFieldDescriptions.ts'

export const PatientStatus = builder.enumType('PatientStatus', {
  description: 'Status of a patient between intake and forwarded records.',
  values: enumValues(patientStatuses, {
    pending_consent: 'Added; no consent form was sent yet',
    consent_sent: 'A consent form was sent and waits for a signature',
    consent_signed: 'The form is signed; a consultation can be scheduled',
    schedulable: 'A consultation is scheduled',
    treatment_completed: 'The treatment is completed; records are not requested yet',
    pending_records: 'The treatment is completed and records are awaited',
    records_forwarded: 'Records were forwarded to the attorney',
    dropped: 'No longer in the caseload',
  }),
})

export const PatientSort = builder.enumType('PatientSort', {
  description: 'Sort key of the patient list.',
  values: enumValues(patientSorts, {
    created: 'By creation, newest first.',
    name: 'By family name and then given name, from A.',
    in_step: 'By time in the current status, longest first.',
    updated: UPDATED_SORT,
  }),
})

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Ascending or descending.',
  values: enumValues(sortDirections, {
    asc: 'From the lowest value or the oldest',
    desc: 'From the highest value or the newest',
  }),
})

export const SigningProvider = builder.enumType('SigningProvider', {
  description: 'Provider of the signature: our own page, or DocuSign.',
  values: enumValues(signingProviders, {
    built_in: 'The signing page of this installation',
    docusign: 'DocuSign',
  }),
})

const RecordClosing = builder.enumType('RecordClosing', {
  description: "Why an attorney's access to the records, or to one of them, is closed.",
  values: enumValues(recordClosings, {
    revoked: 'The patient revoked the consent',
    expired: 'The authorization has expired',
    not_named: 'The signed form names other recipients',
    not_signed: 'No form is signed, and the clinic opens records only after that',
    under_review: 'The signed form waits for a review by staff',
    not_covered: 'The signed form does not cover this record',
  }),
})

const ChartRestriction = builder.prismaObject('ChartRestriction', {
  description: 'Why a chart is restricted to its creator, its assigned user and administrators.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the restriction.' }),
    reason: t.exposeString('reason', { description: "The administrator's reason." }),
    restrictedAt: t.expose('restrictedAt', { type: 'DateTime', description: 'When it was restricted.' }),
    restrictedBy: t.relation('restrictedBy', { description: 'The administrator who restricted it.' }),
  }),
})

/** Matches no row. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The columns that decide whether an attorney may see the records. */
const governing = Object.keys(governingColumns)

/** The newest signed form that counts. It governs the records, unless a form that was signed late left another in force. */
const newestSigned = {
  where: { state: 'signed' as const, ...countedReview },
  orderBy: [{ closedAt: 'desc' as const }, { id: 'desc' as const }],
  take: 1,
  select: { id: true, purpose: true },
}

// A list reads only the columns of the requested fields: exposed ones, and those in `columns`.
export const Patient = builder.prismaObject('Patient', {
  interfaces: [Node],
  description: 'A person whose consent and consultation the clinic tracks for an attorney.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the patient.' }),
    ...mapPatientFields((name, { kind, isRequired = false, isClinical = false }) =>
      t.field({
        type: kind === 'date' ? 'Date' : kind === 'language' ? Language : 'String',
        nullable: !isRequired && kind !== 'language',
        description: patientFieldDescriptions[name].output,
        extensions: { columns: isClinical ? [name, ...governing] : [name] },
        // The cast hides `null`, because the types of Pothos read a computed `nullable` as `false`.
        resolve: (patient, _args, { actor, recordsBeforeConsent, now }) =>
          isClinical && actor && hidesClinicalTexts({ actor, recordsBeforeConsent, now }, patient)
            ? (null as unknown as string)
            : kind === 'email'
              ? displayEmail(patient.email)
              : (patient[name] as string | Date),
      }),
    ),
    shownEmail: t.string({
      description: 'The address for display: a text if it is unknown.',
      extensions: { columns: ['email'] },
      resolve: ({ email }) => displayEmail(email) || NO_EMAIL,
    }),
    sendRefusal: t.string({
      nullable: true,
      description: 'Why no form can be sent to the patient, and the alternatives; `null` if one can.',
      extensions: { columns: ['email'] },
      resolve: ({ email }) => unsendableReason(email),
    }),
    status: t.expose('status', { type: PatientStatus, description: 'Current status.' }),
    statusSince: t.expose('statusSince', {
      type: 'DateTime',
      description: 'When the patient entered this status.',
    }),
    consentFormUrl: t.string({
      nullable: true,
      description:
        'Path of the signed form, which checks access on every call; `null` if no form is on file, and for an attorney if none that is in force names them.',
      extensions: { columns: ['consentFormUrl', ...governing] },
      resolve: (patient, _args, { actor, recordsBeforeConsent, now }) =>
        actor?.role === 'attorney' &&
        (!patient.authorization || closingFor({ actor, recordsBeforeConsent, now }, patient))
          ? null
          : patient.consentFormUrl,
    }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When consent was given; `null` before that.',
    }),
    consentIsManual: t.exposeBoolean('consentIsManual', {
      description: 'Whether consent was recorded manually, without a signed form.',
    }),
    consentRevokedAt: t.expose('consentRevokedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        "When the patient revoked consent, which closes the attorney's access to the records; `null` if consent is in force or was never given.",
    }),
    consentExpiresAt: t.expose('consentExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        "When the signed authorization expires, which closes the attorney's access to the records; `null` without an expiry.",
    }),
    recordsClosed: t.field({
      type: RecordClosing,
      nullable: true,
      description:
        'Why the records are closed to the caller now; `null` while they are open. For the clinic, why they are closed to every attorney.',
      extensions: { columns: governing },
      resolve: (patient, _args, { actor, recordsBeforeConsent, now }) =>
        actor && closingFor({ actor, recordsBeforeConsent, now }, patient),
    }),
    clinicalTextsClosed: t.field({
      type: RecordClosing,
      nullable: true,
      description:
        "Why `injuryDescription`, `notes` and the clinic's notes on the patient are left out for the caller now; `null` if they are not, and always for the clinic.",
      extensions: { columns: governing },
      resolve: (patient, _args, { actor, recordsBeforeConsent, now }) =>
        actor && clinicalTextsClosing({ actor, recordsBeforeConsent, now }, patient),
    }),
    authorizedRecipients: t.field({
      type: [Recipient],
      nullable: true,
      description:
        'Who may receive the records under the signed form, except those for whom the patient revoked it; `null` before a form is signed.',
      extensions: { columns: ['authorization'] },
      resolve: (patient) => {
        const authorization = authorizationOf(patient)
        return authorization && currentRecipients(authorization)
      },
    }),
    authorizedCategories: t.field({
      type: [RecordCategory],
      nullable: true,
      description:
        'Categories that the signed form covers, without those for which the patient revoked it; `null` before a form is signed.',
      extensions: { columns: ['authorization'] },
      resolve: (patient) => {
        const authorization = authorizationOf(patient)
        return authorization && [...authorizedCoverage(authorization).categories]
      },
    }),
    authorizedScope: t.field({
      type: AuthorizationScope,
      nullable: true,
      description: 'Which records the signed form covers, as it states it; `null` before a form is signed.',
      extensions: { columns: ['authorization'] },
      resolve: (patient) => authorizationOf(patient)?.scope,
    }),
    authorizedPurpose: t.string({
      nullable: true,
      description:
        'Purpose of the disclosure under the signed form, the default purpose in English; `null` before a form is signed, or if only its text states it.',
      extensions: { columns: ['authorization'] },
      select: { consentRequests: newestSigned },
      resolve: (patient) => {
        const form = patient.consentRequests.find(({ id }) => id === authorizationOf(patient)?.requestId)
        return form?.purpose && purposeIn(form.purpose, 'en')
      },
    }),
    consentSentVia: t.field({
      type: SigningProvider,
      nullable: true,
      description: 'Provider of the request that the patient can sign now; `null` if none is open.',
      select: { consentRequests: { ...newestRequest, select: { state: true, provider: true } } },
      resolve: ({ consentRequests: [newest] }) => (newest?.state === 'sent' ? newest.provider : null),
    }),
    consentRetryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the request that could not be sent is retried; `null` if none waits.',
      select: { consentRequests: { ...newestRequest, select: { state: true, retryAt: true } } },
      resolve: ({ consentRequests: [newest] }) => (newest?.state === 'failed' ? newest.retryAt : null),
    }),
    consultationDate: t.expose('consultationDate', {
      type: 'Date',
      nullable: true,
      description: "Date of the consultation in the clinic's time zone; `null` if none is scheduled.",
    }),
    consultationTime: t.exposeString('consultationTime', {
      nullable: true,
      description: "Time of the consultation in the clinic's time zone, HH:MM; `null` if none is scheduled.",
    }),
    consultationLocation: t.exposeString('consultationLocation', {
      nullable: true,
      description: 'Location of the consultation; `null` if none is scheduled.',
    }),
    remindersStoppedAt: t.expose('remindersStoppedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient asked for no more reminders; `null` while reminders are sent.',
    }),
    canGetEmails: t.boolean({
      description: 'Whether e-mail is set up, and the patient has an e-mail address.',
      extensions: { columns: ['email'] },
      resolve: ({ email }, _args, context) => canMail(context, email),
    }),
    getsTexts: t.boolean({
      description: 'Whether the patient agreed to reminders by text message at the current phone number.',
      extensions: { columns: ['phone', 'textNumber'] },
      resolve: agreedToTexts,
    }),
    canGetTexts: t.boolean({
      description: 'Whether text messages are set up, and the phone number can get them.',
      extensions: { columns: ['phone'] },
      resolve: ({ phone }, _args, { textMessages }) =>
        textMessages !== null && textableNumber(phone) !== null,
    }),
    isRestricted: t.boolean({
      description:
        'Whether the chart is restricted to its creator, its assigned user and administrators. Other staff get a `LockedChart` unless they break the glass.',
      extensions: { columns: ['restrictedAt'] },
      resolve: ({ restrictedAt }) => restrictedAt !== null,
    }),
    restriction: t.field({
      type: ChartRestriction,
      nullable: true,
      description: 'Why it is restricted; `null` if it is not.',
      select: (_args, _context, nested) => ({
        restrictions: nested({ where: { liftedAt: null }, take: 1 }),
      }),
      resolve: ({ restrictions: [standing] }) => (standing ?? null) as never,
    }),
    openUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: "When the caller's break-the-glass access ends; `null` without such access.",
      select: (_args, { actor, now }) => ({
        brokenGlasses: {
          where: { userId: actor?.id ?? NOBODY, endsAt: { gt: now() } },
          orderBy: { endsAt: 'desc' as const },
          take: 1,
          select: { endsAt: true },
        },
      }),
      resolve: ({ brokenGlasses: [broken] }) => broken?.endsAt ?? null,
    }),
    dropReason: t.exposeString('dropReason', {
      nullable: true,
      description: 'Why the patient was dropped; `null` if they were not.',
    }),
    droppedAt: t.expose('droppedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient was dropped; `null` if they were not.',
    }),
    droppedBy: t.relation('droppedBy', {
      nullable: true,
      description: 'User who dropped the patient; `null` if they were not.',
    }),
    assignedAttorney: t.relation('assignedAttorney', {
      nullable: true,
      description: 'The user responsible for the patient; `null` if unassigned.',
    }),
    createdBy: t.relation('createdBy', { description: 'User who added the patient.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the patient was added.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the patient last changed.',
    }),
    version: t.string(version),
    identifiers: t.relation('identifiers', identifiersOf('the patient')),
  }),
})
