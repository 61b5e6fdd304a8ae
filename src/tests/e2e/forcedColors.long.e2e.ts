import type { Page } from '@playwright/test'
import { everyStatus } from './support/everyStatus.ts'
import { findingsOn } from './support/findings.ts'
import { unseenFocus, unseenStates } from './support/reach.ts'
import { expect, test } from './support/test.ts'
import { dialogViews, screenViews } from './support/views.ts'

const unseen = async (page: Page) => [...(await unseenFocus(page)), ...(await unseenStates(page))]

const inForcedColors = { forcedColors: 'active', reducedMotion: 'reduce' } as const

test('in forced colors, focus and states are visible on every screen', async ({
  visitor,
  clinic,
  signIn,
}) => {
  const { admin } = await everyStatus(clinic)
  const page = await visitor(inForcedColors)
  await page.goto('/')
  expect.soft(await unseen(page), 'login').toEqual([])
  await signIn(admin, page.context())
  const all = [...screenViews, { name: 'change password', path: '/change-password' }]
  expect(await findingsOn(page, all, 'admin', unseen)).toEqual([])
})

test('in forced colors, focus and states are visible in every dialog and menu', async ({
  visitor,
  clinic,
  signIn,
}) => {
  const { admin } = await everyStatus(clinic)
  const page = await visitor(inForcedColors)
  await signIn(admin, page.context())
  expect(await findingsOn(page, dialogViews, 'admin', unseen)).toEqual([])
})
