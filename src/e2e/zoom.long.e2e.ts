import type { TestClinic } from '#testing/clinic.ts'
import { everyStatus } from './support/everyStatus.ts'
import { doubled, outOfReach } from './support/reach.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import { isFor, screenViews, show } from './support/views.ts'

/** Sixty characters without a place to break. */
const longName = 'Wolfeschlegelsteinhausenbergerdorffsupercalifragilisticus'.padEnd(60, 's')

/** Everybody and everything has a name that long. */
async function withLongNames(clinic: TestClinic) {
  const people = await everyStatus(clinic)
  const named = { firstName: longName, lastName: longName }
  await clinic.db.patient.updateMany({ data: named })
  await clinic.db.user.updateMany({ data: named })
  await clinic.db.task.updateMany({ data: { title: longName } })
  return people
}

for (const [where, options] of [
  ['at twice the size', doubled],
  ['on a phone', phone],
] as const)
  test(`with names of 60 characters nothing is cut off or out of reach, ${where}`, async ({
    visitor,
    clinic,
    signIn,
    watch,
  }) => {
    test.setTimeout(90_000)
    const { admin, signingPath } = await withLongNames(clinic)
    const page = await visitor({ ...options, reducedMotion: 'reduce' })
    const found: string[] = []
    const look = async (where: string) => {
      for (const one of await outOfReach(page)) found.push(`${where}: ${one}`)
    }
    watch.allow(404, /^\/no-such-page$/)
    for (const path of ['/', '/no-such-page', signingPath]) {
      await page.goto(path)
      await look(path)
    }
    await signIn(admin, page.context())
    for (const view of [...screenViews, { name: 'change password', path: '/change-password' }]) {
      if (!isFor(view, 'admin')) continue
      await show(page, view)
      await look(view.name)
    }
    expect(found).toEqual([])
  })
