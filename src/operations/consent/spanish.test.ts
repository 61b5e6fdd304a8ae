import { expect } from 'vitest'
import { documentText } from '#domain/consent/document.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { pdfText } from '#tests/support/pdfText.ts'
import { test } from '#tests/support/test.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { editConsentTemplate } from '../consentTemplates/editConsentTemplate.ts'
import { previewConsent } from '../consentTemplates/previewConsent.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { agreeElectronically } from './agreeElectronically.ts'
import { storedDocument } from './findActiveConsentRequest.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { readSigningProgress } from './readSigningProgress.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { signConsent } from './signConsent.ts'

const ana = {
  firstName: 'Íñigo',
  lastName: 'Núñez',
  preferredLanguage: 'es' as const,
  dateOfBirth: new Date('1980-03-05'),
}

async function send(clinic: TestClinic, person: object = ana, choices: object = {}) {
  const patient = await clinic.patient(person)
  const staff = clinic.as(await clinic.user())
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await sendConsent(staff, { patientId: patient.id, ...choices })
  const newest = () =>
    clinic.db.consentRequest.findFirstOrThrow({ where: { state: { in: ['sent', 'signed'] } } })
  const secretOf = async () =>
    clinic.instances.signing.of('built_in').linkSecret((await newest()).idempotencyKey) ?? ''
  return { patient, staff, admin, newest, secret: await secretOf() }
}

test('a form for a patient who prefers Spanish is in Spanish and states the terms that the request stores', async ({
  clinic,
}) => {
  const { newest } = await send(clinic)
  const request = await newest()
  const document = storedDocument(request)
  const text = documentText(document)
  expect([request.language, document.language]).toEqual(['es', 'es'])
  for (const stated of [
    'Yo, Íñigo Núñez, con fecha de nacimiento 5 de marzo de 1980, autorizo',
    'a más tardar un año después del día en que lo firme',
    `${formTexts.es.summary.purpose}: ${request.purpose}`,
    `${formTexts.es.summary.ends}: ${request.ends}`,
    `${formTexts.es.summary.discloser}: ${request.discloser}`,
    'ningún documento sobre tratamiento por uso de alcohol o drogas o VIH o sida',
  ])
    expect(text).toContain(stated)
  expect(request.purpose).toBe(formTexts.es.purpose)
})

test('a template without a Spanish version is sent in English, and the preview tells the sender', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: templateId } = await createConsentTemplate(admin, { name: 'Insurers', ...standardTemplate })
  const { patient, staff, newest, secret } = await send(clinic, ana, { templateId })
  const request = await newest()
  expect([request.language, storedDocument(request).language]).toEqual(['es', undefined])
  expect(request.ends).toBe('at the latest one year after the day I sign it')
  expect(await readSigningProgress(clinic.anonymous(), { secret })).toMatchObject({ language: 'es' })
  const preview = await previewConsent(staff, { patientId: patient.id, templateId })
  expect([preview.preferredLanguage, preview.language]).toEqual(['es', undefined])
})

test('a Spanish text needs every part of an authorization too, and an edit without it keeps it', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const spanish = { title: 'Autorización', body: 'Autorizo. {#purpose}' }
  const draft = await createConsentTemplate(admin, { name: 'Two', ...standardTemplate, spanish })
  expect(draft.sent).toBeNull()
  const edit = { templateId: draft.id, name: 'Two', ...standardTemplate }
  const kept = await editConsentTemplate(admin, { ...edit, basedOn: 1, title: 'Another title' })
  expect(kept.latest).toMatchObject({ number: 2, titleEs: 'Autorización' })
  const without = await editConsentTemplate(admin, { ...edit, basedOn: 2, spanish: null })
  expect(without.sent).toMatchObject({ number: 3, titleEs: null, bodyEs: null })
  await expect(
    editConsentTemplate(admin, { ...edit, basedOn: 3, spanish: { title: 'A', body: '{{nobody}}' } }),
  ).rejects.toMatchObject({ fields: { 'spanish.body': expect.stringContaining('Line 1') } })
})

test('the e-mails, the signed form and its certificate are in Spanish', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { newest, secret, patient, staff } = await send(clinic, { ...ana, dateOfBirth: null })
  await resendConsent(staff, { patientId: patient.id })
  expect(storedDocument(await newest()).language).toBe('es')
  const current = clinic.instances.signing.of('built_in').linkSecret((await newest()).idempotencyKey) ?? ''
  expect(current).not.toBe(secret)
  const holder = { secret: current }
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters.at(-1)).toMatchObject({
    subject: 'Test Clinic: por favor, lea y firme un formulario',
    text: expect.stringMatching(/El enlace sirve hasta el \d+ de \p{L}+ de 2026/u),
    html: expect.stringContaining('<html lang="es">'),
  })

  await readConsentRequest(clinic.anonymous(), holder)
  await agreeElectronically(clinic.anonymous(), {
    ...holder,
    agreesToSignElectronically: true,
    language: 'es',
  })
  const { content } = await signConsent(clinic.anonymous(), { ...holder, signerName: 'Íñigo Núñez' })
  const text = await pdfText(content)
  for (const stated of [
    'Íñigo Núñez',
    'Autorización para entregar información de salud',
    'Firmado de forma electrónica, escrito, el 5 de enero de 2026',
    'Certificado de firma',
    'esign-2026-11-2-es, aceptado el',
    'Página 1 de',
  ])
    expect(text).toContain(stated)
  for (const english of ['Certificate', 'Signed', 'Page 1', 'Printed name', '[U+'])
    expect(text).not.toContain(english)
})
