import type { Page } from '@playwright/test'
import { hearTraffic, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add New Patient' })

async function fillIn(page: Page): Promise<void> {
  await visit(page, '/patients')
  await addButton(page).click()
  await adding(page).getByLabel('First Name').fill('Jo')
  await adding(page).getByLabel('Last Name').fill('Park')
  await adding(page).getByLabel('Email').fill('jo.park@example.test')
}

const NOT_SENT = 'No connection. Nothing was sent.'
const tryAgain = (page: Page) => toast(page, 'Error').getByRole('button', { name: 'Try Again' })

/** Waits until a form has loaded completely. */
const settled = (page: Page) => hearTraffic(page).rest()

/** The header's button. An empty list has one too. */
const addButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Add Patient' })
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
  await expect(toast(page, 'Error')).toContainText(NOT_SENT)
  await expect(adding(page).getByLabel('Last Name')).toHaveValue('Park')
  await context.setOffline(false)
  await send(page)
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
  await expect(addButton(page)).toBeFocused()
})

test('a form whose answer is lost on the way is sent again, and its change is made once', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await fillIn(page)
  watch.allow('net::ERR_CONNECTION_RESET', /^\/graphql$/)
  let isFirst = true
  await page.route('/graphql', async (route) => {
    if (!isFirst || !route.request().postData()?.includes('AddPatientDialog')) return route.continue()
    isFirst = false
    await route.fetch()
    await route.abort('connectionreset')
  })
  await send(page)
  await expect(toast(page, 'Error')).toContainText('Try again: your change is made only once.')
  expect(await clinic.db.patient.count()).toBe(1)
  await tryAgain(page).click()
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
  expect(await clinic.db.patient.count()).toBe(1)
})

test('without a network, a press says that nothing was sent, and Try Again does what was pressed', async ({
  page,
  context,
  clinic,
  signIn,
  watch,
}) => {
  const me = await clinic.user()
  const patient = await clinic.patient({ createdById: me.id, lastName: 'Doyle' })
  const { id } = await clinic.db.task.create({
    data: { title: 'Call back', patientId: patient.id, assignedToId: me.id, createdById: me.id },
  })
  await signIn(me)
  await visit(page, '/tasks')
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /./)
  await page.mouse.move(200, 200)
  await settled(page)
  await context.setOffline(true)
  const complete = page.getByRole('button', { name: 'Complete: Call back' })
  await complete.click()
  await expect(toast(page, 'Error')).toContainText(NOT_SENT, { timeout: 1_000 })
  await context.setOffline(false)
  await tryAgain(page).click()
  await expect(toast(page, 'Success')).toContainText('Task marked as completed')
  expect(await clinic.db.task.findUnique({ where: { id } })).toMatchObject({ status: 'completed' })
})

test('a menu, a dialog and a chart whose code could not be loaded open when the network returns', {
  tag: '@long',
}, async ({ page, context, clinic, signIn, watch }) => {
  const me = await clinic.user()
  await clinic.patient({ createdById: me.id, firstName: 'Maeve', lastName: 'Doyle' })
  await signIn(me)
  await visit(page, '/patients')
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /./)
  await page.mouse.move(400, 300)
  await settled(page)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'More actions for Maeve Doyle' }).click()
  await expect(toast(page, 'Error')).toContainText(NOT_SENT)
  await tryAgain(page).click()
  await expect(toast(page, 'Error')).toContainText(NOT_SENT)
  await context.setOffline(false)
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await context.setOffline(true)
  await addButton(page).click()
  await expect(toast(page, 'Error')).toContainText(NOT_SENT)
  await context.setOffline(false)
  await tryAgain(page).click()
  await expect(adding(page)).toBeVisible()
  await page.keyboard.press('Escape')

  await settled(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Maeve Doyle' }).click()
  await expect(toast(page, 'Error')).toContainText(NOT_SENT)
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Maeve Doyle' })).toContainText('Overview')
})

test('signing out without an answer says so, and Try Again signs out', { tag: '@long' }, async ({
  page,
  context,
  clinic,
  signIn,
  watch,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/patients')
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /./)
  await page.mouse.move(400, 300)
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(toast(page, 'Error')).toContainText('Failed to sign out')
  await expect(page.getByRole('heading', { name: 'Patient Management' })).toBeVisible()
  await context.setOffline(false)
  await tryAgain(page).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(await clinic.db.auditLog.count({ where: { action: 'logout' } })).toBe(1)
})
