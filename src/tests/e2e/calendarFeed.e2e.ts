import { clinicAtWork } from './support/appointments.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('a private calendar feed is created, read, renewed and revoked', async ({ page, clinic, signIn }) => {
  const { attorney, book } = await clinicAtWork(clinic)
  await book()
  await signIn(attorney)
  await visit(page, '/schedule')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to My Calendar' })
  await dialog.getByRole('button', { name: 'Create Address' }).click()
  const address = dialog.getByLabel('Calendar Address')
  const first = new URL(await address.inputValue()).pathname
  const read = async (path: string) => {
    const answer = await fetch(new URL(path, page.url()))
    return { status: answer.status, text: await answer.text() }
  }
  expect((await read(first)).text).toContain('SUMMARY:Appointment - Caseload')
  expect((await read(first)).text).not.toContain('Okafor')
  await dialog.getByRole('button', { name: 'Renew Address' }).click()
  await expect(address).not.toHaveValue(new RegExp(first))
  expect((await read(first)).status).toBe(404)
  const second = new URL(await address.inputValue()).pathname
  await dialog.getByRole('button', { name: 'Revoke Address' }).click()
  await expect(dialog.getByText('You don’t have a calendar address yet.')).toBeVisible()
  expect((await read(second)).status).toBe(404)
})
