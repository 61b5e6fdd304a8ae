import type { Page } from '@playwright/test'
import { hearTraffic, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Patient' })

async function fillIn(page: Page): Promise<void> {
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Add Patient' }).click()
  await adding(page).getByLabel('First Name').fill('Jo')
  await adding(page).getByLabel('Last Name').fill('Park')
  await adding(page).getByLabel('Email').fill('jo.park@example.test')
}

/** Waits until a form has loaded completely. */
const settled = (page: Page) => hearTraffic(page).rest()

const send = (page: Page) => adding(page).getByRole('button', { name: 'Add Patient' }).click()

test('a form submitted offline says so, keeps its input, and can be sent later', async ({
  page,
  context,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await fillIn(page)
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /^\/graphql$/)
  await settled(page)
  await context.setOffline(true)
  await send(page)
  await expect(toast(page, 'Error')).toContainText('Failed to add patient')
  await expect(toast(page, 'Error')).toContainText(
    'You are offline. Nothing you typed is lost: try again when you are back.',
  )
  await expect(adding(page).getByLabel('Last Name')).toHaveValue('Park')
  await context.setOffline(false)
  await send(page)
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
})
