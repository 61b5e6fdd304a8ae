import type { Page } from '@playwright/test'
import type { Role } from '#domain/access/actor.ts'
import { everyStatus } from './support/everyStatus.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// What each role finds on each screen (DECISIONS, "Who may do what"). src/tests/authorization tests that the server
// enforces it.

type Name = string | RegExp
type Screen = {
  path: string
  heading: string
  /** Buttons and links for all roles, for clinic staff, and for administrators only. */
  everybody?: readonly Name[]
  clinic?: readonly Name[]
  admin?: readonly Name[]
}

const screens: readonly Screen[] = [
  {
    path: '/',
    heading: 'Patient Dashboard',
    everybody: ['View All Patients', 'View All Tasks', 'Send Consent Forms', 'Export Reports', /^Complete: /],
    clinic: ['Add Patient', 'Add New Patient'],
  },
  { path: '/dashboard', heading: 'Patient Dashboard', clinic: ['Add Patient'] },
  {
    path: '/patients',
    heading: 'Patient Management',
    everybody: [
      'Views',
      'Export Reports',
      /^Send Consent: /,
      /^Schedule Consultation: /,
      /^More actions for/,
    ],
    clinic: ['Add Patient'],
  },
  { path: '/tasks', heading: 'Task Management', everybody: ['Add Task', /^Complete: /, 'Mine'] },
  {
    path: '/schedule',
    heading: 'Appointment Scheduling',
    everybody: ['Subscribe', /^More actions for/],
    clinic: ['Schedule Appointment', /^Edit Appointment: /, /^Cancel Appointment: /],
  },
  { path: '/consent-forms', heading: 'Consent Form Management', clinic: [/^Show Signing Link: /] },
  {
    path: '/reports',
    heading: 'Reports',
    everybody: ['Export Reports', 'Print', 'Export CSV: Waiting Longest'],
  },
  {
    path: '/settings',
    heading: 'Settings',
    everybody: ['Edit Profile', 'Sign Out'],
    admin: [
      'Manage Users',
      'Export Data',
      'Configure APIs',
      'Clinic Settings',
      'Set Up Clinic',
      'Records Before Consent',
      /^Test Connection: /,
    ],
  },
  { path: '/change-password', heading: 'Change Password', everybody: ['Change Password'] },
]

/** For administrators; other roles get status 403 and this message. */
const closed = [
  { path: '/users', heading: 'User Management', finds: 'Add User', told: 'Access Denied' },
  { path: '/audit-logs', heading: 'Audit Logs', finds: 'Check Now', told: 'Access Restricted' },
] as const

/** The menu on the row of a signed patient. */
const menus: Record<Role, readonly string[]> = {
  admin: ['Edit', 'Upload Records', 'Revoke Consent', 'Reassign Patient', 'Override Status', 'Drop Patient'],
  staff: ['Edit', 'Upload Records', 'Revoke Consent', 'Drop Patient'],
  attorney: ['Drop Patient'],
}
const everybodys = ['View Details', 'Notes', 'View Records']

const control = (page: Page, name: Name) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .filter({ visible: true })

for (const role of ['admin', 'staff', 'attorney'] satisfies Role[])
  test(`${role} finds only their own actions on each screen`, async ({ page, clinic, signIn, watch }) => {
    const people = await everyStatus(clinic)
    await signIn(people[role])
    for (const { path, heading, everybody = [], clinic: staffs = [], admin = [] } of screens) {
      await visit(page, path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      const mine = [...everybody, ...(role === 'attorney' ? [] : staffs), ...(role === 'admin' ? admin : [])]
      for (const name of [...everybody, ...staffs, ...admin]) {
        const found = control(page, name)
        if (mine.includes(name)) await expect(found.first(), `${name} on ${path}`).toBeVisible()
        else await expect(found, `${name} on ${path}`).toHaveCount(0)
      }
    }
    if (role !== 'admin') watch.allow(403, /^\/(users|audit-logs)$/)
    for (const { path, heading, finds, told } of closed) {
      await visit(page, path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(control(page, finds)).toHaveCount(role === 'admin' ? 1 : 0)
      await expect(page.getByRole('heading', { name: told })).toHaveCount(role === 'admin' ? 0 : 1)
      await expect(control(page, 'Back to Dashboard')).toHaveCount(role === 'admin' ? 0 : 1)
    }
    await findsTheirMenu(page, role)
    watch.allow(404, /^\/no-such-page$/)
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(control(page, 'Go to the start page')).toBeVisible()
  })

async function findsTheirMenu(page: Page, role: Role) {
  await visit(page, '/patients?status=consent_signed')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Audit Logs' })).toHaveCount(role === 'admin' ? 1 : 0)
  await expect(navigation).toContainText(role === 'admin' ? 'Administrator' : 'Staff')
  await page.getByRole('button', { name: /^More actions for Jo Lindqvist/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  for (const item of new Set(Object.values(menus).flat())) {
    const offered = page.getByRole('menuitem', { name: new RegExp(`^${item}`) })
    await expect(offered, item).toHaveCount(menus[role].includes(item) ? 1 : 0)
  }
  for (const item of everybodys)
    await expect(page.getByRole('menuitem', { name: item, exact: true }), item).toHaveCount(1)
}
