import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('in production nothing is logged in the browser', async ({ page, clinic, signIn }) => {
  await page.goto('/')
  expect(await page.evaluate(() => 'caseloadDebug' in window), 'signed out').toBe(false)
  await signIn(await clinic.user())
  await visit(page, '/patients')
  expect(await page.evaluate(() => 'caseloadDebug' in window), 'signed in').toBe(false)
})
