import { type PatientStatus, patientStatuses } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sessionKey } from '#operations/sessions/openSessions.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { storedWebhook } from '#tests/support/storedWebhook.ts'
import { endLink, openDevice, openLink, paperForm, reminderOf, signedForm, waitingForm } from './consents.ts'
import {
  accountingOf,
  blockedAddress,
  bulkJobsOf,
  exportOf,
  forwardedOf,
  importOf,
  restrictedOf,
  templateOf,
  treatedOf,
} from './fixtureParts.ts'
import { invitedUser } from './invitedUser.ts'

import { createAccounts, OURS, type People } from './people.ts'

/** The last name of the other attorney's only patient. */
export const THEIRS = 'Castellanos'

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>

/**
 * Creates one patient at each status, with records of every type. One staff member created them and one attorney is
 * assigned to them. The other attorney gets one patient, so that their lists are not simply empty.
 */
export async function createFixtures(clinic: TestClinic) {
  const people = await createAccounts(clinic)
  const at = {} as Record<PatientStatus, Patient>
  for (const status of patientStatuses) at[status] = await ourPatient(clinic, people, status)
  const link = await openLink(clinic, people, at.consent_sent)
  const chart = at.consent_signed
  await stayOf(clinic, people, chart)
  const apiKey = await clinic.db.apiKey.create({
    data: {
      userId: people.colleague.id,
      createdById: people.admin.id,
      name: 'Export',
      secretHash: 'f'.repeat(64),
      scopes: ['patients_read'],
      roleAtCreation: 'staff',
      expiresAt: new Date('2026-03-01T00:00:00Z'),
    },
  })
  const webhook = await storedWebhook(clinic, { apiKeyId: apiKey.id, createdById: people.admin.id })
  const onChart = await chartOf(clinic, people, chart)
  await identify(clinic, { chart, colleague: people.colleague, ...onChart })
  return {
    people,
    at,
    chart,
    link,
    /** A link that asks for a code by email. */
    codeLink: await openLink(clinic, people, at.schedulable, { identityCheck: 'email_code' }),
    /** A link whose request was voided. */
    endedLink: await endLink(clinic, people, at.treatment_completed),
    /** A user who was invited and has set no password, with the secret of the link. */
    invited: await invitedUser(clinic, people),
    /** The reminder of the form behind `link`. */
    reminder: await reminderOf(clinic, at.consent_sent),
    device: await openDevice(clinic, people, at.treatment_completed),
    /** A record of a patient who revoked the consent. */
    revoked: { patient: at.pending_consent, record: await recordOf(clinic, people, at.pending_consent) },
    form: await signedForm(clinic, people, chart),
    paper: await paperForm(clinic, people, chart),
    /** A form of the patient at Schedulable that a representative signed and that waits for a review. */
    waiting: await waitingForm(clinic, people, at.schedulable),
    /** A legal hold on the patient at Treatment Completed. */
    hold: await holdOn(clinic, people, at.treatment_completed),
    /** A deleted record of the patient at Schedulable. */
    deleted: await deletedRecordOf(clinic, people, at.schedulable),
    /** A record of the patient at Pending Records, ready to be forwarded. */
    treated: await treatedOf(clinic, people, at.pending_records),
    forwarded: await forwardedOf(clinic, people, at.records_forwarded),
    accounting: await accountingOf(clinic, people, at.treatment_completed),
    ...onChart,
    ...(await alertsOn(clinic, people, chart)),
    /** Another session of each user, by user ID, to test who may end whose session. */
    sessionOf: await sessionsOf(clinic, people),
    blocked: await blockedAddress(clinic),
    /** A saved view of each user, by user ID. `sharedView` is shared with all users. */
    viewOf: await viewsOf(clinic, people),
    sharedView: await clinic.db.savedView.create({
      data: {
        ownerId: people.leaver.id,
        screen: 'patients',
        name: 'Dropped',
        query: 'status=dropped',
        isShared: true,
      },
    }),
    bulkJobOf: await bulkJobsOf(clinic, people, chart),
    /** An email that could not be delivered. */
    failedEmail: await clinic.db.mailMessage.create({
      data: {
        kind: 'alert',
        toAddress: people.colleague.email,
        userId: people.colleague.id,
        state: 'failed',
      },
    }),
    apiKey,
    ...webhook,
    template: await templateOf(clinic, people, 'Release to an Insurer'),
    archivedTemplate: await templateOf(clinic, people, 'Release of 2019', clinic.now),
    patientFile: await importOf(clinic, people.admin),
    programsFile: await importOf(clinic, people.program),
    /** An import whose file the tests may delete. */
    spareFile: await importOf(clinic, people.admin),
    exported: await exportOf(clinic, people),
    /** An export that stalled long ago, so that a new one may be requested. */
    underWay: await clinic.db.dataExport.create({
      data: { requestedById: people.admin.id, state: 'running', seenAt: new Date('2026-01-01T00:00:00Z') },
    }),
    image: await clinic.db.profileImage.create({
      data: { userId: people.colleague.id, content: Buffer.from('a picture'), mimeType: 'image/png' },
    }),
    ...(await restrictedOf(clinic, people)),
    theirs: await theirPatient(clinic, people),
    auditRow: await clinic.db.auditLog.create({
      data: { action: 'viewed', resourceType: 'patient', resourceId: chart.id, patientId: chart.id },
    }),
    /** A task without a patient. It belongs to its assignee, and only the clinic's own staff also see it. */
    ...(await availabilityOf(clinic, people)),
    ownTask: await taskOf(clinic, people, { assignedToId: people.staffCreator.id }),
    attorneysTask: await taskOf(clinic, people, { assignedToId: people.attorneyAssigned.id }),
  }
}

/** What another system calls one patient, one appointment, one task, one record and one user. */
export const IDENTIFIER = { system: 'https://ehr.example.test', value: 'E-17' }

/** The arguments with which a program reads a list by last change. */
export const BY_LAST_CHANGE = { updatedSince: '1970-01-01T00:00:00Z', sort: 'updated' }

type Identified = Record<'chart' | 'colleague' | 'task' | 'appointment' | 'record', { id: string }>

const identify = ({ db }: TestClinic, { chart, colleague, task, appointment, record }: Identified) =>
  db.identifier.createMany({
    data: [
      { ...IDENTIFIER, kind: 'patient', patientId: chart.id },
      { ...IDENTIFIER, kind: 'appointment', appointmentId: appointment.id },
      { ...IDENTIFIER, kind: 'task', taskId: task.id },
      { ...IDENTIFIER, kind: 'record', recordId: record.id },
      { ...IDENTIFIER, kind: 'user', userId: colleague.id },
    ],
  })

/** Working hours and a closure of the colleague, who has no appointments. */
const availabilityOf = async ({ db }: TestClinic, { admin, colleague }: People) => ({
  hours: await db.workingHours.create({
    data: { providerId: colleague.id, weekday: 1, startsAt: 540, endsAt: 1020 },
  }),
  closure: await db.closure.create({
    data: {
      providerId: colleague.id,
      startsAt: new Date('2026-02-02T05:00:00Z'),
      endsAt: new Date('2026-02-03T05:00:00Z'),
      reason: 'Away at a conference',
      createdById: admin.id,
    },
  }),
})

async function sessionsOf({ db, now }: TestClinic, people: People) {
  const at = now.toISOString()
  const sess = { createdAt: at, seenAt: at, ipAddress: '192.0.2.7', userAgent: 'Another browser' }
  const users = Object.values(people)
  await db.session.createMany({
    data: users.map(({ id }) => ({
      sid: `of ${id}`,
      userId: id,
      sess,
      expire: new Date('2026-01-05T15:10:00Z'),
    })),
  })
  return Object.fromEntries(users.map(({ id }) => [id, { id: sessionKey(`of ${id}`) }]))
}

async function viewsOf({ db }: TestClinic, people: People) {
  const made = Object.values(people).map(({ id: ownerId }) =>
    db.savedView.create({ data: { ownerId, screen: 'patients', name: 'Mine', query: '' } }),
  )
  return Object.fromEntries((await Promise.all(made)).map(({ ownerId, id }) => [ownerId, { id }]))
}

const ourPatient = ({ patient, now }: TestClinic, people: People, status: PatientStatus) =>
  patient({
    status,
    firstName: status,
    lastName: OURS,
    email: `${status}@${OURS}.test`,
    notes: `${OURS} said so`,
    createdById: people.staffCreator.id,
    assignedAttorneyId: people.attorneyAssigned.id,
    ...(status === 'consent_signed' && { phone: '(415) 555-0177' }),
    ...(status === 'pending_consent' && { consentRevokedAt: now }),
    ...(status === 'dropped' && {
      dropReason: `${OURS} moved out of state`,
      droppedAt: now,
      droppedById: people.admin.id,
    }),
  })

async function theirPatient(clinic: TestClinic, { staffOther, attorneyOther }: People) {
  const patient = await clinic.patient({
    lastName: THEIRS,
    email: `one@${THEIRS}.test`,
    createdById: staffOther.id,
    assignedAttorneyId: attorneyOther.id,
  })
  const about = { patientId: patient.id, createdById: staffOther.id }
  await clinic.db.patientNote.create({ data: { ...about, content: `${THEIRS} wrote` } })
  await clinic.db.task.create({ data: { ...about, title: `Call ${THEIRS}`, assignedToId: staffOther.id } })
  return patient
}

const taskOf = (
  { db }: TestClinic,
  { admin }: People,
  values: { assignedToId: string; patientId?: string },
) => db.task.create({ data: { title: `Think of ${OURS}`, createdById: admin.id, ...values } })

async function chartOf(clinic: TestClinic, people: People, { id: patientId }: Patient) {
  const { db } = clinic
  const createdById = people.staffCreator.id
  return {
    note: await db.patientNote.create({ data: { patientId, createdById, content: `${OURS} wrote` } }),
    workProduct: await db.patientNote.create({
      data: {
        patientId,
        createdById: people.attorneyAssigned.id,
        content: 'Theory',
        visibility: 'work_product',
      },
    }),
    task: await db.task.create({
      data: { patientId, createdById, assignedToId: createdById, title: `Call ${OURS}` },
    }),
    appointment: await db.appointment.create({
      data: {
        patientId,
        createdById,
        providerId: createdById,
        scheduledAt: new Date('2026-01-20T15:00:00Z'),
        notes: `${OURS} is seen`,
      },
    }),
    /** An appointment that has started, so that its outcome can be recorded. */
    begun: await db.appointment.create({
      data: {
        patientId,
        createdById,
        providerId: createdById,
        scheduledAt: new Date('2026-01-02T15:00:00Z'),
        notes: `${OURS} was seen`,
      },
    }),
    /** A patient who arrived, and one who did not come. */
    arrived: await db.appointment.create({
      data: {
        patientId,
        createdById,
        providerId: createdById,
        scheduledAt: new Date('2026-01-03T15:00:00Z'),
        arrivedAt: new Date('2026-01-03T14:55:00Z'),
      },
    }),
    missed: await db.appointment.create({
      data: {
        patientId,
        createdById,
        providerId: createdById,
        scheduledAt: new Date('2026-01-04T15:00:00Z'),
        status: 'no_show',
      },
    }),
    record: await recordOf(clinic, people, { id: patientId }),
    photo: await recordOf(
      clinic,
      people,
      { id: patientId },
      { fileName: `${OURS}.png`, mimeType: 'image/png' },
    ),
  }
}

const stayOf = ({ db }: TestClinic, { staffCreator }: People, { id: patientId }: Patient) =>
  db.patientStatusChange.create({
    data: { patientId, to: 'consent_signed', reason: `${OURS} asked`, changedById: staffCreator.id },
  })

const recordOf = (
  clinic: TestClinic,
  { staffCreator }: People,
  patient: { id: string },
  file: { fileName: string; mimeType?: string } = { fileName: `${OURS}.pdf` },
) => storedRecord(clinic, { patientId: patient.id, uploadedById: staffCreator.id, ...file })

const holdOn = ({ db, now }: TestClinic, { admin }: People, { id: patientId }: { id: string }) =>
  db.legalHold.create({
    data: { patientId, reason: `${OURS} sues the insurer`, placedById: admin.id, placedAt: now },
  })

const deletedRecordOf = (clinic: TestClinic, { staffCreator, admin }: People, patient: { id: string }) =>
  storedRecord(clinic, {
    patientId: patient.id,
    uploadedById: staffCreator.id,
    fileName: `${OURS} again.pdf`,
    deletedAt: clinic.now,
    deletedById: admin.id,
    deleteReason: `${OURS} was uploaded twice`,
  })

/** One alert for the creator and one for the other attorney, from a time when the patient was theirs. */
async function alertsOn({ db }: TestClinic, people: People, { id: patientId }: Patient) {
  const alertFor = (user: { id: string }) =>
    db.alert.create({
      data: { patientId, userId: user.id, type: 'consent_signed', message: `${OURS} signed` },
    })
  return {
    creatorsAlert: await alertFor(people.staffCreator),
    staleAlert: await alertFor(people.attorneyOther),
  }
}

/** The same object with IDs and secrets that do not exist. */
export function missingIdsFor<Thing>(thing: Thing): Thing {
  if (typeof thing !== 'object' || thing === null || thing instanceof Date || Buffer.isBuffer(thing))
    return thing
  const entries = Object.entries(thing).map(([name, value]) => [
    name,
    name === 'id'
      ? '01a1fcf0-bbdc-730f-8d22-fb8393291341'
      : name === 'secret'
        ? 'nobody'
        : missingIdsFor(value),
  ])
  return Object.fromEntries(entries) as Thing
}
