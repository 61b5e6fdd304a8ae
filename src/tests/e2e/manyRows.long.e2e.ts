import type { Page } from '@playwright/test'
import { phone, rowOf, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const DAY_MS = 86_400_000

const line = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('ten thousand tasks are counted, filtered and paged, also on a phone', async ({
  visitor,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const name = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaughington-Smythe'
  const other = await clinic.user({ firstName: 'Maximiliane', lastName: name })
  const task = { createdById: admin.id, assignedToId: other.id }
  await clinic.db.task.createMany({
    data: Array.from({ length: 9998 }, (_, n) => ({
      ...task,
      title: `Task ${n} ${'long'.repeat(12)}`,
      dueDate: new Date(Date.now() + (5 + n / 100) * DAY_MS),
    })),
  })
  await clinic.db.task.createMany({
    data: [1, 2].map((n) => ({ ...task, assignedToId: admin.id, title: `My own ${n}` })),
  })
  for (const options of [{}, phone]) {
    const page = await visitor(options)
    await signIn(admin, page.context())
    await visit(page, '/tasks')
    await expect(page.getByText('Total: 10,000 tasks')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: /^.*Task \d/ })).toHaveCount(25)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(line(page, 'Task 25 ')).toBeVisible()
    await page.reload()
    await expect(line(page, 'Task 25 ')).toBeVisible()
    await page.getByRole('link', { name: 'Mine' }).click()
    await expect(page.getByText('Total: 2 tasks')).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, 'nothing is wider than the page').toBeLessThanOrEqual(0)
    await page.goBack()
    await expect(line(page, 'Task 25 ')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
})

test('two thousand users are searched and paged, and the URL keeps both', async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.user({ firstName: 'Zoë', lastName: 'Zimmer' })
  await clinic.db.user.createMany({
    data: Array.from({ length: 2000 }, (_, index) => ({
      email: `person${index}@clinic.test`,
      firstName: 'Kim',
      lastName: `Person ${String(index).padStart(4, '0')}`,
      passwordHash: 'none',
    })),
  })
  await signIn(await clinic.user({ role: 'admin', lastName: 'Byron' }))
  await visit(page, '/users')
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toContainText('2,001')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rowOf(page, 'Kim Person 0030')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'Kim Person 0030')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('zoe')
  await expect(page).toHaveURL(/\?find=zoe$/)
  await expect(rowOf(page, 'Zoë Zimmer')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('nobody of this name')
  await expect(page.getByText('No users found')).toBeVisible()
})
