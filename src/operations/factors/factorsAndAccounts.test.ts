import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { diskBlobStore } from '#infra/records/diskBlobStore.ts'
import { makeRecordKeys } from '#infra/records/recordKeys.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { runPasswordResetJobs } from '#tests/support/queue.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'
import { requestPasswordReset } from '../accountLinks/requestPasswordReset.ts'
import { setPasswordByLink } from '../accountLinks/setPasswordByLink.ts'
import { assignPatients } from '../bulkJobs/assignPatients.ts'
import { workOnBulkJob } from '../bulkJobs/workOnBulkJob.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { editPatient } from '../patients/editPatient.ts'
import { rotateRecordKeys } from '../records/rotateRecordKeys.ts'
import { signIn } from '../sessions/signIn.ts'
import { inviteUser } from '../users/inviteUser.ts'
import { removeAuthenticator } from './removeAuthenticator.ts'

const PASSPHRASE = 'a long pass phrase'
const DAY = 86_400_000
const later = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

test('a password reset by link does not replace the second factor, nor buy more tries at its codes', async ({
  clinic,
  database,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { email, ...user } = await clinic.user({ email: 'sam@clinic.test' })
  const { code } = await setUpAuthenticator(clinic, { email, ...user })
  const enter = (shown: object = {}) => signIn(clinic.anonymous(), { email, password: PASSPHRASE, ...shown })
  for (let count = 0; count < 5; count += 1)
    await expect(
      signIn(clinic.anonymous(), { email, password: PASSWORD, code: '000000' }),
    ).rejects.toMatchObject({ code: 'unauthenticated' })

  await requestPasswordReset(clinic.anonymous(), { email })
  await runPasswordResetJobs(clinic, database)
  await deliverWaitingMail(clinic.anonymous())
  const secret = /set-password\/([\w-]+)/.exec(server.letters.at(-1)?.text ?? '')?.[1] ?? ''
  await setPasswordByLink(clinic.anonymous(), { secret, newPassword: PASSPHRASE })
  await expect(enter()).rejects.toMatchObject({ code: 'factor_required' })
  await expect(enter({ code: code() })).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await clinic.db.session.count()).toBe(0)
})

test('an accepted invitation leads to setting up a second factor if the role demands one at once', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  await editClinicSettings(clinic.as(admin), { secondFactorRoles: 'clinic', secondFactorGraceDays: 0 })
  const { link, user } = await inviteUser(clinic.as(admin), {
    ...{ firstName: 'Ines', lastName: 'Moreau', email: 'ines@clinic.test' },
  })
  await setPasswordByLink(clinic.anonymous(), {
    ...{ secret: link?.split('/').at(-1) ?? '', newPassword: PASSPHRASE },
  })
  // The database begins the grace period of a new account with the real time.
  clinic.now = new Date(Date.now() + 1000)
  const { sid, deviceId } = await signIn(clinic.anonymous(), { email: user.email, password: PASSPHRASE })
  expect(await visitorOf(clinic, { sid, deviceId })).toMatchObject({
    id: user.id,
    mustChangePassword: false,
    mustAddFactor: true,
  })
})

test('a sign-in with a code on a new device alerts its user', async ({ clinic }) => {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const { code } = await setUpAuthenticator(clinic, user)
  const alerts = () => clinic.db.alert.count({ where: { type: 'new_device', userId: user.id } })
  const enter = () => signIn(clinic.anonymous(), { email: user.email, password: PASSWORD, code: code() })
  await enter()
  expect(await alerts()).toBe(0)
  later(clinic, 60_000)
  await enter()
  expect(await alerts()).toBe(1)
})

test('the secret of an authenticator app survives a new master key', async ({ clinic }) => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const folder = temporaryFolder()
  const restartWith = (...keys: Buffer[]) => {
    const made = makeRecordKeys(keys)
    clinic.instances.secretKeys = made
    clinic.instances.recordStore = makeRecordStore({
      shelf: diskBlobStore(folder),
      keys: made,
      logFault: () => {},
    })
  }
  restartWith(oldKey)
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const { code } = await setUpAuthenticator(clinic, user)
  const enter = () => signIn(clinic.anonymous(), { email: user.email, password: PASSWORD, code: code() })
  restartWith(newKey, oldKey)
  await enter()
  const { spare } = await rotateRecordKeys(clinic.anonymous(), { batch: 10 })
  expect(spare).toHaveLength(1)
  restartWith(newKey)
  later(clinic, 60_000)
  await enter()
})

test('an open stream ends with the grace period, and before an event after it', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin', factorGraceFrom: clinic.now })
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  later(clinic, 7 * DAY - 60_000)
  const { sid, deviceId } = await signIn(clinic.anonymous(), { email: admin.email, password: PASSWORD })
  const actor = await visitorOf(clinic, { sid, deviceId })
  const stream = await clinic.instances.live.changes({ actor, sid })
  const changes: unknown[] = []
  const read = (async () => {
    for await (const change of stream) changes.push(change)
  })()
  await editPatient(staff, { patientId, firstName: 'Before' })
  await expect.poll(() => changes.length).toBeGreaterThan(0)
  const seen = changes.length
  later(clinic, 120_000)
  await editPatient(staff, { patientId, firstName: 'After' })
  await read
  expect(stream.isOver()).toBe(true)
  expect(changes).toHaveLength(seen)
  await expect(clinic.instances.live.changes({ actor, sid })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('an open stream ends when its user removes the only second factor', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const { code } = await setUpAuthenticator(clinic, admin)
  const { sid, deviceId } = await signIn(clinic.anonymous(), {
    ...{ email: admin.email, password: PASSWORD, code: code() },
  })
  const stream = await clinic.instances.live.changes({
    actor: await visitorOf(clinic, { sid, deviceId }),
    sid,
  })
  await removeAuthenticator({ ...clinic.as(admin), sid }, {})
  await stream.over
})

test('a bulk job stops at the end of the grace period', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin', factorGraceFrom: clinic.now })
  const attorney = await clinic.user({ role: 'attorney' })
  const patients = [await clinic.patient(), await clinic.patient()]
  const { id: jobId } = await assignPatients(clinic.as(admin), {
    selection: { patientIds: patients.map(({ id }) => id) },
    assignedAttorney: attorney.id,
  })
  const begun = clinic.now
  // The time passes between the two rows.
  let asked = 0
  const secondFactors = clinic.anonymous().secondFactors
  await workOnBulkJob(
    {
      ...clinic.anonymous(),
      get secondFactors() {
        asked += 1
        if (asked > 1) clinic.now = new Date(begun.getTime() + 8 * DAY)
        return secondFactors
      },
    },
    { jobId },
  )
  expect(await clinic.db.bulkJob.findUnique({ where: { id: jobId } })).toMatchObject({
    state: 'failed',
    done: 1,
  })
  expect(await clinic.db.patient.count({ where: { assignedAttorneyId: attorney.id } })).toBe(1)
})
