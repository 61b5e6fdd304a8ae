import type { PatientStatus } from '#domain/patients/status.ts'
import { isOpen } from '#domain/tasks/task.ts'
import {
  addAlerts,
  addAuditRow,
  type Coworker,
  coworker,
  type DemoClinic,
  type DemoHistory,
  job,
  minutesAfter,
  patientNamed,
} from './demoClinic.ts'
import type { DemoRows } from './demoRows.ts'
import { demoNotes } from './notes.ts'
import { view } from './patientEvents.ts'
import { demoTasks } from './tasks.ts'

/** Adds the demo notes. Each is written while the patient is at the status in the note's `during`, by a user who opened the chart. */
export function addNotes(clinic: DemoClinic): void {
  for (const { patient, by, during, noteType, visibility = 'shared', content } of demoNotes) {
    const history = patientNamed(clinic, patient)
    const author = coworker(clinic, by)
    const at = momentOf(clinic, history, during)
    const id = clinic.ids.rowOf(at)
    view(clinic, history, author, minutesAfter(at, -clinic.chance.between(1, 4)))
    clinic.rows.notes.push({
      id,
      patientId: history.row.id,
      createdById: author.userId,
      content,
      noteType,
      visibility,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    addAuditRow(clinic, author, at, {
      action: 'created',
      resourceType: 'patient_note',
      resourceId: id,
      patientId: history.row.id,
    })
  }
}

/** A moment of the patient's latest period at a status. */
export function momentOf({ chance, office }: DemoClinic, history: DemoHistory, status: PatientStatus): Date {
  const period = history.periods.findLast((one) => one.status === status)
  if (!period) throw new Error(`${history.row.lastName} was never at ${status}`)
  const end = period.to ?? 0
  return office.before(end + (period.from - end) * chance.between(0.1, 0.8))
}

/** Adds the tasks, with their alerts and status changes. */
export function addTasks(clinic: DemoClinic): void {
  for (const { patient, to, by, created, due, ...given } of demoTasks) {
    const giver = coworker(clinic, by)
    const taker = coworker(clinic, to)
    const createdAt = clinic.office.before(created + clinic.chance.between(0.05, 0.2))
    const task: DemoRows['tasks'][number] = {
      id: clinic.ids.rowOf(createdAt),
      title: given.title,
      description: given.description ?? null,
      patientId: patient === undefined ? null : patientNamed(clinic, patient).row.id,
      assignedToId: taker.userId,
      createdById: giver.userId,
      status: given.status ?? 'pending',
      priority: given.priority ?? 'normal',
      dueDate: due === undefined ? null : clinic.office.startOfDay(due),
      dueToldAt: null,
      completedAt: null,
      createdAt,
      updatedAt: createdAt,
    }
    clinic.rows.tasks.push(task)
    const about = {
      resourceType: 'task',
      resourceId: task.id,
      ...(task.patientId && { patientId: task.patientId }),
    }
    addAuditRow(clinic, giver, createdAt, { ...about, action: 'created' })
    addAlerts(clinic, 'task_assigned', { at: createdAt, by: giver, patientId: task.patientId, facts: task }, [
      taker.userId,
    ])
    if (task.status === 'pending') continue
    task.updatedAt = clinic.office.before(created * clinic.chance.between(0.2, 0.7))
    if (task.status === 'completed') task.completedAt = task.updatedAt
    addAuditRow(clinic, taker, task.updatedAt, {
      ...about,
      action: 'updated',
      details: { fields: ['status'], status: task.status },
    })
  }
}

/** Adds the alerts for tasks whose due date has passed. The clinic's own jobs send the later ones. */
export function alertDueTasks(clinic: DemoClinic): void {
  for (const task of clinic.rows.tasks) {
    const { dueDate: at, status, updatedAt, patientId } = task
    const wasOpen = isOpen(status) || (at !== null && updatedAt > at)
    if (!at || at > clinic.office.now || !wasOpen) continue
    task.dueToldAt = at
    const about = { resourceType: 'task', resourceId: task.id, ...(patientId && { patientId }) }
    addAuditRow(clinic, job, at, { ...about, action: 'updated', details: { fields: ['dueToldAt'] } })
    addAlerts(clinic, 'task_due', { at, by: job, patientId, facts: task }, [task.assignedToId])
  }
}

type Correction = ('phone' | 'address' | 'injuryDescription')[]
const corrections: [Correction, ...Correction[]] = [
  ['phone'],
  ['address'],
  ['phone', 'address'],
  ['injuryDescription'],
]

/** Adds recent chart views, some of them followed by a correction of the patient's data. */
export function addChartViews(clinic: DemoClinic): void {
  const { chance, office } = clinic
  for (const history of clinic.histories) {
    const { definition, row } = history
    const reader = coworker(clinic, chance.pick(['staff', definition.by, definition.attorney ?? 'hannah']))
    const known = Math.max(0.01, (history.periods[0]?.from ?? 0) - 0.15)
    const readAt = office.before(Math.min(8, known) * chance.between(0.05, 0.95))
    if (!reader.user.isActive || chance.between(0, 1) < 0.3) continue
    view(clinic, history, reader, minutesAfter(readAt, -2))
    const fields = chance.pick(corrections).filter((field) => row[field] !== null)
    if (reader.user.role === 'attorney' || row.status === 'dropped' || fields.length === 0) continue
    if (chance.between(0, 1) < 0.4) correct(clinic, history, reader, readAt, fields)
  }
}

function correct(clinic: DemoClinic, { row }: DemoHistory, by: Coworker, at: Date, fields: string[]): void {
  addAuditRow(clinic, by, at, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: row.id,
    patientId: row.id,
    details: { fields },
  })
  if (at > row.updatedAt) row.updatedAt = at
}
