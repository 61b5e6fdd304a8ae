import type { Page } from '@playwright/test'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { dayFromNow, visit } from './screen.ts'

/** Screens with a text of one of their rows. */
export const screens: [path: string, row: string][] = [
  ['/', 'Okafor'],
  ['/dashboard', 'Okafor'],
  ['/patients', 'Okafor'],
  ['/patients?status=consent_signed&sort=name&direction=desc', 'Okafor'],
  ['/', 'Call the insurer'],
  ['/tasks', 'Call the insurer'],
  ['/tasks?done=shown', 'Scan the form'],
  ['/consent-forms', 'Okafor'],
  ['/consent-forms/templates', 'Release of Records'],
  ['/schedule', 'Room 4'],
  ['/reports', 'Okafor'],
  ['/audit-logs', 'Ada Marsh'],
]

/** Creates an administrator and the rows. */
export async function fillScreens(clinic: TestClinic): Promise<User> {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Marsh' })
  const { id: patientId } = await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  const scheduledAt = `${dayFromNow(3)}T15:00:00.000Z`
  await clinic.db.appointment.create({
    data: { patientId, providerId: admin.id, createdById: admin.id, scheduledAt, location: 'Room 4' },
  })
  const task = { createdById: admin.id, assignedToId: admin.id, patientId }
  await clinic.db.task.create({ data: { ...task, title: 'Call the insurer' } })
  await clinic.db.task.create({
    data: { ...task, title: 'Scan the form', status: 'completed', completedAt: new Date() },
  })
  return admin
}

/** The layout shift of a page from its first paint until some time from now. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(sum), 500)
      }),
  )

const others = ['/users', '/settings', '/change-password']
const paths = new Set([...screens.map(([path]) => path), ...others])

/**
 * What hydration does to each page that it should not: layout shifts beyond 0.02 (QUALITY P13), and requests for data that
 * the page has. `closed` are pages for signed-out users.
 */
export async function troublesOfHydration(
  page: Page,
  closed: readonly string[],
  signIn: () => Promise<void>,
): Promise<string[]> {
  const troubles: string[] = []
  page.on('request', (request) => {
    // The live stream is a new request by design.
    if (request.resourceType() === 'eventsource') return
    if (/\/(graphql|api)(\/|$|\?)/.test(request.url())) troubles.push(`${page.url()} asks ${request.url()}`)
  })
  const look = async (path: string) => {
    await visit(page, path)
    const shift = await shiftOf(page)
    if (shift > 0.02) troubles.push(`${path} shifts by ${shift}`)
  }
  for (const path of closed) await look(path)
  await signIn()
  for (const path of paths) await look(path)
  return troubles
}
