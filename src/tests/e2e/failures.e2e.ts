import type { Page } from '@playwright/test'
import { hearTraffic, rowOf, toast, visit } from './support/screen.ts'
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

test('a chart and a menu opened offline say so at once, and open when the network returns', async ({
  page,
  context,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await clinic.patient({ firstName: 'Jo', lastName: 'Park' })
  const traffic = hearTraffic(page)
  await visit(page, '/patients')
  await traffic.rest()
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /./)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'More actions for Jo Park' }).click()
  await expect(toast(page, 'No connection')).toContainText('Nothing was sent.')
  await page.keyboard.press('Escape')
  await rowOf(page, 'Jo Park').click()
  await expect(page.getByRole('dialog', { name: 'Jo Park' })).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Jo Park' })).toBeVisible()
})
