import { expect } from 'vitest'
import type { SetupStepName } from '#domain/clinic/setup.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { auditAll } from '../audit.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { makeDefaultTemplate } from '../consentTemplates/makeDefaultTemplate.ts'
import { keepStandardTemplate } from '../consentTemplates/standard.ts'
import { editClinicSettings } from './editClinicSettings.ts'
import { editClinicSetup } from './editClinicSetup.ts'
import { readClinicSetup } from './readClinicSetup.ts'
import { refuseSampleData } from './refuseSampleData.ts'

/** An administrator of a new clinic. The settings cached by an earlier test are cleared. */
async function administrator(clinic: TestClinic) {
  await clinic.instances.settings.refresh()
  return clinic.as(await clinic.user({ role: 'admin' }))
}

type Admin = Awaited<ReturnType<typeof administrator>>

const stepOf = async (admin: Admin, name: SetupStepName) =>
  (await readClinicSetup(admin, {})).steps.find((step) => step.name === name)

test('a new clinic has done nothing, and the checklist is shown', async ({ clinic }) => {
  await keepStandardTemplate(clinic.instances)
  const setup = await readClinicSetup(await administrator(clinic), {})
  expect(setup).toMatchObject({ isShown: true, isDismissed: false, isOpenByUpgrade: false })
  expect(setup.steps.map(({ name, isDone }) => [name, isDone])).toEqual([
    // The server of the tests was started with a name of its own, and without a time zone of its own.
    ['clinic_details', false],
    ['mail', false],
    ['consent_form', false],
    ['records_before_consent', false],
    ['team', false],
    ['patients', false],
    ['backup', false],
  ])
  expect(setup.steps[0]?.missing).toEqual(['timeZone', 'phone', 'address'])
})

const doing: Record<SetupStepName, (clinic: TestClinic, admin: Admin) => Promise<unknown>> = {
  clinic_details: (_clinic, admin) =>
    editClinicSettings(admin, { timeZone: 'America/New_York', phone: '2125550100', address: '20 Pier Road' }),
  mail: async (clinic) => sendMailTo(clinic, await openMailServer()),
  consent_form: (_clinic, admin) => editClinicSetup(admin, { isConsentFormReviewed: true }),
  records_before_consent: (_clinic, admin) => editClinicSettings(admin, { recordsBeforeConsent: 'closed' }),
  team: (clinic) => clinic.user(),
  patients: (clinic) => clinic.patient(),
  backup: (clinic) => auditAll(clinic.anonymous(), [{ action: 'exported', resourceType: 'backup' }]),
}

test.for(Object.keys(doing) as SetupStepName[])('%s is done by its fact alone', async (name, { clinic }) => {
  const admin = await administrator(clinic)
  expect(await stepOf(admin, name)).toMatchObject({ isDone: false })
  await doing[name](clinic, admin)
  expect(await stepOf({ ...admin, mailer: clinic.instances.mailer }, name)).toEqual({
    name,
    isDone: true,
    missing: [],
  })
})

test('a form of the clinic’s own counts as reviewed once it is the default', async ({ clinic }) => {
  await keepStandardTemplate(clinic.instances)
  const admin = await administrator(clinic)
  const { id: templateId } = await createConsentTemplate(admin, { ...standardTemplate, name: 'Ours' })
  expect(await stepOf(admin, 'consent_form')).toMatchObject({ isDone: false })
  await makeDefaultTemplate(admin, { templateId })
  expect(await stepOf(admin, 'consent_form')).toMatchObject({ isDone: true })
})

test('inactive users, deleted users and service accounts are no team', async ({ clinic }) => {
  const admin = await administrator(clinic)
  await clinic.user({ isActive: false })
  await clinic.user({ deletedAt: clinic.now })
  await clinic.user({ kind: 'service', passwordHash: null, ownerId: admin.actor.id })
  expect(await stepOf(admin, 'team')).toMatchObject({ isDone: false })
})

test('the checklist takes one statement, and none of it is shown once every step is done', async ({
  clinic,
}) => {
  const admin = await administrator(clinic)
  for (const name of Object.keys(doing) as SetupStepName[]) await doing[name](clinic, admin)
  const complete = { ...admin, mailer: clinic.instances.mailer }
  let setup: Awaited<ReturnType<typeof readClinicSetup>> | undefined
  const statements = await statementsOf(async () => {
    setup = await readClinicSetup(complete, {})
  })
  expect(work(statements)).toHaveLength(1)
  expect(setup?.steps.filter(({ isDone }) => !isDone)).toEqual([])
  expect(setup?.isShown).toBe(false)
})

test('dismissing it and bringing it back is audited, for all administrators', async ({ clinic }) => {
  const [ada, sam] = [await administrator(clinic), await administrator(clinic)]
  expect(await editClinicSetup(ada, { isDismissed: true })).toMatchObject({
    isShown: false,
    isDismissed: true,
  })
  expect(await readClinicSetup(sam, {})).toMatchObject({ isShown: false, isDismissed: true })
  expect(await editClinicSetup(sam, { isDismissed: false })).toMatchObject({ isShown: true })
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'clinic_setup' }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { action: 'updated', userId: ada.actor.id, details: { fields: ['isDismissed'], isDismissed: true } },
    { action: 'updated', userId: sam.actor.id, details: { fields: ['isDismissed'], isDismissed: false } },
  ])
})

test('staff, attorneys and the demo clinic do not get the checklist', async ({ clinic }) => {
  const admin = await administrator(clinic)
  for (const role of ['staff', 'attorney'] as const) {
    const user = clinic.as(await clinic.user({ role }))
    await expect(readClinicSetup(user, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(editClinicSetup(user, { isDismissed: true })).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await readClinicSetup({ ...admin, mode: 'demo' }, {})).toMatchObject({ isShown: false })
})

test('keeping the rule that an upgrade set is a choice, is recorded, and ends the notice', async ({
  clinic,
}) => {
  await clinic.db.clinicSettings.create({ data: { id: 1, recordsBeforeConsent: 'open' } })
  const admin = await administrator(clinic)
  expect(await readClinicSetup(admin, {})).toMatchObject({ isOpenByUpgrade: true })
  await editClinicSetup(admin, { isDismissed: true })
  expect(await readClinicSetup(admin, {}), 'after dismissing the checklist').toMatchObject({
    isOpenByUpgrade: true,
  })
  await editClinicSettings(admin, { recordsBeforeConsent: 'open' })
  expect(await readClinicSetup(admin, {})).toMatchObject({ isOpenByUpgrade: false })
  expect(await clinic.db.clinicSettings.findUnique({ where: { id: 1 } })).toMatchObject({
    recordsBeforeConsent: 'open',
    recordsChosenAt: clinic.now,
  })
  expect(await clinic.db.auditLog.findFirst({ where: { resourceType: 'clinic_settings' } })).toMatchObject({
    action: 'updated',
    details: { fields: ['recordsBeforeConsent'], recordsBeforeConsent: 'open' },
  })
})

test('the phone number of the clinic is formatted like those of patients', async ({ clinic }) => {
  const admin = await administrator(clinic)
  const phoneAfter = async (phone: string | null) =>
    (await editClinicSettings(admin, { phone })).inForce.phone
  expect(await phoneAfter(' 212.555.0100 ')).toBe('(212) 555-0100')
  expect(await phoneAfter('Front desk, ask for Jo')).toBe('Front desk, ask for Jo')
  expect(await phoneAfter('')).toBeNull()
  await expect(editClinicSettings(admin, { phone: '1'.repeat(41) })).rejects.toMatchObject({
    fields: { phone: 'Use at most 40 characters' },
  })
})

test.for([
  ['by the upgrade', '', null],
  [
    'by an administrator',
    `INSERT INTO audit_logs (id, action, resource_type, details, created_at) VALUES
      (gen_random_uuid(), 'updated', 'clinic_settings', '{"fields": ["name"]}', '2026-11-25T10:00:00Z'),
      (gen_random_uuid(), 'updated', 'clinic_settings', '{"fields": ["name", "recordsBeforeConsent"]}', '2026-11-24T10:00:00Z')`,
    new Date('2026-11-24T10:00:00Z'),
  ],
] as const)('an upgrade knows that the rule for records was set %s', async ([, choice, chosenAt]) => {
  await withDatabaseBefore('20261124060000_first_run', async ({ ask, upgrade }) => {
    await ask(
      `INSERT INTO clinic_settings (id, name, records_before_consent) VALUES (1, 'Elm Street', 'open')`,
    )
    if (choice) await ask(choice)
    await upgrade()
    expect(
      await ask('SELECT name, phone, records_chosen_at, setup_dismissed_at FROM clinic_settings'),
    ).toEqual([{ name: 'Elm Street', phone: null, records_chosen_at: chosenAt, setup_dismissed_at: null }])
  })
})

test.for([
  ['the demo clinic', ['admin@clinic.test', 'staff@clinic.test', 'attorney@clinic.test'], true],
  ['a clinic with one such address', ['admin@clinic.test', 'sam@elm-street.example'], false],
] as const)('an upgrade of %s is recognized', async ([, addresses, holdsSampleData]) => {
  await withDatabaseBefore('20261124060000_first_run', async ({ ask, upgrade }) => {
    for (const email of addresses)
      await ask(`INSERT INTO users (id, email, first_name, last_name, role)
        VALUES (gen_random_uuid(), '${email}', 'Sam', 'Okoye', 'staff')`)
    await upgrade()
    expect(await ask('SELECT holds_sample_data FROM clinic_settings WHERE holds_sample_data')).toHaveLength(
      holdsSampleData ? 1 : 0,
    )
  })
})

test('production mode refuses the database of the demo clinic, and the demo takes it', async ({ clinic }) => {
  expect(() => refuseSampleData(clinic.instances)).not.toThrow()
  await clinic.db.clinicSettings.create({ data: { id: 1, holdsSampleData: true } })
  await clinic.instances.settings.refresh()
  expect(() => refuseSampleData(clinic.instances)).toThrow(/set DATA_DIR to a new folder/)
  expect(() => refuseSampleData({ ...clinic.instances, mode: 'demo' })).not.toThrow()
})
