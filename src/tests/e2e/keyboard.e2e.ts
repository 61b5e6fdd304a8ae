import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ clinic, signIn, page }) => {
  await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
})

test('the first Tab leads past the navigation', async ({ page }) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog opened from a menu keeps the focus, and returns it on closing', { tag: '@long' }, async ({
  page,
}) => {
  const button = page.getByRole('button', { name: 'More actions for Maren Okafor' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Drop Patient from Caseload' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus'), 'the focus stays inside').toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('Ctrl+Enter adds a patient, and the focus is on the screen again', async ({ page }) => {
  const adding = page.getByRole('dialog', { name: 'Add New Patient' })
  const add = async (lastName: string) => {
    await adding.getByLabel('First Name').fill('Jo')
    await adding.getByLabel('Last Name').fill(lastName)
    await adding.getByLabel('Email').fill(`${lastName}@example.test`)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('link', { name: `Jo ${lastName}` })).toBeVisible()
    await expect(adding).toBeHidden()
  }
  await page.keyboard.press('n')
  await add('Abara')
  await expect(page.getByRole('main'), 'the shortcut has no opener').toBeFocused()
  const button = page.getByRole('button', { name: 'Add Patient' })
  await button.click()
  await add('Castellanos')
  await expect(button).toBeFocused()
})

test('rows scroll beneath the header of the list, also their buttons', { tag: '@long' }, async ({
  page,
  clinic,
}) => {
  for (let n = 0; n < 30; n += 1) await clinic.patient({ firstName: 'Jo', status: 'consent_signed' })
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(26)
  const covered = await page.getByRole('table').evaluate((table) => {
    const head = table.querySelector('thead tr') as HTMLElement
    const found: string[] = []
    for (const row of [...table.querySelectorAll('tbody tr')].slice(3, 9))
      for (const part of [0, 0.25, 0.5, 0.75]) {
        row.scrollIntoView({ block: 'start' })
        const scrolled = [...document.querySelectorAll('*')].find(({ scrollTop }) => scrollTop > 0)
        scrolled?.scrollBy(0, part * row.clientHeight)
        const cells = [...head.children].map((cell) => cell.getBoundingClientRect())
        for (const { left, right, top, bottom } of cells.filter(({ width }) => width > 0))
          for (let x = left + 4; x < right; x += 8)
            for (const y of [top + 4, (top + bottom) / 2, bottom - 4]) {
              const hit = document.elementFromPoint(x, y)
              if (!hit || !head.contains(hit)) found.push(`${hit?.tagName} at ${x}, ${y}`)
            }
      }
    return {
      found,
      top: head.children[0]?.getBoundingClientRect().top,
      rowTop: table.getBoundingClientRect().top,
    }
  })
  expect(covered.rowTop, 'the list has scrolled').toBeLessThan(0)
  expect(covered.top, 'the header has not').toBeGreaterThanOrEqual(0)
  expect(covered.found).toEqual([])
})
