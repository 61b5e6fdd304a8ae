import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { previewAssignment } from './previewAssignment.ts'

test('a preview names the patients whose form to sign names another attorney', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [rosa, lee] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const of = (values: object) => clinic.patient({ assignedAttorneyId: lee.id, ...values })
  const [named, other, unsent] = [
    await of({ lastName: 'Adler' }),
    await of({ lastName: 'Bauer' }),
    await of({}),
  ]
  const person = { name: 'Park Law', firm: 'Park Law', address: null }
  await sendConsent(admin, { patientId: named.id, recipients: [{ userId: rosa.id }] })
  await sendConsent(admin, { patientId: other.id })
  const outsider = await of({ lastName: 'Cruz' })
  await sendConsent(admin, { patientId: outsider.id, recipients: [person] })
  const selection = { patientIds: [named, other, unsent, outsider].map(({ id }) => id) }
  expect(await previewAssignment(admin, { selection, assignedAttorney: rosa.id })).toMatchObject({
    unnamedCount: 0,
    openCount: 1,
    openPatients: [{ id: other.id }],
  })
  const rows = await clinic.db.auditLogPatients.findMany()
  expect(rows.at(-1)).toMatchObject({ patientIds: [other.id] })
})
