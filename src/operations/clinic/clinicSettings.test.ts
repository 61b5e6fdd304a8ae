import { expect } from 'vitest'
import { openTestClinic, PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { createRequestContext } from '../context.ts'
import { signIn } from '../sessions/signIn.ts'
import { makeClinicSettings } from './clinicSettings.ts'
import { editClinicSettings } from './editClinicSettings.ts'
import { readClinicSettings } from './readClinicSettings.ts'

/** Clears the settings cached by an earlier test; the tables are already empty. */
async function administrator(clinic: TestClinic) {
  await clinic.instances.settings.refresh()
  return clinic.as(await clinic.user({ role: 'admin' }))
}

const standard = {
  name: 'Test Clinic',
  timeZone: 'America/New_York',
  phone: null,
  address: null,
  sessionIdleMinutes: 15,
  sessionMaxHours: 12,
  sessionIdleMinutesAdmin: null,
  sessionMaxHoursAdmin: null,
  sessionIdleMinutesStaff: null,
  sessionMaxHoursStaff: null,
  sessionIdleMinutesAttorney: null,
  sessionMaxHoursAttorney: null,
  consentLinkDays: 30,
  reminderFirstDays: 3,
  reminderEveryDays: 4,
  remindersMax: 5,
  visitReminderFirstDays: 3,
  visitReminderLastDays: 1,
  identityCheck: 'none',
  adultAge: 18,
  recordsBeforeConsent: 'open',
  defaultRecipientName: null,
  defaultRecipientFirm: 'Test Legal Aid',
  defaultRecipientAddress: null,
  keepDeletedDays: 2192,
  secondFactorRoles: 'admins',
  secondFactorGraceDays: 7,
}

test('an unchanged setting has the value from server start', async ({ clinic }) => {
  expect(await readClinicSettings(await administrator(clinic), {})).toEqual({
    inForce: standard,
    standard,
    logo: null,
    set: [],
  })
})

test('a new value applies to the next request, is audited by name, and null resets it', async ({
  clinic,
}) => {
  const admin = await administrator(clinic)
  const changes = { name: ' Elm Street ', timeZone: 'Europe/Berlin', remindersMax: 0 }
  expect(await editClinicSettings(admin, changes)).toEqual({
    inForce: { ...standard, name: 'Elm Street', timeZone: 'Europe/Berlin', remindersMax: 0 },
    standard,
    logo: null,
    set: ['name', 'timeZone', 'remindersMax'],
  })
  expect(clinic.anonymous()).toMatchObject({ name: 'Elm Street', timeZone: 'Europe/Berlin' })
  expect(await editClinicSettings(admin, { name: null })).toMatchObject({
    inForce: { name: 'Test Clinic', timeZone: 'Europe/Berlin' },
    set: ['timeZone', 'remindersMax'],
  })
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'clinic_settings' }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { action: 'updated', details: { fields: ['name', 'timeZone', 'remindersMax'] } },
    { action: 'updated', details: { fields: ['name'] } },
  ])
})

test.for([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ sessionIdleMinutes: 0 }, 'sessionIdleMinutes'],
  [{ sessionIdleMinutes: 721 }, 'sessionIdleMinutes'],
  [{ sessionMaxHours: 1.5 }, 'sessionMaxHours'],
  [{ consentLinkDays: 366 }, 'consentLinkDays'],
  [{ remindersMax: -1 }, 'remindersMax'],
  [{ keepDeletedDays: 29 }, 'keepDeletedDays'],
  [{ keepDeletedDays: 9126 }, 'keepDeletedDays'],
] as const)('%j is rejected with a message', async ([values, field], { clinic }) => {
  await expect(editClinicSettings(await administrator(clinic), values)).rejects.toMatchObject({
    code: 'invalid',
    fields: { [field]: expect.any(String) },
  })
  expect(await clinic.db.clinicSettings.count({ where: { [field]: { not: null } } })).toBe(0)
})

test('a shorter time-out ends sessions that have been idle for longer', async ({ clinic }) => {
  const admin = await administrator(clinic)
  await clinic.user({ email: 'sam@clinic.test' })
  const { sid, deviceId } = await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: PASSWORD })
  const isOpen = async () => (await visitorOf(clinic, { sid, deviceId }, { keepsAlive: false })) !== null
  clinic.now = new Date(clinic.now.getTime() + 6 * 60_000)
  expect(await isOpen()).toBe(true)
  await editClinicSettings(admin, { sessionIdleMinutes: 5 })
  expect(await isOpen()).toBe(false)
})

test('a signing link is valid for as long as the clinic sets', async ({ clinic }) => {
  const admin = await administrator(clinic)
  await editClinicSettings(admin, { consentLinkDays: 7 })
  const { id: patientId } = await clinic.patient()
  await sendConsent({ ...admin, ...clinic.instances.settings.current() }, { patientId })
  expect(await clinic.db.consentRequest.findFirst({ where: { patientId } })).toMatchObject({
    expiresAt: new Date('2026-01-12T15:00:00.000Z'),
  })
})

test('other processes get a change at once, and requests run no query for it', async ({
  clinic,
  database,
}) => {
  const admin = await administrator(clinic)
  const { close, instances: other } = await openTestClinic(database.ownerUrl)
  try {
    await other.settings.follow()
    await editClinicSettings(admin, { name: 'Elm Street' })
    await expect.poll(() => other.settings.current().name).toBe('Elm Street')
    const request = { id: 'one', ipAddress: null, userAgent: null, listed: new Map() }
    const statements = await statementsOf(async () => {
      expect(createRequestContext(other, { request }).name).toBe('Elm Street')
    })
    expect(statements).toEqual([])
  } finally {
    await close()
  }
})

test('a caller that refreshes sees the new value, even while an older read is running', async ({
  clinic,
}) => {
  const held = Promise.withResolvers<void>()
  let reads = 0
  const slowDb = {
    clinicSettings: {
      async findUnique(args: { where: { id: number } }) {
        reads += 1
        if (reads === 2) await held.promise
        return clinic.db.clinicSettings.findUnique(args)
      },
    },
  }
  const settings = makeClinicSettings({
    db: slowDb,
    notices: { listen: () => Promise.resolve() },
    standard: clinic.instances.settings.standard,
    logFault: () => {},
  })
  await editClinicSettings(await administrator(clinic), { name: 'Elm Street' })
  const [own, others] = [settings.refresh(), settings.refresh()]
  await own
  expect(settings.current().name).toBe('Elm Street')
  await editClinicSettings(await administrator(clinic), { name: 'Oak Street' })
  held.resolve()
  await others
  expect(settings.current().name).toBe('Oak Street')
})

test('two administrators who change different settings at once lose neither', async ({ clinic }) => {
  const [ada, sam] = [await administrator(clinic), await administrator(clinic)]
  await Promise.all([
    editClinicSettings(ada, { name: 'Elm Street' }),
    editClinicSettings(sam, { remindersMax: 2 }),
  ])
  await clinic.instances.settings.refresh()
  expect(await readClinicSettings(ada, {})).toMatchObject({ set: ['name', 'remindersMax'] })
})
