import type { TestClinic } from '#tests/support/clinic.ts'
import { everyStatus } from './support/everyStatus.ts'
import { findingsOn } from './support/findings.ts'
import { doubled, outOfReach } from './support/reach.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import { dialogViews, screenViews } from './support/views.ts'

/** Sixty characters without a line break opportunity. */
const longName = 'Wolfeschlegelsteinhausenbergerdorffsupercalifragilisticus'.padEnd(60, 's')

/** Gives everyone and everything such a long name. */
async function withLongNames(clinic: TestClinic) {
  const people = await everyStatus(clinic)
  const named = { firstName: longName, lastName: longName }
  await clinic.db.patient.updateMany({ data: named })
  // Whoever is last in lists of attorneys stays the last.
  const last = { lastName: 'Zimmer' }
  await clinic.db.user.updateMany({ where: { NOT: last }, data: named })
  await clinic.db.user.updateMany({ where: last, data: { ...named, lastName: longName.replace('W', 'Z') } })
  await clinic.db.task.updateMany({ data: { title: longName } })
  return people
}

const sizes = [
  ['at twice the size', doubled],
  ['on a phone', phone],
] as const

for (const [where, options] of sizes) {
  test(`with names of 60 characters nothing is clipped or out of reach, ${where}`, async ({
    visitor,
    clinic,
    signIn,
    watch,
  }) => {
    const { admin, signingPath } = await withLongNames(clinic)
    const page = await visitor({ ...options, reducedMotion: 'reduce' })
    watch.allow(404, /^\/no-such-page$/)
    for (const path of ['/', '/no-such-page', signingPath]) {
      await page.goto(path)
      expect.soft(await outOfReach(page), path).toEqual([])
    }
    await signIn(admin, page.context())
    const all = [...screenViews, { name: 'change password', path: '/change-password' }]
    expect(await findingsOn(page, all, 'admin', outOfReach)).toEqual([])
  })

  test(`with names of 60 characters nothing in a dialog or menu is out of reach, ${where}`, async ({
    visitor,
    clinic,
    signIn,
  }) => {
    const { admin } = await withLongNames(clinic)
    const page = await visitor({ ...options, reducedMotion: 'reduce' })
    await signIn(admin, page.context())
    expect(await findingsOn(page, dialogViews, 'admin', outOfReach)).toEqual([])
  })
}
