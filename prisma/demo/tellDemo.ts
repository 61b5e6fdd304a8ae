import type { AccountKey } from './accounts.ts'
import type { Books } from './books.ts'
import { freeHours, tellBookings, tellConsultation } from './consultations.ts'
import { coworker, type DemoClinic, openDemoClinic } from './demoClinic.ts'
import { giveTasks, keepCharts, tellDueTasks, writeNotes } from './deskWork.ts'
import { fileRecords } from './fileRecords.ts'
import { hireStaff } from './hireStaff.ts'
import { tellDrop, tellJourney } from './journeys.ts'
import { demoPatients } from './patients.ts'
import { signPeopleIn } from './signIns.ts'

/** Returns all rows of the demo clinic at `now`. Every demo has the same people and events. */
export function tellDemo(of: Parameters<typeof openDemoClinic>[0]): Books {
  const clinic = openDemoClinic(of)
  const hours = freeHours(clinic)
  hireStaff(clinic)
  for (const story of demoPatients) {
    const told = tellJourney(clinic, story)
    tellDrop(clinic, told, tellConsultation(clinic, told, hours))
  }
  tellBookings(clinic, hours)
  writeNotes(clinic)
  giveTasks(clinic)
  keepCharts(clinic)
  signPeopleIn(clinic)
  tellDueTasks(clinic)
  fileRecords(clinic)
  readOldAlerts(clinic)
  return inOrder(clinic.books)
}

/** The number of newest alerts that a user has not read. Users not listed here have one. */
const unread: Partial<Record<AccountKey, number>> = { admin: 3, staff: 4, attorney: 3 }

function readOldAlerts(clinic: DemoClinic): void {
  for (const key of clinic.staff.keys()) {
    const { userId } = coworker(clinic, key)
    const theirs = clinic.books.alerts.filter((alert) => alert.userId === userId)
    const newestFirst = theirs.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    for (const alert of newestFirst.slice(unread[key] ?? 1)) alert.isRead = true
  }
}

/** The books as if they had been written day by day: rows are stored in the order of their keys. */
function inOrder(books: Books): Books {
  for (const rows of Object.values(books)) {
    rows.sort((one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1))
  }
  return books
}
