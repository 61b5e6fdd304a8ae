import { expect } from 'vitest'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { rsaSeal } from '#tests/support/seal.ts'
import { putOnFile, signedWith } from '#tests/support/signedForms.ts'
import { test } from '#tests/support/test.ts'
import { inFile, oneByteOff, verifyForm } from '#tests/support/verifyForm.ts'

test('with a database a form is known by its request, and by nothing of the patient', async ({
  clinic,
  database,
}) => {
  const identity = await rsaSeal()
  const signed = await signedWith(identity)
  const { content } = signed
  const { request } = await putOnFile(clinic, signed)
  const settings = { NODE_ENV: 'production', SESSION_SECRET, DATABASE_URL: database.ownerUrl }

  const known = await verifyForm(inFile(content), settings)
  expect(known).toMatchObject({ exit: 0 })
  expect(known.said).toContain(`Database: the signed form of consent request ${request.id}`)
  expect(known.said).toContain('a seal of this clinic')
  expect(known.said).not.toMatch(/Maren|Lindqvist/)
  expect(await verifyForm(inFile(oneByteOff(content)), settings)).toMatchObject({
    exit: 1,
    said: expect.stringMatching(/The seal names this clinic\nDatabase: has no such form/),
  })
  // Sealed with the clinic's key somewhere else.
  const other = await signedWith(identity, { clinicName: 'Another' })
  expect(await verifyForm(inFile(other.content), settings)).toMatchObject({
    exit: 4,
    said: expect.stringMatching(/a seal of this clinic[\s\S]*has no such form/),
  })
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'consent_form' }, orderBy: { id: 'asc' } }),
    'a check is recorded',
  ).toContainEqual(expect.objectContaining({ action: 'viewed', details: { command: 'consent:verify' } }))
})

test('what cannot be looked at ends with 2, and what has no seal is nobody’s', async () => {
  expect(await verifyForm('')).toEqual({
    exit: 2,
    said: expect.stringMatching(/^Give one file\n\nUsage: npm run consent:verify /),
  })
  expect(await verifyForm('/nowhere/form.pdf')).toEqual({
    exit: 2,
    said: 'There is no file or folder /nowhere/form.pdf\n',
  })
  expect(await verifyForm(inFile(Buffer.from('hello')))).toMatchObject({
    exit: 3,
    said: expect.stringContaining('Seal: none'),
  })
})
