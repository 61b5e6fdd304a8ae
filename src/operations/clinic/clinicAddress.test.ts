import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import {
  STANDARD_TEMPLATE_NAME,
  standardSpanish,
  standardTemplate,
} from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import {
  keepStandardTemplate,
  STANDARD_TEMPLATE_ID,
  STANDARD_VERSION_ID,
} from '../consentTemplates/standard.ts'
import { bodyHash } from '../consentTemplates/versionHash.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { editClinicSettings } from './editClinicSettings.ts'

const setAddress = async (clinic: TestClinic, address: string | null) =>
  (await editClinicSettings(clinic.as(await clinic.user({ role: 'admin' })), { address })).inForce.address

async function sentForm(clinic: TestClinic, preferredLanguage: 'en' | 'es') {
  const patient = await clinic.patient({ preferredLanguage })
  await sendConsent(clinic.as(await clinic.user()), { patientId: patient.id })
  const request = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } })
  return { ...request, text: documentText(request.document as ConsentDocument) }
}

test('the address is stored in lines, is audited by name only, and has limits', async ({ clinic }) => {
  expect(await setAddress(clinic, '  20 Pier Road \r\n\r\nPortland,\tME 04101\n')).toBe(
    '20 Pier Road\nPortland, ME 04101',
  )
  expect(await clinic.db.auditLog.findFirst({ where: { resourceType: 'clinic_settings' } })).toMatchObject({
    action: 'updated',
    details: { fields: ['address'] },
  })
  expect(await setAddress(clinic, ' \n ')).toBeNull()
  for (const [address, message] of [
    ['x'.repeat(301), 'Use at most 300 characters'],
    ['1\n2\n3\n4\n5\n6\n7', 'Use at most 6 lines of visible characters'],
    ['20 Pier\u202e Road', 'Use at most 6 lines of visible characters'],
  ] as const)
    await expect(setAddress(clinic, address)).rejects.toMatchObject({ fields: { address: message } })
})

test.for([
  [
    'en',
    'by writing to Test Clinic, 20 Pier Road, Portland, ME 04101.',
    'by writing to Test Clinic. Revoking',
  ],
  [
    'es',
    'si le escribo a Test Clinic, 20 Pier Road, Portland, ME 04101.',
    'si le escribo a Test Clinic. Retirarla',
  ],
] as const)(
  'a form in %s says where to write, and keeps its words when the address changes',
  async ([language, withAddress, withoutAddress], { clinic }) => {
    expect((await sentForm(clinic, language)).text).toContain(withoutAddress)
    await setAddress(clinic, '20 Pier Road\nPortland, ME 04101')
    const sent = await sentForm(clinic, language)
    expect(sent.text).toContain(withAddress)
    expect(sent.documentSha256).toBe(createHash('sha256').update(sent.text).digest('hex'))
    await setAddress(clinic, '1 New Street')
    expect(await clinic.db.consentRequest.findUniqueOrThrow({ where: { id: sent.id } })).toMatchObject({
      document: sent.document,
      documentSha256: sent.documentSha256,
    })
  },
)

test('the e-mails to patients end with the address', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  await setAddress(clinic, '20 Pier Road\n<Portland>')
  await sentForm(clinic, 'es')
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toMatchObject([
    {
      text: expect.stringContaining('\n\nDirección: 20 Pier Road, <Portland>'),
      html: expect.stringContaining('<p>Dirección: 20 Pier Road, &lt;Portland&gt;</p>'),
    },
  ])
})

const earlier = (body: string) => body.replace('[[, {{clinic.address}}]]', '')

async function storeEarlierTemplate(clinic: TestClinic, version: { body: string; bodyEs: string | null }) {
  await clinic.db.consentTemplate.create({
    data: { id: STANDARD_TEMPLATE_ID, name: STANDARD_TEMPLATE_NAME, isDefault: true },
  })
  await clinic.db.consentTemplateVersion.create({
    data: {
      ...version,
      ...{ id: STANDARD_VERSION_ID, templateId: STANDARD_TEMPLATE_ID, number: 1, title: 'Release' },
      titleEs: version.bodyEs && 'Autorización',
      sha256: bodyHash(version),
    },
  })
}

test('an unchanged built-in template of an earlier release gets the address once, in both languages', async ({
  clinic,
}) => {
  await storeEarlierTemplate(clinic, {
    body: `${earlier(standardTemplate.body)}\nAn older line.`,
    bodyEs: earlier(standardSpanish.body),
  })
  for (let start = 0; start < 3; start += 1) await keepStandardTemplate(clinic.instances)
  const versions = await clinic.db.consentTemplateVersion.findMany({ orderBy: { number: 'asc' } })
  const body = `${standardTemplate.body}\nAn older line.`
  expect(versions).toMatchObject([
    { number: 1 },
    { number: 2, title: 'Release', body, bodyEs: standardSpanish.body, hashScheme: 2 },
  ])
})

test('a template whose sentence about revoking the clinic reworded is left alone', async ({ clinic }) => {
  const body = standardTemplate.body.replace('by writing to', 'in a letter to')
  await storeEarlierTemplate(clinic, { body: earlier(body), bodyEs: standardSpanish.body })
  await keepStandardTemplate(clinic.instances)
  expect(await clinic.db.consentTemplateVersion.count()).toBe(1)
})
