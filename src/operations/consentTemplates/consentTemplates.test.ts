import { describe, expect } from 'vitest'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { archiveConsentTemplate, restoreConsentTemplate } from './archiveConsentTemplate.ts'
import { createConsentTemplate } from './createConsentTemplate.ts'
import { editConsentTemplate } from './editConsentTemplate.ts'
import { listConsentTemplates } from './listConsentTemplates.ts'
import { listTemplateVersions } from './listTemplateVersions.ts'
import { makeDefaultTemplate } from './makeDefaultTemplate.ts'
import { contentOf } from './readTemplate.ts'
import { keepStandardTemplate, STANDARD_TEMPLATE_ID, standardContent } from './standard.ts'
import { versionHash } from './versionHash.ts'

const whole = { ...standardTemplate, name: 'Release to an Insurer' }
const draft = { ...whole, body: 'I, {{patient.name}}, agree.' }
const { name: _name, ...draftTexts } = draft
const draftContent = contentOf(draftTexts)

const adminOf = async (clinic: TestClinic) => clinic.as(await clinic.user({ role: 'admin' }))
const auditRowsOf = (clinic: TestClinic) =>
  clinic.db.auditLog.findMany({
    where: { resourceType: 'consent_template' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { action: true, details: true },
  })

describe('the standard template', () => {
  test('exists from the first start, complete, and only once', async ({ clinic }) => {
    await Promise.all([1, 2, 3].map(() => keepStandardTemplate(clinic.instances)))
    const admin = await adminOf(clinic)
    const [standard, ...more] = await listConsentTemplates(admin, {})
    expect(more).toEqual([])
    expect(standard).toMatchObject({
      id: STANDARD_TEMPLATE_ID,
      isDefault: true,
      latest: { number: 1, validDays: 365, createdBy: null, ...versionHash(standardContent) },
      sent: { number: 1 },
    })
    await editConsentTemplate(admin, {
      ...whole,
      templateId: STANDARD_TEMPLATE_ID,
      basedOn: 1,
      title: 'Ours',
    })
    await keepStandardTemplate(clinic.instances)
    expect(await listConsentTemplates(admin, {})).toMatchObject([{ latest: { number: 2, title: 'Ours' } }])
  })

  test('does not replace another default', async ({ clinic }) => {
    const admin = await adminOf(clinic)
    const { id } = await createConsentTemplate(admin, whole)
    await makeDefaultTemplate(admin, { templateId: id })
    await keepStandardTemplate(clinic.instances)
    const templates = await listConsentTemplates(admin, {})
    expect(templates.map((one) => [one.name, one.isDefault])).toEqual([
      ['Release to an Insurer', true],
      ['Release of Records', false],
    ])
  })
})

describe('editing', () => {
  test('of two concurrent creations with the same name one wins', async ({ clinic }) => {
    const admin = await adminOf(clinic)
    await listConsentTemplates(admin, {})
    const make = () => createConsentTemplate(admin, whole)
    const both = await Promise.allSettled([make(), make()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('adds a version, keeps the earlier ones, and audits the hash and the missing elements', async ({
    clinic,
  }) => {
    const admin = await adminOf(clinic)
    const made = await createConsentTemplate(admin, draft)
    expect(made).toMatchObject({ latest: { number: 1, createdBy: { id: admin.actor.id } }, sent: null })
    clinic.now = new Date('2026-01-06T15:00:00Z')
    const edited = await editConsentTemplate(admin, {
      ...whole,
      templateId: made.id,
      basedOn: 1,
      body: `\r\n${whole.body.replaceAll('\n', '\r\n')}`,
      name: 'Insurer',
    })
    expect(edited).toMatchObject({ name: 'Insurer', latest: { number: 2 }, sent: { number: 2 } })
    expect(await listTemplateVersions(admin, { templateId: made.id })).toMatchObject([
      { number: 2, body: `\n${whole.body.trimEnd()}`, createdAt: clinic.now },
      { number: 1, body: draft.body, ...versionHash(draftContent) },
    ])
    expect(await auditRowsOf(clinic)).toEqual([
      {
        action: 'created',
        details: {
          version: 1,
          sha256: versionHash(draftContent).sha256,
          lacks: expect.arrayContaining(['purpose', 'expiration']),
        },
      },
      {
        action: 'updated',
        details: { fields: ['name', 'version'], version: 2, sha256: edited.latest.sha256, lacks: [] },
      },
    ])
  })

  test('without a change creates no version and no audit row', async ({ clinic }) => {
    const admin = await adminOf(clinic)
    const { id, latest } = await createConsentTemplate(admin, whole)
    const again = await editConsentTemplate(admin, {
      ...whole,
      body: latest.body,
      templateId: id,
      basedOn: 1,
    })
    expect(again.latest.number).toBe(1)
    expect(await auditRowsOf(clinic)).toHaveLength(1)
  })

  test('over another user’s version is a conflict, even at the same moment', async ({ clinic }) => {
    const [one, other] = [await adminOf(clinic), await adminOf(clinic)]
    const { id: templateId } = await createConsentTemplate(one, whole)
    const edit = (ctx: typeof one, title: string) => () =>
      editConsentTemplate(ctx, { ...whole, title, templateId, basedOn: 1 })
    const acts = [edit(one, 'Mine'), edit(other, 'Theirs')]
    const outcomes = await meetAt(clinic, 'consent_templates', templateId, acts)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'conflict' } }])
    await expect(edit(other, 'Theirs again')()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Version 2 was saved while you were editing/),
    })
  })

  test('rejects unprintable text with its line number at the right field', async ({ clinic }) => {
    const admin = await adminOf(clinic)
    await expect(
      createConsentTemplate(admin, { ...whole, body: 'I agree.\n\n![x](y)\n\n{{patient.ssn}}' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        body: 'Line 3: images are not printed. Line 5: there is no field called {{patient.ssn}}',
      },
    })
    for (const [field, values] of Object.entries({
      name: ' ',
      title: '{{patient.name}}',
      body: ' \n',
      validDays: 0,
    }))
      await expect(createConsentTemplate(admin, { ...whole, [field]: values })).rejects.toMatchObject({
        fields: { [field]: expect.any(String) },
      })
    await createConsentTemplate(admin, whole)
    await expect(
      createConsentTemplate(admin, { ...whole, name: 'release to an INSURER' }),
    ).rejects.toMatchObject({ fields: { name: 'Another template has this name' } })
    // Wildcards of LIKE are taken literally.
    for (const name of ['Release%', 'C\\'])
      expect((await createConsentTemplate(admin, { ...whole, name })).name).toBe(name)
  })

  test('versions are immutable, even with direct SQL', async ({ clinic }) => {
    await keepStandardTemplate(clinic.instances)
    for (const change of [
      "UPDATE consent_template_versions SET body = 'x'",
      'DELETE FROM consent_template_versions',
    ])
      await expect(clinic.db.$executeRawUnsafe(change)).rejects.toThrow(/permission denied/)
  })
})

test('listing many templates takes as many statements as listing a few', async ({ clinic }) => {
  const admin = await adminOf(clinic)
  const count = async () => work(await statementsOf(() => listConsentTemplates(admin, {}))).length
  await listConsentTemplates(admin, {})
  const few = await count()
  for (const name of ['Insurer', 'Employer', 'School']) await createConsentTemplate(admin, { ...whole, name })
  expect(await count()).toBe(few)
})

describe('the default', () => {
  test('is unique, even when two are chosen at once', async ({ clinic }) => {
    const admin = await adminOf(clinic)
    await keepStandardTemplate(clinic.instances)
    const made = [
      await createConsentTemplate(admin, whole),
      await createConsentTemplate(admin, { ...whole, name: 'B' }),
    ]
    await Promise.all(made.map(({ id }) => makeDefaultTemplate(admin, { templateId: id })))
    const defaults = await clinic.db.consentTemplate.findMany({ where: { isDefault: true } })
    expect(defaults).toHaveLength(1)
    expect(made.map(({ id }) => id)).toContain(defaults[0]?.id)
  })

  test('always has a complete version, and a draft leaves the previous version in force', async ({
    clinic,
  }) => {
    const admin = await adminOf(clinic)
    const { id: templateId } = await createConsentTemplate(admin, draft)
    await expect(makeDefaultTemplate(admin, { templateId })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/cannot be sent because no version is complete.*Purpose/),
    })
    for (let version = 1; version < 14; version += 1) {
      const content = version === 1 ? whole : { ...draft, name: whole.name, body: `${draft.body} ${version}` }
      await editConsentTemplate(admin, { ...content, templateId, basedOn: version })
    }
    const made = await makeDefaultTemplate(admin, { templateId })
    expect(made).toMatchObject({ isDefault: true, latest: { number: 14 }, sent: { number: 2 } })
  })

  test('cannot be archived; others can, and are restored under a free name', async ({ clinic }) => {
    const admin = await adminOf(clinic)
    const [standard] = await listConsentTemplates(admin, {})
    await expect(archiveConsentTemplate(admin, { templateId: standard?.id ?? '' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const { id: templateId } = await createConsentTemplate(admin, whole)
    await archiveConsentTemplate(admin, { templateId })
    expect(await listConsentTemplates(admin, {})).toHaveLength(1)
    expect(await listConsentTemplates(admin, { archived: true })).toHaveLength(2)
    const refused = { code: 'conflict', message: 'This template is archived. Restore it first.' }
    await expect(makeDefaultTemplate(admin, { templateId })).rejects.toMatchObject(refused)
    await expect(editConsentTemplate(admin, { ...whole, templateId, basedOn: 1 })).rejects.toMatchObject(
      refused,
    )
    await createConsentTemplate(admin, whole)
    await expect(restoreConsentTemplate(admin, { templateId })).rejects.toMatchObject({ code: 'invalid' })
    expect(await auditRowsOf(clinic)).toMatchObject([
      { action: 'created' },
      { action: 'updated', details: { fields: ['archivedAt'], archived: true } },
      { action: 'created' },
    ])
  })
})

test('staff and attorneys can choose a template but not edit one', async ({ clinic }) => {
  await keepStandardTemplate(clinic.instances)
  for (const role of ['staff', 'attorney'] as const) {
    const ctx = clinic.as(await clinic.user({ role }))
    expect(await listConsentTemplates(ctx, {})).toHaveLength(1)
    const templateId = STANDARD_TEMPLATE_ID
    const attempts = [
      () => listConsentTemplates(ctx, { archived: true }),
      () => listTemplateVersions(ctx, { templateId }),
      () => createConsentTemplate(ctx, whole),
      () => editConsentTemplate(ctx, { ...whole, templateId, basedOn: 1 }),
      () => makeDefaultTemplate(ctx, { templateId }),
      () => archiveConsentTemplate(ctx, { templateId }),
      () => restoreConsentTemplate(ctx, { templateId }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
  }
})
