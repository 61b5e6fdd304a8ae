import { randomUUID } from 'node:crypto'
import { forwardedPath } from '#domain/access/screens.ts'
import type { Recipient } from '#domain/consent/recipients.ts'
import { patientStatuses } from '#domain/patients/status.ts'
import { taskStatuses } from '#domain/tasks/task.ts'
import type { Patient, User } from '#infra/prisma/client.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { forwardRecords } from '#operations/records/forwardRecords.ts'
import { restrictPatient } from '#operations/restrictions/restrictPatient.ts'
import { startSession } from '#operations/sessions/startSession.ts'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { forwardablePatient, signedForm } from '#tests/support/forwardable.ts'
import { sample, storedRecord } from '#tests/support/recordFiles.ts'
import { storedWebhook } from '#tests/support/storedWebhook.ts'
import { keepSome } from './kept.ts'
import { putOnDesk } from './onTheDesk.ts'
import { dayFromNow } from './screen.ts'

const lee = { userId: null, name: 'Lee Park', firm: 'Park & Co', address: null }

/**
 * Creates a patient in every status, all assigned to one attorney, and an example of everything that screens
 * show.
 */
export async function everyStatus(
  clinic: TestClinic,
): Promise<{ admin: User; staff: User; attorney: User; signingPath: string; forwardedPath: string }> {
  const admin = await clinic.user({ role: 'admin' })
  const staff = await clinic.user({ role: 'staff' })
  const attorney = await clinic.user({ role: 'attorney' })
  // The last in lists of attorneys. No form names them.
  const zoe = await clinic.user({ role: 'attorney', firstName: 'Zoe', lastName: 'Zimmer' })
  await setUpAuthenticator(clinic, zoe)
  await clinic.db.signOnIdentity.create({
    data: { userId: zoe.id, issuer: 'https://login.hospital.test', subject: 'zoe' },
  })
  await startSession(clinic.as(admin), admin.id)
  const theirs = { createdById: staff.id, assignedAttorneyId: attorney.id }
  await restricted(clinic, admin)
  await connected(clinic, admin)
  await putOnDesk(clinic, { admin, theirs })
  for (const status of patientStatuses) {
    if (status === 'consent_sent' || status === 'pending_records' || status === 'records_forwarded') continue
    const phone = status === 'consent_signed' ? '(415) 555-0132' : null
    // A form for somebody else closes the records to the attorney.
    const authorization = status === 'schedulable' ? signedForm(randomUUID(), [lee]) : undefined
    const patient = await clinic.patient({
      ...{ ...theirs, firstName: 'Jo', status, phone },
      ...(authorization && { authorization }),
    })
    const { id: patientId } = patient
    await keepSome(clinic, admin, patient)
    if (status !== 'consent_signed') continue
    await editedNote(clinic, { patientId, createdById: staff.id })
    const booked = { patientId, providerId: admin.id, createdById: admin.id }
    await clinic.db.appointment.createMany({
      // The second follows the first, so that a later start of the first asks whether to book anyway.
      data: ['15:00', '16:00'].map((clock) => ({
        ...booked,
        scheduledAt: `${dayFromNow(2)}T${clock}:00.000Z`,
      })),
    })
  }
  const { id: patientId } = await clinic.patient({ ...theirs, firstName: 'Jo', lastName: 'Sent' })
  await sendConsent(clinic.as(admin), { patientId })
  // The name was corrected after the form was sent.
  await clinic.db.consentRequest.updateMany({ where: { patientId }, data: { statedName: 'Joe Sendt' } })
  for (const status of taskStatuses)
    await clinic.db.task.create({
      data: {
        title: `Call back, ${status}`,
        description: 'By phone',
        status,
        ...(status === 'completed' && { completedAt: new Date() }),
        patientId,
        createdById: admin.id,
        assignedToId: attorney.id,
      },
    })
  const { secret, patient } = await forwarded(clinic, theirs)
  await keepSome(clinic, admin, patient)
  const { path } = await showSigningLink(clinic.as(admin), { patientId })
  return { admin, staff, attorney, signingPath: path, forwardedPath: forwardedPath(secret) }
}

/** A note that was edited, so that it has an earlier version. */
async function editedNote({ db }: TestClinic, of: { patientId: string; createdById: string }): Promise<void> {
  const { id } = await db.patientNote.create({
    data: { ...of, content: 'Called about the form', createdAt: new Date('2026-01-02T12:00:00Z') },
  })
  await db.patientNote.update({ where: { id }, data: { content: 'Called twice about the form' } })
}

/** A patient whose chart is closed to the staff and was opened by a user who has left. */
async function restricted(clinic: TestClinic, admin: User): Promise<void> {
  const { id: patientId } = await clinic.patient({
    firstName: 'Restricted',
    createdById: admin.id,
    createdAt: new Date('2020-01-01T12:00:00Z'),
  })
  const reason = 'Works at the clinic'
  await restrictPatient(clinic.as(admin), { patientId, reason })
  await clinic.db.breakGlass.create({
    data: {
      patientId,
      reason: 'Fainted in the hall',
      userId: (await clinic.user({ isActive: false })).id,
      begunAt: new Date('2020-01-02T12:00:00Z'),
      endsAt: new Date('2020-01-02T16:00:00Z'),
    },
  })
}

/** Two patients after treatment: one's records can be forwarded, the other's were. */
async function forwarded(
  clinic: TestClinic,
  theirs: { createdById: string; assignedAttorneyId: string },
): Promise<{ secret: string; patient: Patient }> {
  const person = { ...theirs, firstName: 'Jo' }
  const { patient: waiting } = await forwardablePatient(clinic, person)
  await addRecipient(clinic, waiting.id, lee)
  const image = { fileName: 'knee.jpg', mimeType: 'image/jpeg', imageDescription: 'A swollen left knee' }
  await storedRecord(
    clinic,
    { patientId: waiting.id, uploadedById: theirs.createdById, createdAt: new Date('2020-01-01'), ...image },
    sample('knee.jpg'),
  )
  const { patient, records } = await forwardablePatient(clinic, person)
  const staff = await clinic.db.user.findUniqueOrThrow({ where: { id: theirs.createdById } })
  return forwardRecords(clinic.as(staff), {
    patientId: patient.id,
    recordIds: records.map(({ id }) => id),
    recipientId: theirs.assignedAttorneyId,
    purpose: 'Claim against the insurer',
    note: 'The second page matters',
  })
}

/** Makes the signed form of a patient name one more recipient. */
async function addRecipient({ db }: TestClinic, patientId: string, recipient: Recipient): Promise<void> {
  const { id, recipients } = await db.consentRequest.findFirstOrThrow({ where: { patientId } })
  const all = [...(recipients as Recipient[]), recipient]
  await db.consentRequest.update({ where: { id }, data: { recipients: all } })
  await db.patient.update({ where: { id: patientId }, data: { authorization: signedForm(id, all) } })
}

/** An API key with a webhook whose receiver is down. */
async function connected(clinic: TestClinic, { id }: User): Promise<void> {
  const now = new Date()
  const administrator = clinic.as({ id, role: 'admin', mustChangePassword: false })
  // By the clock of the server, so that the key works.
  const { apiKey } = await createApiKey(
    { ...administrator, now: () => now },
    {
      userId: id,
      name: 'Case system',
      scopes: ['patients_read', 'tasks_read'],
    },
  )
  const { webhookMessage } = await storedWebhook(clinic, {
    ...{ apiKeyId: apiKey.id, createdById: id, name: 'Matters', url: 'https://matters.example/caseload' },
    ...{ types: ['patient', 'patient_status_change', 'task'], failures: 4, failingSince: now },
    nextAttemptAt: new Date(now.getTime() + 7_200_000),
  })
  await clinic.db.webhookMessage.update({
    where: { id: webhookMessage.id },
    data: {
      attempts: 4,
      lastAttemptAt: now,
      lastProblem: 'It did not answer within 10 seconds',
      lastMs: 10_002,
    },
  })
}
