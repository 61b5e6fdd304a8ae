import { expect } from '@playwright/test'
import { admin, press, type View } from './opening.ts'

/** The dialogs of the settings. */
export const settingsViews: readonly View[] = [
  { name: 'failed mail', path: '/settings', roles: admin, open: press('Failed Mail') },
  {
    name: 'edit profile',
    path: '/settings',
    open: press('Edit Profile'),
  },
  {
    name: 'export data',
    path: '/settings',
    roles: admin,
    open: press('Export Data'),
  },
  { name: 'export documents', path: '/settings', roles: admin, open: press('Export Documents') },
  { name: 'configure apis', path: '/settings', roles: admin, open: press('Configure APIs') },
  {
    name: 'create api key',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Configure APIs')(page)
      await press('Create API Key')(page)
    },
    submit: 'Create API Key',
  },
  {
    name: 'create service account',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Configure APIs')(page)
      await press('Create API Key')(page)
      await page.getByLabel('Acts As').selectOption('A new service account')
    },
    submit: 'Create API Key',
  },
  {
    name: 'api key created',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Configure APIs')(page)
      await press('Create API Key')(page)
      await page.getByLabel('What It Is For').fill('Nightly report')
      await page.getByRole('dialog').last().getByRole('button', { name: 'Create API Key' }).click()
      await expect(page.getByRole('dialog', { name: 'API Key Created' })).toBeVisible()
    },
  },
  {
    name: 'documents of an api key',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Configure APIs')(page)
      await page
        .getByRole('button', { name: /^Documents: / })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .last()
        .locator('input[type=file]')
        .setInputFiles({
          name: 'persisted-documents.json',
          mimeType: 'application/json',
          buffer: Buffer.from(
            JSON.stringify({
              a: 'query TodaysPatients { me { id } }',
              b: 'mutation AddToList { readAllAlerts }',
            }),
          ),
        })
      await expect(page.getByRole('listitem').filter({ hasText: 'TodaysPatients' })).toBeVisible()
    },
    submit: 'Save List',
  },
  { name: 'webhooks', path: '/settings', roles: admin, open: press('Webhooks') },
  {
    name: 'webhook messages',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Webhooks')(page)
      await press('Messages: Matters')(page)
    },
  },
  {
    name: 'remove webhook',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Webhooks')(page)
      await press('More actions for Matters')(page)
      await page.getByRole('menuitem', { name: 'Remove' }).click()
    },
  },
  {
    name: 'add webhook',
    path: '/settings',
    roles: admin,
    open: async (page) => {
      await press('Webhooks')(page)
      await press('Add Webhook')(page)
    },
    submit: 'Add Webhook',
  },
  { name: 'clinic settings', path: '/settings', roles: admin, open: press('Clinic Settings') },
  { name: 'clinic logo', path: '/settings', roles: admin, open: press('Clinic Logo') },
  {
    name: 'records before consent',
    path: '/settings',
    roles: admin,
    open: press('Records Before Consent'),
    submit: 'Save Choice',
  },
  { name: 'set up clinic', path: '/settings', roles: admin, open: press('Set Up Clinic') },
]
