import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { resendConsent } from '../consent/resendConsent.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { archiveConsentTemplate } from './archiveConsentTemplate.ts'
import { createConsentTemplate } from './createConsentTemplate.ts'
import { editConsentTemplate } from './editConsentTemplate.ts'
import { previewConsent } from './previewConsent.ts'
import { previewConsentTemplate } from './previewConsentTemplate.ts'
import { STANDARD_VERSION_ID } from './standard.ts'

const forInsurers = {
  ...standardTemplate,
  name: 'Insurer',
  title: 'Release to an Insurer',
  body: `Sent on {{today}} to {{patient.name}} of {{patient.address}}.\n\n${standardTemplate.body}`,
  validDays: 90,
}

async function people(clinic: TestClinic) {
  const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Okafor' })
  return {
    admin: clinic.as(await clinic.user({ role: 'admin' })),
    staff: clinic.as(await clinic.user()),
    rae: clinic.as(rae),
    patient: await clinic.patient({
      firstName: '**Maren**',
      lastName: '<b>{{ends}}</b>',
      assignedAttorneyId: rae.id,
      dateOfBirth: new Date('1980-02-29'),
    }),
  }
}
const requestOf = (clinic: TestClinic, { id }: { id: string }) =>
  clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: id } })
const textOf = (document: unknown) => documentText(document as ConsentDocument)

describe('a request', () => {
  test('stores the default template’s version, text, hash and validity', async ({ clinic }) => {
    const { staff, patient } = await people(clinic)
    await sendConsent(staff, { patientId: patient.id })
    const request = await requestOf(clinic, patient)
    expect(request).toMatchObject({
      templateVersionId: STANDARD_VERSION_ID,
      templateVersion: 'Release of Records, version 1',
      validDays: 365,
      identityCheck: 'none',
      documentSha256: createHash('sha256').update(textOf(request.document)).digest('hex'),
    })
    expect(textOf(request.document)).toContain('I, **Maren** <b>{{ends}}</b>, born Feb 29, 1980, authorize')
  })

  test('keeps the text of its template after that template is edited', async ({ clinic }) => {
    const { admin, staff, patient } = await people(clinic)
    const { id: templateId } = await createConsentTemplate(admin, forInsurers)
    await sendConsent(staff, { patientId: patient.id, templateId, identityCheck: 'date_of_birth' })
    const before = await requestOf(clinic, patient)
    expect(before).toMatchObject({ validDays: 90, identityCheck: 'date_of_birth' })
    expect(textOf(before.document)).toContain(
      'Sent on Jan 5, 2026 to **Maren** <b>{{ends}}</b> of the address in my file.',
    )
    expect(textOf(before.document)).toContain('at the latest 90 days after the day I sign it')
    await editConsentTemplate(admin, {
      ...forInsurers,
      title: 'Changed',
      templateId,
      basedOn: 1,
      validDays: 1,
    })
    await archiveConsentTemplate(admin, { templateId })
    expect(await requestOf(clinic, patient)).toEqual(before)
  })

  test('uses the last complete version while the newest is a draft', async ({ clinic }) => {
    const { admin, staff, patient } = await people(clinic)
    const { id: templateId } = await createConsentTemplate(admin, forInsurers)
    await editConsentTemplate(admin, { ...forInsurers, templateId, basedOn: 1, body: 'I agree.' })
    await sendConsent(staff, { patientId: patient.id, templateId })
    const { templateVersion, document } = await requestOf(clinic, patient)
    expect(templateVersion).toBe('Insurer, version 1')
    expect(textOf(document)).toContain('authorize')
  })

  test('uses the clinic’s identity check if the sender chooses none', async ({ clinic }) => {
    const { staff, patient } = await people(clinic)
    const rules = { ...staff.consentRules, identityCheck: 'date_of_birth' as const }
    await sendConsent({ ...staff, consentRules: rules }, { patientId: patient.id })
    expect(await requestOf(clinic, patient)).toMatchObject({ identityCheck: 'date_of_birth' })
  })

  test('that is sent again uses the template’s current version, or the default if it was archived', async ({
    clinic,
  }) => {
    const { admin, staff, patient } = await people(clinic)
    const { id: templateId } = await createConsentTemplate(admin, forInsurers)
    await sendConsent(staff, { patientId: patient.id, templateId, identityCheck: 'date_of_birth' })
    const again = async () => {
      await resendConsent(staff, { patientId: patient.id })
      return clinic.db.consentRequest.findFirst({ where: { patientId: patient.id, state: 'sent' } })
    }
    await editConsentTemplate(admin, { ...forInsurers, title: 'Changed', templateId, basedOn: 1 })
    expect(await again()).toMatchObject({
      templateVersion: 'Insurer, version 2',
      identityCheck: 'date_of_birth',
    })
    await archiveConsentTemplate(admin, { templateId })
    expect(await again()).toMatchObject({ templateVersion: 'Release of Records, version 1' })
  })

  test('cannot use a draft, an archived template or an unknown one', async ({ clinic }) => {
    const { admin, staff, patient } = await people(clinic)
    const { id: draft } = await createConsentTemplate(admin, { ...forInsurers, body: 'I agree.' })
    const { id: old } = await createConsentTemplate(admin, { ...forInsurers, name: 'Old' })
    await archiveConsentTemplate(admin, { templateId: old })
    for (const [templateId, code] of [
      [draft, 'conflict'],
      [old, 'conflict'],
      [patient.id, 'not_found'],
      ['x', 'not_found'],
    ] as const) {
      await expect(sendConsent(staff, { patientId: patient.id, templateId })).rejects.toMatchObject({ code })
      await expect(previewConsent(staff, { patientId: patient.id, templateId })).rejects.toMatchObject({
        code,
      })
    }
    expect(await clinic.db.consentRequest.count()).toBe(0)
  })
})

describe('a preview', () => {
  test('before sending matches what will be sent, and is audited as a view of the patient', async ({
    clinic,
  }) => {
    const { rae, patient } = await people(clinic)
    const { preferredLanguage, statesAddress, ...shown } = await previewConsent(rae, {
      patientId: patient.id,
    })
    expect({ preferredLanguage, statesAddress }).toEqual({ preferredLanguage: 'en', statesAddress: false })
    expect(await clinic.auditOf(patient)).toEqual([
      { action: 'viewed', resourceType: 'patient', userId: rae.actor.id },
    ])
    await sendConsent(rae, { patientId: patient.id })
    expect((await requestOf(clinic, patient)).document).toEqual(shown)
    const other = clinic.as(await clinic.user({ role: 'attorney' }))
    await expect(previewConsent(other, { patientId: patient.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('says whether the form gives the address of the clinic', async ({ clinic }) => {
    const { patient } = await people(clinic)
    const admin = await clinic.user({ role: 'admin' })
    const isGiven = async () =>
      (await previewConsent(clinic.as(admin), { patientId: patient.id })).statesAddress
    expect(await isGiven()).toBe(false)
    await editClinicSettings(clinic.as(admin), { address: '20 Pier Road, Portland, ME 04101' })
    expect(await isGiven()).toBe(true)
  })

  test('leaves out the injury for an attorney without access to the records', async ({ clinic }) => {
    const { admin, rae, patient } = await people(clinic)
    const { id: templateId } = await createConsentTemplate(admin, {
      ...forInsurers,
      body: `For {{patient.injury}}.\n\n${standardTemplate.body}`,
    })
    await clinic.db.patient.update({ where: { id: patient.id }, data: { injuryDescription: 'whiplash' } })
    const preview = async (ctx: typeof rae) =>
      documentText(await previewConsent(ctx, { patientId: patient.id, templateId }))
    expect(await preview({ ...rae, recordsBeforeConsent: 'open' })).toContain('For whiplash.')
    expect(await preview({ ...rae, recordsBeforeConsent: 'closed' })).not.toContain('whiplash')
    expect(await preview({ ...admin, recordsBeforeConsent: 'closed' })).toContain('For whiplash.')
  })

  test('of an unsaved text shows an invented patient, its problems and missing elements', async ({
    clinic,
  }) => {
    const { admin, patient } = await people(clinic)
    const shown = await previewConsentTemplate(admin, {
      title: '',
      body: 'I, {{patient.name}}.\r\n\r\n<br>\r\n\r\nWhy not. {#purpose}',
      validDays: 30,
    })
    expect(shown.document.blocks.slice(0, 2)).toEqual([
      { kind: 'paragraph', text: 'I, Maren Lindqvist.' },
      { kind: 'paragraph', text: 'Why not.' },
    ])
    expect(shown.problems).toEqual([{ line: 3, message: 'HTML is not printed' }])
    expect(shown.lacks).not.toContain('purpose')
    expect(await clinic.auditOf(patient)).toEqual([])
  })

  test('of an unsaved text with a real patient is audited, and only administrators can preview it', async ({
    clinic,
  }) => {
    const { admin, staff, patient } = await people(clinic)
    const draft = { title: 'T', body: 'I, {{patient.name}}.', patientId: patient.id }
    const { document } = await previewConsentTemplate(admin, draft)
    expect(document.blocks[0]).toEqual({ kind: 'paragraph', text: 'I, **Maren** <b>{{ends}}</b>.' })
    expect(await clinic.auditOf(patient)).toMatchObject([{ action: 'viewed', userId: admin.actor.id }])
    await expect(previewConsentTemplate(staff, draft)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
