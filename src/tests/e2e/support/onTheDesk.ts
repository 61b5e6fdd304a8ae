import { randomUUID } from 'node:crypto'
import { clinicDay } from '#domain/dates.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { recordSigning } from '#tests/support/signedForms.ts'
import { bulkJobs } from './deskViews.ts'

/**
 * Adds what a front desk has on a busy day: a signed form to review, today's appointments at each state of arrival, and bulk
 * jobs of the administrator.
 */
export async function putOnDesk(
  clinic: TestClinic,
  { admin, theirs }: { admin: User; theirs: { createdById: string; assignedAttorneyId: string } },
): Promise<void> {
  const { id: patientId } = await clinic.patient({
    ...{ ...theirs, firstName: 'Jo', lastName: 'Review', status: 'consent_signed' },
    createdAt: new Date('2021-01-01T12:00:00Z'),
  })
  await waitingForm(clinic, { patientId, sentById: theirs.createdById })
  const of = { patientId, providerId: theirs.createdById, createdById: admin.id }
  const day = clinicDay(new Date(), clinic.anonymous().timeZone)
  const today = (hour: number) => new Date(`${day}T${hour}:00:00.000Z`)
  await clinic.db.appointment.createMany({
    data: [
      { ...of, scheduledAt: today(14), status: 'no_show' },
      { ...of, scheduledAt: today(15), arrivedAt: today(15) },
      { ...of, scheduledAt: today(16), location: 'Harbor Street, Room 2' },
    ],
  })
  await jobsOf(clinic, admin, patientId)
}

/** A form that the patient's mother signed and that staff have not reviewed. */
async function waitingForm(
  clinic: TestClinic,
  { patientId, sentById }: { patientId: string; sentById: string },
): Promise<void> {
  const at = new Date('2025-12-01T09:00:00Z')
  const request = await clinic.db.consentRequest.create({
    data: {
      ...{ patientId, sentById, provider: 'built_in', state: 'signed' },
      ...{ idempotencyKey: randomUUID(), document: {}, documentSha256: '0'.repeat(64), templateVersion: '1' },
      ...{ openedAt: at, closedAt: at, expiresAt: at, disclosureVersion: '1' },
      ...{ signerName: 'Rosa Review', signerCapacity: 'parent', representativeRelation: 'Mother' },
      ...{ authorityProof: 'shown_to_staff', reviewState: 'waiting' },
      reviewReasons: ['representative', 'name_differs'],
      signed: { create: { content: Buffer.from('%PDF-1.7'), sha256: '0'.repeat(64) } },
    },
  })
  await recordSigning(clinic, request)
  const data = { reviewRequestId: request.id, consentSignedAt: at }
  await clinic.db.patient.update({ where: { id: patientId }, data })
}

async function jobsOf({ db }: TestClinic, { id: requestedById }: User, patientId: string) {
  const job = { requestedById, kind: 'send_consent', choices: {} } as const
  await db.bulkJob.create({
    // Its last sign of life is far in the future, so that the server does not take it over.
    data: {
      ...{ ...job, id: bulkJobs.running, rowsTotal: 59, done: 20, skipped: 1 },
      seenAt: new Date('2199-01-01T00:00:00Z'),
    },
  })
  await db.bulkJob.create({
    data: {
      ...{ ...job, id: bulkJobs.finished, state: 'finished', finishedAt: new Date() },
      ...{ rowsTotal: 2, done: 1, skipped: 1 },
      rows: {
        create: [
          { position: 0, patientId, outcome: 'done' },
          { position: 1, patientId, outcome: 'skipped', reason: 'This patient is at Consent Signed' },
        ],
      },
    },
  })
}
