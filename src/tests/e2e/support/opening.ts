import { expect, type Page } from '@playwright/test'
import type { Role } from '#domain/access/actor.ts'

/** A screen, or a dialog or menu on one. Needs a clinic with a patient in every status. */
export type View = {
  name: string
  path: string
  /** The roles that can open it; all by default. */
  roles?: readonly Role[]
  /** Opens it after the screen has hydrated. */
  open?: (page: Page) => Promise<unknown>
  /** Whether `open` leads to another screen and not to a dialog or menu. */
  isScreen?: true
  /** The button that submits its form; an empty form shows the errors. */
  submit?: string
}

export const admin = ['admin'] as const
export const clinic = ['admin', 'staff'] as const

export const press = (name: RegExp | string) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

export const inMenu = (item: string | RegExp) => async (page: Page) => {
  await press(/^More actions for/)(page)
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

export const patientTab = (tab: string) => async (page: Page) => {
  await inMenu('View Details')(page)
  await page.getByRole('tab', { name: tab }).click()
}

export const patientsAt = (status: string) => `/patients?status=${status}`
