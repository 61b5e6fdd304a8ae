import type { AccountKey } from './accounts.ts'
import { addForwardings } from './addForwardings.ts'
import { addRecords } from './addRecords.ts'
import { addSignIns } from './addSignIns.ts'
import { addStaff } from './addStaff.ts'
import { addBookings, addConsultation, freeHours } from './consultations.ts'
import { coworker, type DemoClinic, newDemoClinic } from './demoClinic.ts'
import type { DemoRows } from './demoRows.ts'
import { addChartViews, addNotes, addTasks, alertDueTasks } from './notesAndTasks.ts'
import { addDrop, addHistory } from './patientHistories.ts'
import { demoPatients } from './patients.ts'

/** Returns all rows of the demo clinic at `now`. Every demo has the same people and events. */
export function makeDemoRows(of: Parameters<typeof newDemoClinic>[0]): DemoRows {
  const clinic = newDemoClinic(of)
  const hours = freeHours(clinic)
  addStaff(clinic)
  for (const definition of demoPatients) {
    const history = addHistory(clinic, definition)
    addDrop(clinic, history, addConsultation(clinic, history, hours))
  }
  addBookings(clinic, hours)
  addNotes(clinic)
  addTasks(clinic)
  addChartViews(clinic)
  addSignIns(clinic)
  alertDueTasks(clinic)
  addRecords(clinic)
  addForwardings(clinic)
  markOldAlertsRead(clinic)
  return inOrder(clinic.rows)
}

/** The number of newest alerts that a user has not read. Users not listed here have one. */
const unread: Partial<Record<AccountKey, number>> = { admin: 3, staff: 4, attorney: 3 }

function markOldAlertsRead(clinic: DemoClinic): void {
  for (const key of clinic.staff.keys()) {
    const { userId } = coworker(clinic, key)
    const theirs = clinic.rows.alerts.filter((alert) => alert.userId === userId)
    const newestFirst = theirs.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    for (const alert of newestFirst.slice(unread[key] ?? 1)) alert.isRead = true
  }
}

/** Sorts the rows of each table by ID, which is the order of their creation. */
function inOrder(rows: DemoRows): DemoRows {
  for (const table of Object.values(rows)) {
    table.sort((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
  }
  return rows
}
