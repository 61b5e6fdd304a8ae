import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { patientStatuses } from '#domain/patients/status.ts'
import { openTaskStatuses } from '#domain/tasks/task.ts'
import { checkAuditTrail } from '#operations/audit/checkAuditTrail.ts'
import { storedFile } from '#operations/records/serveRecord.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { test } from '#tests/support/test.ts'
import { DEMO_PASSWORD } from './demo/accounts.ts'
import { makeDemoRows } from './demo/makeDemoRows.ts'
import { seedDemoClinic } from './seed.ts'

const seed = ({ instances, now }: TestClinic) =>
  seedDemoClinic({
    ...instances,
    clinicName: instances.settings.current().name,
    timeZone: instances.settings.current().timeZone,
    now,
  })

// Loading takes a second, so read-only tests share one loaded clinic, `opened`.
describe('the demo clinic', () => {
  test('is loaded once, even when two processes start at the same time', async ({ clinic }) => {
    const outcomes = await Promise.all([seed(clinic), seed(clinic)])
    expect(outcomes.toSorted()).toEqual([false, true])
    expect(await seed(clinic)).toBe(false)
    expect(await clinic.db.patient.count()).toBe(60)
  })

  test('has patients at all eight statuses, counted correctly for every assignee', async ({
    opened: clinic,
  }) => {
    await seed(clinic)
    const actual = await clinic.db.patient.groupBy({ by: ['status', 'assignedAttorneyId'], _count: true })
    expect(new Set(actual.map(({ status }) => status))).toEqual(new Set(patientStatuses))
    const counters = await clinic.db.patientCount.findMany()
    const unassigned = '00000000-0000-0000-0000-000000000000'
    expect(
      counters.map(({ assigneeKey, status, count }) => `${assigneeKey} ${status} ${count}`).toSorted(),
    ).toEqual(
      actual.map((row) => `${row.assignedAttorneyId ?? unassigned} ${row.status} ${row._count}`).toSorted(),
    )
  })

  test('has histories that lead step by step to each patient’s status', async ({ opened: clinic }) => {
    await seed(clinic)
    const patients = await clinic.db.patient.findMany({
      include: { statusChanges: { orderBy: [{ changedAt: 'asc' }, { id: 'asc' }] } },
    })
    for (const { statusChanges, ...patient } of patients) {
      expect(statusChanges.map(({ from }) => from)).toEqual([
        null,
        ...statusChanges.slice(0, -1).map(({ to }) => to),
      ])
      expect(statusChanges.at(-1)).toMatchObject({ to: patient.status, changedAt: patient.statusSince })
    }
  })

  test('has a signed form behind every form URL, with the right hash', async ({ opened: clinic }) => {
    await seed(clinic)
    const claiming = await clinic.db.patient.findMany({
      where: { consentFormUrl: { not: null } },
      include: { consentRequests: { where: { state: 'signed' }, include: { signed: true } } },
    })
    expect(claiming.length).toBeGreaterThan(10)
    for (const patient of claiming) {
      const request = patient.consentRequests[0]
      const content = request?.signed?.content ?? new Uint8Array()
      expect(patient.consentFormUrl).toBe(`/api/patients/${patient.id}/consent-form`)
      expect(patient.consentSignedAt).toEqual(request?.closedAt)
      expect(Buffer.from(content.subarray(0, 5)).toString()).toBe('%PDF-')
      expect(createHash('sha256').update(content).digest('hex')).toBe(request?.signed?.sha256)
    }
    const unproven = { consentSignedAt: { not: null }, consentFormUrl: null, consentIsManual: false }
    expect(await clinic.db.patient.count({ where: unproven })).toBe(0)
  })

  test('has records with files, and a photo without location data', async ({ opened: clinic }) => {
    await seed(clinic)
    const records = await clinic.db.patientRecord.findMany()
    expect(new Set(records.map(({ mimeType }) => mimeType)).size).toBe(5)
    for (const record of records) {
      const bytes = Buffer.concat(
        await Array.fromAsync(clinic.instances.recordStore.read(storedFile(record))),
      )
      const kept = record.keptSha256 ?? record.sha256
      expect(createHash('sha256').update(bytes).digest('hex'), record.fileName).toBe(kept)
      expect(record).toMatchObject({
        scanState: 'not_scanned',
        removed: record.keptSha256 ? ['location'] : [],
      })
    }
    expect(records.filter(({ keptSha256 }) => keptSha256)).toMatchObject([{ mimeType: 'image/jpeg' }])
    const written = { action: 'created' as const, resourceType: 'patient_record' }
    expect(await clinic.db.auditLog.count({ where: written })).toBe(records.length)
  })

  test('has forwarded records, under a signed form, to an attorney whom the form names', async ({
    opened: clinic,
  }) => {
    await seed(clinic)
    const forwarded = await clinic.db.patient.findMany({
      where: { status: 'records_forwarded' },
      include: {
        records: true,
        forwardings: { include: { files: true, consentRequest: true, disclosures: true } },
      },
    })
    expect(forwarded).toHaveLength(5)
    for (const { records, forwardings, assignedAttorneyId, lastName } of forwarded) {
      expect(records.length, lastName).toBeGreaterThan(0)
      expect(forwardings, lastName).toHaveLength(1)
      const [{ files, consentRequest, disclosures, recipientId }] = forwardings as [(typeof forwardings)[0]]
      expect(recipientId).toBe(assignedAttorneyId)
      expect(consentRequest).toMatchObject({ state: 'signed', recipients: [{ userId: recipientId }] })
      expect(files.map(({ recordId }) => recordId).sort()).toEqual(records.map(({ id }) => id).sort())
      for (const { id, sha256, keptSha256 } of records)
        expect(files.find(({ recordId }) => recordId === id)?.sha256).toBe(keptSha256 ?? sha256)
      expect(disclosures.filter(({ kind }) => kind === 'forwarded')).toHaveLength(records.length)
    }
  })

  test('has a working link for every patient who was asked to sign', async ({ opened: clinic }) => {
    await seed(clinic)
    const { signing, hashLink } = clinic.instances
    const asked = await clinic.db.patient.findMany({
      where: { status: 'consent_sent' },
      include: { consentRequests: { where: { state: 'sent', expiresAt: { gt: clinic.now } } } },
    })
    for (const { consentRequests } of asked) {
      expect(consentRequests).toHaveLength(1)
      const [request] = consentRequests
      const secret = signing.current.linkSecret(request?.idempotencyKey ?? '')
      expect(request?.linkHash).toBe(hashLink(secret ?? ''))
    }
    expect(await clinic.db.consentRequest.count({ where: { state: 'sent' } })).toBe(asked.length)
  })

  test('opens to its three accounts with the demo password, each with unread alerts', async ({
    opened: clinic,
  }) => {
    await seed(clinic)
    const unread: Record<string, number> = { admin: 3, staff: 4, attorney: 3 }
    for (const [role, count] of Object.entries(unread)) {
      const user = await clinic.db.user.findFirstOrThrow({
        where: { email: `${role}@clinic.test` },
        omit: { passwordHash: false },
      })
      expect(user).toMatchObject({ role, isActive: true, mustChangePassword: false })
      expect(await clinic.instances.passwords.verify(user.passwordHash, DEMO_PASSWORD)).toBe(true)
      expect(await clinic.db.alert.count({ where: { userId: user.id, isRead: false } })).toBe(count)
    }
  })

  test('has an audit log that is intact and has the hash of every signed form', async ({
    opened: clinic,
  }) => {
    await seed(clinic)
    expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toBeNull()
    const recorded = { action: 'consent_signed' as const, details: { path: ['formSha256'], not: 'null' } }
    const forms = await clinic.db.signedConsentForm.count()
    expect(forms).toBeGreaterThan(0)
    expect(await clinic.db.auditLog.count({ where: recorded })).toBe(forms)
  })

  test('shows an attorney nothing of other attorneys’ patients', async ({ opened: clinic }) => {
    await seed(clinic)
    const attorneys = await clinic.db.user.findMany({ where: { role: 'attorney' }, select: { id: true } })
    for (const { id } of attorneys) {
      const foreign = { patient: { NOT: { assignedAttorneyId: id } } }
      expect(await clinic.db.task.count({ where: { assignedToId: id, ...foreign } })).toBe(0)
      expect(await clinic.db.patientNote.count({ where: { createdById: id, ...foreign } })).toBe(0)
      expect(await clinic.db.appointment.count({ where: { providerId: id, ...foreign } })).toBe(0)
    }
  })

  test('has names that are difficult for forms and screens', async ({ opened: clinic }) => {
    await seed(clinic)
    const patients = await clinic.db.patient.findMany()
    const names = patients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    expect(names).toEqual(
      expect.arrayContaining(["Declan O'Brien-Nakamura", 'José Ángel Villanueva', 'Ji-woo O']),
    )
    expect(names).toEqual(expect.arrayContaining(['Robert "Bo" Kessler', 'Terrence Null']))
    expect(Math.max(...names.map((name) => name.length))).toBe(60)
  })

  test('has announced every due task and queued the others', async ({ opened: clinic, database }) => {
    await seed(clinic)
    const open = { status: { in: [...openTaskStatuses] } }
    const due = await clinic.db.task.findMany({ where: { ...open, dueDate: { lte: clinic.now } } })
    expect(due.length).toBeGreaterThan(0)
    for (const { title, assignedToId, dueDate, dueToldAt } of due) {
      expect(dueToldAt).toEqual(dueDate)
      const alert = { type: 'task_due' as const, userId: assignedToId, message: `Due now: ${title}` }
      expect(await clinic.db.alert.findMany({ where: alert })).toMatchObject([{ createdAt: dueDate }])
    }
    const coming = await clinic.db.task.findMany({
      where: { ...open, dueDate: { gt: clinic.now } },
      select: { id: true, dueDate: true },
    })
    const jobs = await queuedJobs(database)
    expect(new Map(jobs.map(({ key, runAt }) => [key, runAt]))).toEqual(
      new Map(coming.map(({ id, dueDate }) => [`task_due:${id}`, dueDate])),
    )
  })

  test('leaves a clinic with users alone', async ({ clinic }) => {
    await clinic.user()
    expect(await seed(clinic)).toBe(false)
    expect(await clinic.db.user.count()).toBe(1)
  })
})

const moments = [
  ['a Monday when the office opens', '2026-01-05T13:31:00.000Z'],
  ['a Saturday night', '2026-03-08T04:30:00.000Z'],
  ['the morning after daylight saving began', '2026-03-09T12:00:00.000Z'],
  ['a Friday evening', '2026-07-10T23:00:00.000Z'],
] as const

describe.each(moments)('a demo started on %s', (_, moment) => {
  const now = new Date(moment)
  const rows = makeDemoRows({
    name: 'Test Clinic',
    timeZone: 'America/New_York',
    now,
    linkHash: (key) => key,
    forwardingHash: (id) => id,
  })

  test('has appointments within five days before and after, no two in the same hour', () => {
    const hours = rows.appointments.map(({ scheduledAt }) => scheduledAt.getTime())
    for (const hour of hours) expect(Math.abs(hour - now.getTime())).toBeLessThan(5 * 86_400_000)
    expect(new Set(hours).size).toBe(hours.length)
    const coming = rows.appointments.filter(({ status }) => status === 'scheduled')
    for (const { scheduledAt } of coming) expect(scheduledAt > now).toBe(true)
  })

  test('has an audit log in the past, in the order of its IDs', () => {
    const times = rows.audit.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
  })
})
