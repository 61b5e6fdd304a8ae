import { describe, expect } from 'vitest'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { asOwner, withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { downloadConsentForm } from './consent/downloadConsentForm.ts'
import { readConsentRequest } from './consent/readConsentRequest.ts'
import { revokeConsent } from './consent/revokeConsent.ts'
import { sendConsent } from './consent/sendConsent.ts'
import { showSigningLink } from './consent/showSigningLink.ts'
import { signConsent } from './consent/signConsent.ts'
import { voidConsentRequest } from './consent/voidConsentRequest.ts'
import { addPatient } from './patients/addPatient.ts'
import { dropPatient } from './patients/dropPatient.ts'
import { editPatient } from './patients/editPatient.ts'
import { listPatients } from './patients/listPatients.ts'
import { listStatusHistory } from './patients/listStatusHistory.ts'
import { overridePatientStatus } from './patients/overridePatientStatus.ts'
import { scheduleConsultation } from './patients/scheduleConsultation.ts'
import { markSchedulable } from './patients/statusSteps.ts'
import { viewPatient } from './patients/viewPatient.ts'
import { listRecords } from './records/listRecords.ts'
import { changePassword } from './sessions/changePassword.ts'
import { endOtherSessions, endUserSessions, signOut } from './sessions/endSessions.ts'

import { signIn } from './sessions/signIn.ts'

import { addUser } from './users/addUser.ts'
import { deleteUser } from './users/deleteUser.ts'
import { editUser } from './users/editUser.ts'
import { resetPassword } from './users/resetPassword.ts'
import { unlockUser } from './users/unlockUser.ts'

/** An administrator with a session, a patient at consent_signed, and a patient who has opened the link. */
async function busyClinic(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin', email: 'admin@clinic.test' })
  const { sid } = await signIn(clinic.anonymous(), { email: 'admin@clinic.test', password: PASSWORD })
  const ctx = { ...clinic.as(admin), sid }
  const staffId = (await clinic.user()).id
  const patientId = (await clinic.patient({ status: 'consent_signed' })).id
  const pendingId = (await clinic.patient()).id
  const askedId = (await clinic.patient()).id
  await sendConsent(ctx, { patientId: askedId })
  const secret = (await showSigningLink(ctx, { patientId: askedId })).path.replace('/sign/', '')
  await readConsentRequest(clinic.anonymous(), { secret })
  return { ctx, staffId, patientId, pendingId, askedId, secret }
}
type Busy = Awaited<ReturnType<typeof busyClinic>>

const visit = { consultationDate: '2026-01-14', consultationTime: '14:30', consultationLocation: 'Annex' }
const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }

const acts: Record<string, (busy: Busy, clinic: TestClinic) => Promise<unknown>> = {
  addPatient: ({ ctx }) => addPatient(ctx, maren),
  editPatient: ({ ctx, patientId }) => editPatient(ctx, { patientId, phone: '(415) 555-0101' }),
  dropPatient: ({ ctx, patientId }) => dropPatient(ctx, { patientId, dropReason: 'Moved out of state' }),
  overridePatientStatus: ({ ctx, patientId }) =>
    overridePatientStatus(ctx, { patientId, status: 'schedulable' }),
  markSchedulable: ({ ctx, patientId }) => markSchedulable(ctx, { patientId }),
  revokeConsent: ({ ctx, patientId }) => revokeConsent(ctx, { patientId, reason: 'Moved out of state' }),
  voidConsentRequest: ({ ctx, askedId }) => voidConsentRequest(ctx, { patientId: askedId }),
  scheduleConsultation: ({ ctx, patientId }) => scheduleConsultation(ctx, { patientId, ...visit }),
  signConsent: ({ secret }, clinic) =>
    signConsent(clinic.anonymous(), {
      secret,
      signerName: 'Maren Lindqvist',
      agreesToSignElectronically: true,
    }),
  signIn: (_busy, clinic) => signIn(clinic.anonymous(), { email: 'admin@clinic.test', password: PASSWORD }),
  signOut: ({ ctx }) => signOut(ctx, {}),
  changePassword: ({ ctx }) =>
    changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'a new phrase' }),
  editUser: ({ ctx, staffId }) => editUser(ctx, { userId: staffId, role: 'attorney' }),
  resetPassword: ({ ctx, staffId }) => resetPassword(ctx, { userId: staffId, password: 'let me in once' }),
  unlockUser: ({ ctx, staffId }) => unlockUser(ctx, { userId: staffId }),
  deleteUser: ({ ctx, staffId }) => deleteUser(ctx, { userId: staffId }),
  endOtherSessions: ({ ctx }) => endOtherSessions({ ...ctx, sid: null }, {}),
  endUserSessions: ({ ctx }) => endUserSessions(ctx, { userId: ctx.actor.id }),
  addUser: (_busy, clinic) => addUser(clinic.anonymous(), { ...maren, password: PASSWORD }),
}

const reads: typeof acts = {
  viewPatient: ({ ctx, patientId }) => viewPatient(ctx, { patientId }),
  listPatients: ({ ctx }) => listPatients({ ...ctx, request: { ...ctx.request, listed: new Map() } }, {}, {}),
  listStatusHistory: ({ ctx, patientId }) => listStatusHistory(ctx, patientId, {}),
  listRecords: ({ ctx, patientId }) => listRecords(ctx, patientId, {}),
  showSigningLink: ({ ctx, askedId }) => showSigningLink(ctx, { patientId: askedId }),
  readConsentRequest: ({ secret }, clinic) => readConsentRequest(clinic.anonymous(), { secret }),
}

/** All data that the application may change, as text to compare. */
async function everything({ db }: TestClinic): Promise<string> {
  return JSON.stringify([
    await db.user.findMany({ orderBy: { id: 'asc' } }),
    await db.session.findMany({ orderBy: { sid: 'asc' } }),
    await db.knownDevice.findMany({ orderBy: { id: 'asc' } }),
    await db.patient.findMany({ orderBy: { id: 'asc' } }),
    await db.patientStatusChange.findMany({ orderBy: { id: 'asc' } }),
    await db.patientCount.findMany({ orderBy: [{ assigneeKey: 'asc' }, { status: 'asc' }] }),
    await db.consentRequest.findMany({ orderBy: { id: 'asc' } }),
    await db.appointment.findMany({ orderBy: { id: 'asc' } }),
    await db.alert.findMany({ orderBy: { id: 'asc' } }),
    await db.signedConsentForm.count(),
  ])
}

describe('an action fails if its audit row cannot be written', () => {
  test.for(Object.entries({ ...acts, ...reads }))('%s', async ([, act], { clinic, database }) => {
    const busy = await busyClinic(clinic)
    const before = await everything(clinic)
    await withoutAudit(database, () => expect(act(busy, clinic)).rejects.toThrow(/audit_logs/))
    expect(await everything(clinic)).toBe(before)
    // When the audit log is writable again, it succeeds.
    await act(busy, clinic)
  })

  test('sendConsent', async ({ clinic, database }) => {
    const { ctx, pendingId } = await busyClinic(clinic)
    const before = await clinic.db.patient.findUnique({ where: { id: pendingId } })
    await withoutAudit(database, () =>
      expect(sendConsent(ctx, { patientId: pendingId })).rejects.toThrow(/audit_logs/),
    )
    expect(await clinic.db.patient.findUnique({ where: { id: pendingId } })).toEqual(before)
    const [request] = await clinic.db.consentRequest.findMany({ where: { patientId: pendingId } })
    expect(request?.state).toBe('preparing')
  })

  test('downloadConsentForm', async ({ clinic, database }) => {
    const busy = await busyClinic(clinic)
    await acts.signConsent?.(busy, clinic)
    const download = () => downloadConsentForm(busy.ctx, { patientId: busy.askedId })
    await withoutAudit(database, () => expect(download()).rejects.toThrow(/audit_logs/))
    await download()
  })
})

describe('the audit log cannot be changed', () => {
  const changes = ["UPDATE audit_logs SET action = 'viewed'", 'DELETE FROM audit_logs', 'TRUNCATE audit_logs']

  test.for(changes)('by the application: %s', async (change, { clinic }) => {
    await clinic.user()
    await addUser(clinic.anonymous(), { ...maren, password: PASSWORD })
    await expect(clinic.db.$executeRawUnsafe(change)).rejects.toThrow(/permission denied/)
    expect(await clinic.db.auditLog.count()).toBe(1)
  })

  test.for(changes)('by a mistake of the owner: %s', async (change, { clinic, database }) => {
    await addUser(clinic.anonymous(), { ...maren, password: PASSWORD })
    await asOwner(database, (owner) =>
      expect(owner.query(change)).rejects.toThrow('audit_logs is append-only'),
    )
    expect(await clinic.db.auditLog.count()).toBe(1)
  })

  test('nor can the application change the status history or a signed form', async ({ clinic }) => {
    for (const table of ['patient_status_changes', 'signed_consent_forms'])
      for (const change of [`UPDATE ${table} SET id = id`, `DELETE FROM ${table}`])
        await expect(clinic.db.$executeRawUnsafe(change)).rejects.toThrow(/permission denied/)
  })
})
