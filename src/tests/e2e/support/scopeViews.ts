import type { Page } from '@playwright/test'
import { admin, clinic, inMenu, patientsAt, patientTab, press, type View } from './opening.ts'

const inChart = (item: string) => async (page: Page) => {
  await inMenu('View Details')(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^More actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The dialogs and states of what a form covers. */
export const scopeViews: readonly View[] = [
  {
    name: 'edit record',
    path: patientsAt('pending_records'),
    roles: admin,
    open: async (page) => {
      await patientTab('Records')(page)
      await press(/^Edit mri/)(page)
      await page.getByRole('menuitem', { name: 'Edit Category and Service Date' }).click()
    },
  },
  {
    name: 'move record',
    path: patientsAt('pending_records'),
    roles: admin,
    open: async (page) => {
      await patientTab('Records')(page)
      await press(/^Edit mri/)(page)
      await page.getByRole('menuitem', { name: 'Move to Another Chart' }).click()
    },
    submit: 'Move Record',
  },
  {
    name: 'records closed to an attorney',
    path: patientsAt('schedulable'),
    roles: ['attorney'],
    open: patientTab('Records'),
  },
  {
    name: 'request authorization',
    path: patientsAt('treatment_completed'),
    open: inChart('Request Authorization'),
  },
  {
    name: 'categories of a form',
    path: patientsAt('pending_consent'),
    open: async (page) => {
      await inMenu('Preview Consent Form')(page)
      await page.getByLabel('Records That the Form Covers').selectOption('Only chosen categories')
    },
  },
  {
    name: 'revoke part of consent',
    path: patientsAt('pending_records'),
    roles: clinic,
    open: async (page) => {
      await patientTab('Consent')(page)
      await press('Revoke Part')(page)
    },
    submit: 'Revoke Part',
  },
  {
    name: 'send copy of a form',
    path: patientsAt('pending_records'),
    roles: clinic,
    open: async (page) => {
      await patientTab('Consent')(page)
      await press('Send Copy')(page)
    },
    submit: 'Send Copy',
  },
]
