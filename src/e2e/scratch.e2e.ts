import { writeFileSync } from 'node:fs'
import { expect, test } from './support/test.ts'
test('probe', async ({ page, clinic, signIn }) => {
  const staff = await clinic.user({ role: 'admin', firstName: 'Ada' })
  const p = await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  await signIn(staff)
  await page.goto('/patients')
  writeFileSync('/tmp/pwtry/list.yml', await page.locator('body').ariaSnapshot())
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await page.getByRole('dialog').waitFor()
  writeFileSync('/tmp/pwtry/add.yml', await page.getByRole('dialog').ariaSnapshot())
  await page.getByLabel('First Name').fill('Jo')
  await page.getByLabel('Last Name').fill('Ba')
  await page.getByLabel('Email').fill('jo@ba.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Patient' }).click()
  await page.getByText('Patient added successfully').waitFor()
  writeFileSync('/tmp/pwtry/toast.yml', await page.locator('body').ariaSnapshot())
})
