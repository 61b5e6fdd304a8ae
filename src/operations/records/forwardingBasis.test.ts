import { expect } from 'vitest'
import { type LegalBasis, legalBases } from '#domain/records/forwarding.ts'
import { closedOnBasis, NOT_NAMED } from '#domain/records/forwardingInputs.ts'
import { treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { forwardRecords } from './forwardRecords.ts'
import { listDisclosures } from './listDisclosures.ts'
import { openForwarding, readForwardingInvitation } from './openForwarding.ts'

const subpoena = {
  basis: 'subpoena',
  basisReference: 'Case 26-1187, served Nov 20, 2026',
  basisReason: 'The court asks for the bills',
} as const

test('a recipient whom the signed form does not name needs another legal basis', async ({ clinic }) => {
  const { staff, other, input } = await treated(clinic)
  const toOther = { ...input, recipientId: other.id }
  await expect(forwardRecords(staff, toOther)).rejects.toMatchObject({ fields: { basis: NOT_NAMED } })
  await expect(forwardRecords(staff, { ...toOther, basis: 'subpoena' })).rejects.toMatchObject({
    fields: { basisReference: expect.any(String), basisReason: expect.any(String) },
  })
  const { forwarding } = await forwardRecords(staff, { ...toOther, ...subpoena })
  expect(forwarding).toMatchObject({ ...subpoena, consentRequestId: null, consentSignedAt: null })
  const { rows } = await listDisclosures(staff, input.patientId, {})
  expect(rows.map(({ node }) => node)).toMatchObject(
    Array(2).fill({
      kind: 'forwarded',
      recipientId: other.id,
      basis: 'subpoena',
      basisReference: subpoena.basisReference,
      consentRequestId: null,
    }),
  )
})

test('a forwarding on another basis outlives the consent, but not a drop', async ({ clinic }) => {
  const { staff, other, input } = await treated(clinic)
  const { patientId } = input
  const underForm = await forwardRecords(staff, input)
  const underSubpoena = await forwardRecords(staff, { ...input, recipientId: other.id, ...subpoena })
  const works = ({ secret }: { secret: string }) =>
    readForwardingInvitation(clinic.anonymous(), { secret }).then(
      () => true,
      () => false,
    )
  expect([await works(underForm), await works(underSubpoena)]).toEqual([true, true])
  await revokeConsent(staff, { patientId, reason: 'Called and revoked it' })
  expect([await works(underForm), await works(underSubpoena)]).toEqual([false, true])
  await dropPatient(staff, { patientId, dropReason: 'Moved out of state' })
  expect(await works(underSubpoena)).toBe(false)
})

test.for<[keyof typeof closedOnBasis, refused: LegalBasis[]]>([
  ['substance_use', ['subpoena', 'law_enforcement', 'treatment', 'public_health']],
  ['psychotherapy_notes', ['subpoena', 'law_enforcement', 'treatment', 'public_health', 'patient_request']],
])(
  'a record of the category %s needs more than a subpoena, also when that is found out later',
  async ([category, refused], { clinic }) => {
    const { staff, other, input, records } = await treated(clinic)
    const [, record] = records
    const forward = (basis: LegalBasis) =>
      forwardRecords(staff, { ...input, recipientId: other.id, ...subpoena, basis })
    const { secret } = await forward('subpoena')
    const shown = async () =>
      (await openForwarding(clinic.anonymous(), { secret })).records.map(({ fileName }) => fileName)
    expect(await shown()).toEqual(['mri.pdf', 'bill.pdf'])

    await clinic.db.patientRecord.update({ where: { id: record.id }, data: { category } })
    expect(await shown()).toEqual(['mri.pdf'])
    for (const basis of legalBases.filter((one) => one !== 'authorization'))
      if (refused.includes(basis))
        await expect(forward(basis), basis).rejects.toMatchObject({
          fields: { recordIds: closedOnBasis[category]('bill.pdf') },
        })
      else expect(await forward(basis)).toMatchObject({ forwarding: { basis } })
  },
)

test('after a revocation, records can be forwarded on another legal basis but not under the form', async ({
  clinic,
}) => {
  const { staff, input } = await treated(clinic)
  await revokeConsent(staff, { patientId: input.patientId, reason: 'Called and revoked it' })
  await expect(forwardRecords(staff, input)).rejects.toMatchObject({ code: 'conflict' })
  expect(await forwardRecords(staff, { ...input, ...subpoena })).toMatchObject({
    forwarding: { basis: 'subpoena' },
  })
})
