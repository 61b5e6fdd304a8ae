import type { Recipient as RecipientFacts } from '#domain/consent/recipients.ts'
import { revokePartOfConsent } from '#operations/consent/revokePartOfConsent.ts'
import { builder } from '../builder.ts'
import { Patient } from '../patients/Patient.ts'
import { RecordCategory } from '../records/RecordCategory.ts'
import { runs } from '../runs.ts'
import { Recipient } from './Recipient.ts'

export const PartialRevocation = builder.prismaObject('PartialRevocation', {
  description: 'The patient revoked a signed form for one recipient or one category of records.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the revocation.' }),
    recipient: t.field({
      type: Recipient,
      nullable: true,
      description: 'The recipient; `null` if it is a category.',
      resolve: ({ recipient }) => recipient as RecipientFacts | null,
    }),
    category: t.expose('category', {
      type: RecordCategory,
      nullable: true,
      description: 'The category; `null` if it is a recipient.',
    }),
    reason: t.exposeString('reason', { description: 'The reason that was recorded.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', description: 'When it was recorded.' }),
    revokedBy: t.relation('revokedBy', { description: 'User who recorded it.' }),
  }),
})

const ConsentRevocation = builder.prismaObject('ConsentRevocation', {
  description: 'The patient revoked the consent as a whole.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the revocation.' }),
    reason: t.exposeString('reason', { description: 'The reason that was recorded.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', description: 'When it was recorded.' }),
    revokedBy: t.relation('revokedBy', { description: 'User who recorded it.' }),
  }),
})

builder.prismaObjectFields(Patient, (t) => ({
  consentRevocations: t.relation('consentRevocations', {
    type: ConsentRevocation,
    description:
      'When and why the patient revoked the consent as a whole, latest first. It has no revocations from before 2026-11-29.',
    query: { orderBy: [{ revokedAt: 'desc' }, { id: 'desc' }] },
  }),
}))

const RevokePartOfConsentInput = builder.inputType('RevokePartOfConsentInput', {
  description: 'The part for which the patient revoked a signed form: one recipient or one category.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    requestId: t.id({ required: true, description: 'ID of the request whose signed form is in force.' }),
    recipient: t.int({ description: 'Position of the recipient among those of the request, from 0.' }),
    category: t.field({ type: RecordCategory, description: 'The category of records.' }),
    reason: t.string({ required: true, description: 'The reason, 10 to 1000 characters.' }),
  }),
})

builder.mutationField('revokePartOfConsent', (t) =>
  t.withAuth({ can: 'consent.revoke' }).field({
    type: Patient,
    description:
      'Records that a patient revoked the form in force for one recipient or one category of records, which closes these records at once, links included. `conflict` for another form, the last recipient and the last category. Needs the staff or admin role.',
    args: {
      input: t.arg({
        type: RevokePartOfConsentInput,
        required: true,
        description: 'The part and the reason.',
      }),
    },
    ...runs(revokePartOfConsent),
  }),
)
