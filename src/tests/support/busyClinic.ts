import { createHash } from 'node:crypto'
import { documentText } from '#domain/consent/document.ts'
import { patientStatuses } from '#domain/patients/status.ts'
import type { Prisma, Session } from '#infra/prisma/client.ts'
import { standardDocument } from '#operations/consentTemplates/standard.ts'
import { type KnownIds, SYSTEM } from './anyArguments.ts'
import { PASSWORD, type TestClinic } from './clinic.ts'
import type { TestDatabase } from './database.ts'
import { storedWebhook } from './storedWebhook.ts'
import type { Answer, TestServer, Visitor } from './testServer.ts'

export type Person = 'admin' | 'staff' | 'attorney'
export const people: readonly Person[] = ['admin', 'staff', 'attorney']

/** A clinic full of data. Its IDs are the same each time and in every database. */
export type BusyClinic = {
  known: KnownIds
  visitors: Record<Person, Visitor>
  /** Restores the initial data and sign-ins. */
  refill: () => Promise<void>
  /** Whether the visitor still has the initial user and role. */
  isAtWork: (person: Person) => Promise<boolean>
}

const key = (kind: number, n: number) => `01a1fce0-000${kind}-7000-8000-${n.toString(16).padStart(12, '0')}`
const keys = (kind: number, count: number) => Array.from({ length: count }, (_, n) => key(kind, n))

const ids = {
  user: keys(1, 7),
  patient: keys(2, patientStatuses.length),
  note: keys(3, 3),
  task: keys(4, 4),
  appointment: keys(5, 2),
  alert: keys(6, 3),
  record: keys(7, 3),
}
const kinds = ['patient', 'task', 'appointment', 'record', 'user'] as const
const apiKeyId = key(9, 0)
const webhookId = key(9, 1)
const [admin, staff, attorney] = ids.user as [string, string, string]
const roleOf = ['admin', 'staff', 'attorney', 'admin', 'staff', 'attorney', 'staff'] as const

const addressOf = (name: string) => `${name}@busy.test`

/** Fills an empty clinic and signs in an administrator, a staff member and an attorney. */
export async function openBusyClinic(
  database: TestDatabase,
  clinic: TestClinic,
  server: TestServer,
): Promise<BusyClinic> {
  const passwordHash = await clinic.instances.passwords.hash(PASSWORD)
  const users = ids.user.map((id, n) => ({
    id,
    email: addressOf(people[n] ?? `user${n}`),
    firstName: 'Sam',
    lastName: `Okoye${n}`,
    passwordHash,
    role: roleOf[n] ?? 'staff',
    isActive: n !== 6,
    createdAt: clinic.now,
  }))
  const linkSecret = clinic.instances.signing.current.linkSecret(key(8, 0)) ?? ''
  const visitors = { admin: server.visitor(), staff: server.visitor(), attorney: server.visitor() }
  let sessions: Session[] = []

  async function refill() {
    await database.empty()
    await clinic.db.user.createMany({ data: users })
    await fill(clinic, linkSecret)
    await clinic.db.session.createMany({
      data: sessions.map((one) => ({ ...one, sess: one.sess as Prisma.InputJsonObject })),
    })
    const absent: Person[] = []
    for (const person of people) if (!(await isAtWork(person))) absent.push(person)
    await clinic.db.session.deleteMany({ where: { user: { email: { in: absent.map(addressOf) } } } })
    for (const person of absent) await signedIn(visitors[person].signIn(addressOf(person)))
    if (absent.length > 0) sessions = await clinic.db.session.findMany()
  }

  async function isAtWork(person: Person): Promise<boolean> {
    const { json } = await visitors[person].call('GET', '/api/auth/user')
    const viewer = json as { id?: string; role?: string; mustChangePassword?: boolean }
    return (
      viewer.id === ids.user[people.indexOf(person)] && viewer.role === person && !viewer.mustChangePassword
    )
  }

  await refill()
  const emails = [...users.map(({ email }) => email), ...ids.patient.map((_, n) => addressOf(`patient${n}`))]
  return { known: { ids, emails, secrets: [linkSecret] }, visitors, refill, isAtWork }
}

async function signedIn(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`Signing in: ${status} ${text}`)
}

async function fill(clinic: TestClinic, linkSecret: string): Promise<void> {
  const { db, now, instances } = clinic
  const made = { createdById: staff, createdAt: now, updatedAt: now }
  const patients = patientStatuses.map((status, n) => ({
    ...made,
    id: ids.patient[n] as string,
    firstName: 'Maren',
    lastName: `Lindqvist${n}`,
    email: addressOf(`patient${n}`),
    status,
    statusSince: now,
    assignedAttorneyId: n % 2 === 0 || n === 1 ? attorney : null,
    ...(status === 'dropped' && { dropReason: 'Moved out of state', droppedAt: now, droppedById: staff }),
  }))
  await db.patient.createMany({ data: patients })
  await db.patientStatusChange.createMany({
    data: patients.map(({ id, status }) => ({
      patientId: id,
      to: status,
      changedById: staff,
      changedAt: now,
    })),
  })
  await db.apiKey.create({
    data: {
      ...{ id: apiKeyId, userId: staff, createdById: admin, createdAt: now, name: 'Case system' },
      ...{ scopes: ['patients_read'], roleAtCreation: 'staff', secretHash: 'f'.repeat(64) },
      expiresAt: new Date('2030-01-01T00:00:00Z'),
    },
  })
  await storedWebhook(clinic, { id: webhookId, messageId: key(9, 2), apiKeyId, createdById: admin })
  await db.consentRequest.create({ data: openRequest(now, instances.hashLink(linkSecret)) })
  const onPatient = (n: number) => ids.patient[n % 3] as string
  await db.patientNote.createMany({
    data: ids.note.map((id, n) => ({
      id,
      patientId: onPatient(n),
      createdById: [staff, attorney, admin][n] ?? staff,
      content: `Called ${n} times`,
      createdAt: now,
      updatedAt: now,
    })),
  })
  await db.task.createMany({
    data: ids.task.map((id, n) => ({
      ...made,
      id,
      title: `Ask for records ${n}`,
      patientId: n === 3 ? null : onPatient(n),
      assignedToId: [staff, attorney, admin, attorney][n] ?? staff,
    })),
  })
  await db.appointment.createMany({
    data: ids.appointment.map((id, n) => ({
      ...made,
      id,
      patientId: onPatient(n),
      providerId: [staff, attorney][n] ?? staff,
      scheduledAt: new Date(now.getTime() + (n + 1) * 86_400_000),
    })),
  })
  await db.patientRecord.createMany({
    data: ids.record.map((id, n) => ({
      id,
      patientId: onPatient(n),
      fileName: `scan ${n}.pdf`,
      filePath: `${id}.pdf`,
      fileSize: 1000 + n,
      mimeType: 'application/pdf',
      uploadedById: staff,
      createdAt: now,
    })),
  })
  const named = { system: SYSTEM, createdAt: now }
  await db.identifier.createMany({
    data: [0, 1].flatMap((n) => {
      const one = { ...named, value: `E-${n}` }
      return [
        { ...one, kind: 'patient' as const, patientId: ids.patient[n] ?? null },
        { ...one, kind: 'task' as const, taskId: ids.task[n] ?? null },
        { ...one, kind: 'appointment' as const, appointmentId: ids.appointment[n] ?? null },
        { ...one, kind: 'record' as const, recordId: ids.record[n] ?? null },
        { ...one, kind: 'user' as const, userId: ids.user[n + 3] ?? null },
      ].map((row) => ({ ...row, id: key(9, 10 + n * 5 + kinds.indexOf(row.kind)) }))
    }),
  })
  await db.alert.createMany({
    data: ids.alert.map((id, n) => ({
      id,
      type: 'patient_assigned' as const,
      patientId: onPatient(n),
      userId: [admin, staff, attorney][n] ?? admin,
      message: 'A patient was assigned to you',
      createdAt: now,
    })),
  })
}

/** The request for the link of the patient at `consent_sent`. */
function openRequest(now: Date, linkHash: string): Prisma.ConsentRequestUncheckedCreateInput {
  const document = standardDocument({ 'patient.name': 'Maren Lindqvist1', 'clinic.name': 'Test Clinic' })
  return {
    id: key(8, 1),
    patientId: ids.patient[patientStatuses.indexOf('consent_sent')] as string,
    state: 'sent',
    provider: 'built_in',
    idempotencyKey: key(8, 0),
    linkHash,
    document,
    documentSha256: createHash('sha256').update(documentText(document)).digest('hex'),
    templateVersion: document.version,
    sentById: staff,
    createdAt: now,
    sentAt: now,
    expiresAt: new Date(now.getTime() + 30 * 86_400_000),
  }
}
