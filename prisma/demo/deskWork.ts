import type { PatientStatus } from '#domain/patients/status.ts'
import { isOpen } from '#domain/tasks/task.ts'
import type { Books } from './books.ts'
import {
  type Case,
  type Coworker,
  caseOf,
  coworker,
  type DemoClinic,
  job,
  minutesAfter,
  record,
  tell,
} from './demoClinic.ts'
import { demoNotes } from './notes.ts'
import { view } from './patientActs.ts'
import { demoTasks } from './tasks.ts'

/** Adds notes. A user with the chart open writes each one while the patient has the status that the note names. */
export function writeNotes(clinic: DemoClinic): void {
  for (const { patient, by, during, noteType, content } of demoNotes) {
    const told = caseOf(clinic, patient)
    const author = coworker(clinic, by)
    const at = momentOf(clinic, told, during)
    const id = clinic.ids.rowOf(at)
    view(clinic, told, author, minutesAfter(at, -clinic.chance.between(1, 4)))
    clinic.books.notes.push({
      id,
      patientId: told.row.id,
      createdById: author.userId,
      content,
      noteType,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    record(clinic, author, at, {
      action: 'created',
      resourceType: 'patient_note',
      resourceId: id,
      patientId: told.row.id,
    })
  }
}

/** Some moment of the patient's latest stay at a status. */
export function momentOf({ chance, office }: DemoClinic, told: Case, status: PatientStatus): Date {
  const stay = told.stays.findLast((one) => one.status === status)
  if (!stay) throw new Error(`${told.row.lastName} never was at ${status}`)
  const end = stay.to ?? 0
  return office.before(end + (stay.from - end) * chance.between(0.1, 0.8))
}

/** The task queue: who was given what, and how far it has come. */
export function giveTasks(clinic: DemoClinic): void {
  for (const { patient, to, by, created, due, ...given } of demoTasks) {
    const giver = coworker(clinic, by)
    const taker = coworker(clinic, to)
    const createdAt = clinic.office.before(created + clinic.chance.between(0.05, 0.2))
    const task: Books['tasks'][number] = {
      id: clinic.ids.rowOf(createdAt),
      title: given.title,
      description: given.description ?? null,
      patientId: patient === undefined ? null : caseOf(clinic, patient).row.id,
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
    clinic.books.tasks.push(task)
    const about = {
      resourceType: 'task',
      resourceId: task.id,
      ...(task.patientId && { patientId: task.patientId }),
    }
    record(clinic, giver, createdAt, { ...about, action: 'created' })
    tell(clinic, 'task_assigned', { at: createdAt, by: giver, patientId: task.patientId, facts: task }, [
      taker.userId,
    ])
    if (task.status === 'pending') continue
    task.updatedAt = clinic.office.before(created * clinic.chance.between(0.2, 0.7))
    if (task.status === 'completed') task.completedAt = task.updatedAt
    record(clinic, taker, task.updatedAt, { ...about, action: 'updated', fields: ['status'] })
  }
}

/** Adds the alerts for tasks whose due date has passed. The clinic's own jobs send the later ones. */
export function tellDueTasks(clinic: DemoClinic): void {
  for (const task of clinic.books.tasks) {
    const { dueDate: at, status, updatedAt, patientId } = task
    const wasOpen = isOpen(status) || (at !== null && updatedAt > at)
    if (!at || at > clinic.office.now || !wasOpen) continue
    task.dueToldAt = at
    const about = { resourceType: 'task', resourceId: task.id, ...(patientId && { patientId }) }
    record(clinic, job, at, { ...about, action: 'updated', fields: ['dueToldAt'] })
    tell(clinic, 'task_due', { at, by: job, patientId, facts: task }, [task.assignedToId])
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
export function keepCharts(clinic: DemoClinic): void {
  const { chance, office } = clinic
  for (const told of clinic.cases) {
    const { story, row } = told
    const reader = coworker(clinic, chance.pick(['staff', story.by, story.attorney ?? 'hannah']))
    const known = Math.max(0.01, (told.stays[0]?.from ?? 0) - 0.15)
    const readAt = office.before(Math.min(8, known) * chance.between(0.05, 0.95))
    if (!reader.user.isActive || chance.between(0, 1) < 0.3) continue
    view(clinic, told, reader, minutesAfter(readAt, -2))
    const fields = chance.pick(corrections).filter((field) => row[field] !== null)
    if (reader.user.role === 'attorney' || row.status === 'dropped' || fields.length === 0) continue
    if (chance.between(0, 1) < 0.4) correct(clinic, told, reader, readAt, fields)
  }
}

function correct(clinic: DemoClinic, { row }: Case, by: Coworker, at: Date, fields: string[]): void {
  record(clinic, by, at, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: row.id,
    patientId: row.id,
    fields,
  })
  if (at > row.updatedAt) row.updatedAt = at
}
