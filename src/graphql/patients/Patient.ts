import { recordClosings, recordsClosed } from '#domain/consent/authorization.ts'
import { signingProviders } from '#domain/consent/document.ts'
import { patientSorts, sortDirections } from '#domain/patients/listing.ts'
import { isAddress, NO_EMAIL, toldAddress, UNSENDABLE } from '#domain/patients/noEmail.ts'
import { patientStatuses } from '#domain/patients/status.ts'
import { builder } from '../builder.ts'

export const PatientStatus = builder.enumType('PatientStatus', {
  description: 'Where a patient stands on the way from intake to forwarded records.',
  values: patientStatuses,
})

export const PatientSort = builder.enumType('PatientSort', {
  description: 'What the patient list is ordered by: registration, name, or time in the current status.',
  values: patientSorts,
})

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Ascending or descending.',
  values: sortDirections,
})

export const SigningProvider = builder.enumType('SigningProvider', {
  description: 'Who asks the patient to sign: our own page, or DocuSign.',
  values: signingProviders,
})

/**
 * The newest request of each patient, which is the open one where there is one: no other can be made meanwhile. Fields
 * that ask for it in these words are read together, in the one statement of the list.
 */
export const newestRequest = {
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  take: 1,
}

const RecordClosing = builder.enumType('RecordClosing', {
  description: 'Why an attorney’s way to the records is closed.',
  values: recordClosings,
})

const ChartRestriction = builder.prismaObject('ChartRestriction', {
  description: 'Why a chart is restricted to its creator, its assignee and administrators.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the restriction.' }),
    reason: t.exposeString('reason', { description: 'Why, in the administrator’s words.' }),
    restrictedAt: t.expose('restrictedAt', { type: 'DateTime', description: 'Since when.' }),
    restrictedBy: t.relation('restrictedBy', { description: 'The administrator who restricted it.' }),
  }),
})

/** Belongs to nobody. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export const Patient = builder.prismaObject('Patient', {
  description: 'A person whose consent and consultation the clinic tracks for an attorney.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the patient.' }),
    firstName: t.exposeString('firstName', { description: 'Given name.' }),
    lastName: t.exposeString('lastName', { description: 'Family name.' }),
    email: t.string({
      description: 'Address, unique among patients without regard to case; empty where none is known.',
      select: { email: true },
      resolve: ({ email }) => toldAddress(email),
    }),
    shownEmail: t.string({
      description: 'The same as a person reads it: in words where none is known.',
      select: { email: true },
      resolve: ({ email }) => toldAddress(email) || NO_EMAIL,
    }),
    sendRefusal: t.string({
      nullable: true,
      description: 'Why no form can be sent to the patient, and what can be done; `null` where one can.',
      select: { email: true },
      resolve: ({ email }) => (isAddress(email) ? null : UNSENDABLE),
    }),
    phone: t.exposeString('phone', {
      nullable: true,
      description: 'Telephone as typed; `null` when not known.',
    }),
    dateOfBirth: t.expose('dateOfBirth', {
      type: 'Date',
      nullable: true,
      description: 'Day of birth; `null` when not known.',
    }),
    dateOfInjury: t.expose('dateOfInjury', {
      type: 'Date',
      nullable: true,
      description: 'Day of the injury; `null` when not known.',
    }),
    injuryDescription: t.exposeString('injuryDescription', {
      nullable: true,
      description: 'What happened, in words; `null` when nothing was written.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Postal address; `null` when not known.',
    }),
    notes: t.exposeString('notes', {
      nullable: true,
      description: 'Remark from intake; `null` when there is none.',
    }),
    status: t.expose('status', { type: PatientStatus, description: 'Where the patient stands.' }),
    statusSince: t.expose('statusSince', {
      type: 'DateTime',
      description: 'When the patient entered this status.',
    }),
    consentFormUrl: t.exposeString('consentFormUrl', {
      nullable: true,
      description:
        'Path of the signed form, which checks access on every call; `null` when no form is on file.',
    }),
    consentSignedAt: t.expose('consentSignedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When consent was given; `null` before.',
    }),
    consentIsManual: t.exposeBoolean('consentIsManual', {
      description: 'Consent was recorded by a person, with no signed form behind it yet.',
    }),
    consentRevokedAt: t.expose('consentRevokedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the patient took the consent back, which closes an attorney’s way to the records; `null` while it stands or was never given.',
    }),
    consentExpiresAt: t.expose('consentExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the signed authorization ends by its own words, which closes an attorney’s way to the records; `null` without such an end.',
    }),
    recordsClosed: t.field({
      type: RecordClosing,
      nullable: true,
      description: 'Why the records are closed to the attorney now; `null` while they are open.',
      select: { consentRevokedAt: true, consentExpiresAt: true },
      resolve: (patient, _args, { now }) => recordsClosed(patient, now()),
    }),
    consentSentVia: t.field({
      type: SigningProvider,
      nullable: true,
      description: 'Provider of the request the patient can sign now; `null` when none is open.',
      select: { consentRequests: { ...newestRequest, select: { state: true, provider: true } } },
      resolve: ({ consentRequests: [newest] }) => (newest?.state === 'sent' ? newest.provider : null),
    }),
    consentRetryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the request that could not be sent is sent again by itself; `null` when none waits for that.',
      select: { consentRequests: { ...newestRequest, select: { state: true, retryAt: true } } },
      resolve: ({ consentRequests: [newest] }) => (newest?.state === 'failed' ? newest.retryAt : null),
    }),
    consultationDate: t.expose('consultationDate', {
      type: 'Date',
      nullable: true,
      description: 'Day of the consultation in the clinic; `null` when none is scheduled.',
    }),
    consultationTime: t.exposeString('consultationTime', {
      nullable: true,
      description: 'Time of the consultation on the clinic’s clock, HH:MM; `null` when none is scheduled.',
    }),
    consultationLocation: t.exposeString('consultationLocation', {
      nullable: true,
      description: 'Where the consultation takes place; `null` when none is scheduled.',
    }),
    isRestricted: t.boolean({
      description:
        'Whether the chart is restricted to its creator, its assignee and administrators. To other staff it is a `LockedChart`, unless they break the glass.',
      select: { restrictedAt: true },
      resolve: ({ restrictedAt }) => restrictedAt !== null,
    }),
    restriction: t.field({
      type: ChartRestriction,
      nullable: true,
      description: 'Why it is restricted; `null` while it is not.',
      select: (_args, _context, nested) => ({
        restrictions: nested({ where: { liftedAt: null }, take: 1 }),
      }),
      resolve: ({ restrictions: [standing] }) => (standing ?? null) as never,
    }),
    openUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the chart locks again to the caller, who broke the glass; `null` for everybody else.',
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
      description: 'Why the patient was dropped; `null` unless dropped.',
    }),
    droppedAt: t.expose('droppedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the patient was dropped; `null` unless dropped.',
    }),
    droppedBy: t.relation('droppedBy', {
      nullable: true,
      description: 'Who dropped the patient; `null` unless dropped.',
    }),
    assignedAttorney: t.relation('assignedAttorney', {
      nullable: true,
      description: 'The user answerable for the patient; `null` means unassigned.',
    }),
    createdBy: t.relation('createdBy', { description: 'Who registered the patient.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the patient was registered.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When anything about the patient last changed.',
    }),
  }),
})
