import { expect, type Page } from '@playwright/test'
import type { Role } from '#domain/access/actor.ts'
import { accountingScreens, accountingViews } from './accountingViews.ts'
import { accountViews } from './accountViews.ts'
import { bulkJobViews, deskViews } from './deskViews.ts'
import { forwardingViews } from './forwardingViews.ts'
import { frameViews } from './frameViews.ts'
import { keepingViews } from './keepingViews.ts'
import { admin, clinic, inMenu, patientsAt, patientTab, press, type View } from './opening.ts'
import { restrictionViews } from './restrictionViews.ts'
import { scopeViews } from './scopeViews.ts'
import { dayFromNow, hearTraffic, painted, visit } from './screen.ts'
import { settingsViews } from './settingsViews.ts'

export type { View } from './opening.ts'

const words = process.env.VIEWS?.split(',')
/** With `VIEWS=review,bulk job`, only views with one of these words in their name are tested. */
const chosen = (all: readonly View[]) =>
  words ? all.filter(({ name }) => words.some((word) => name.includes(word))) : all

/** Every screen, with and without data. */
export const screenViews: readonly View[] = chosen([
  { name: 'dashboard', path: '/' },
  { name: 'patients', path: '/patients' },
  { name: 'patients dropped', path: patientsAt('dropped') },
  { name: 'patients none', path: '/patients?search=nobody-of-this-name' },
  {
    name: 'patients filtered',
    path: '/patients?assignedAttorney=none&createdFrom=2026-01-01&consentSignedTo=2199-12-31&minDaysInStatus=3',
  },
  { name: 'tasks', path: '/tasks?done=shown' },
  { name: 'tasks none', path: '/tasks?status=cancelled' },
  { name: 'schedule', path: '/schedule' },
  { name: 'schedule past', path: '/schedule?when=past' },
  { name: 'calendar day', path: '/schedule?view=day' },
  { name: 'calendar week', path: '/schedule?view=week' },
  { name: 'calendar month', path: '/schedule?view=month' },
  { name: 'consent forms', path: '/consent-forms' },
  { name: 'consent templates', path: '/consent-forms/templates', roles: admin },
  { name: 'reports', path: '/reports' },
  { name: 'reports none', path: '/reports?fromDay=2019-01-01&toDay=2019-01-31' },
  ...bulkJobViews,
  ...accountingScreens,
  { name: 'import patients', path: '/patients/import', roles: admin },
  { name: 'users', path: '/users', roles: admin },
  { name: 'users none', path: '/users?find=nobody-of-this-name', roles: admin },
  { name: 'audit logs', path: '/audit-logs', roles: admin },
  { name: 'settings', path: '/settings' },
  { name: 'second factor', path: '/second-factor' },
  { name: 'guide', path: '/guide', roles: admin },
  { name: 'audit logs none', path: '/audit-logs?action=break_glass', roles: admin },
])

/** Selects the first patient and presses an action for the selected patients. */
function forOneSelected(action: string) {
  return async (page: Page) => {
    const select = page.getByRole('button', { name: 'Select', exact: true })
    if (await select.isVisible()) await select.click()
    await page
      .getByRole('checkbox', { name: /^Select [A-Z]/ })
      .first()
      .check()
    await page
      .getByRole('group', { name: 'Actions for the selected patients' })
      .getByRole('button', { name: action })
      .click()
  }
}

/** Chooses the attorney whom no form names, Zimmer, which opens a dialog. Some tests give everyone a longer name. */
async function assignOneSelected(page: Page): Promise<void> {
  await forOneSelected('Assign')(page)
  await page.getByRole('menuitem', { name: / Z/ }).click()
  await page.getByRole('dialog', { name: 'Assign Patients' }).waitFor()
}

/** Opens a PDF in the viewer. On a phone, its tools are hidden. */
async function openRecord(page: Page): Promise<void> {
  await patientTab('Records')(page)
  await press(/^View .*\.pdf$/)(page)
  const tools = page.getByRole('button', { name: /^(Show Tools|Fit Width)$/ })
  await expect(tools.filter({ visible: true })).toBeVisible()
}

/** Every dialog and menu, on its usual screen. */
export const dialogViews: readonly View[] = chosen([
  { name: 'notifications', path: '/schedule', open: press('Notifications') },
  { name: 'patient menu', path: patientsAt('consent_signed'), open: press(/^More actions for/) },
  {
    name: 'add patient',
    path: '/patients',
    roles: clinic,
    open: press('Add Patient'),
    submit: 'Add Patient',
  },
  {
    name: 'duplicate patient',
    path: patientsAt('consent_signed'),
    roles: clinic,
    open: async (page) => {
      const phone = await page
        .getByText(/^\(\d{3}\) \d{3}-\d{4}$/)
        .first()
        .textContent()
      await press('Add Patient')(page)
      await page.getByLabel('Phone').fill(phone ?? '')
      await page.getByLabel('Address').focus()
      await expect(page.getByRole('alert')).toContainText('This patient may already exist')
    },
  },
  {
    name: 'save view',
    path: patientsAt('consent_signed'),
    open: async (page) => {
      await press('Views')(page)
      await page.getByRole('menuitem', { name: /^Save Current View/ }).click()
      await expect(page.getByRole('menu')).toHaveCount(0)
    },
    submit: 'Save View',
  },
  {
    name: 'filter patients',
    path: '/patients',
    open: press('Filter'),
  },
  {
    name: 'task for selected patients',
    // Its own address, because the selection stays after the dialog is closed.
    path: '/patients?sort=name',
    open: forOneSelected('Add Task'),
    submit: 'Add Task',
  },
  {
    name: 'consent for selected patients',
    path: '/patients?sort=status',
    open: forOneSelected('Send Consent'),
  },
  {
    name: 'assign anyway',
    path: `${patientsAt('schedulable')}&sort=name`,
    roles: ['admin'],
    open: assignOneSelected,
  },
  {
    name: 'assign with work',
    path: `${patientsAt('consent_sent')}&sort=name`,
    roles: ['admin'],
    open: assignOneSelected,
  },
  {
    name: 'book anyway',
    path: `/schedule?view=day&date=${dayFromNow(2)}`,
    roles: clinic,
    open: async (page) => {
      await page.locator('[data-movable]').first().press('m')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog', { name: 'Book Anyway?' }).waitFor()
    },
  },
  { name: 'export reports', path: '/patients', open: press('Export Reports') },
  { name: 'edit patient', path: patientsAt('pending_consent'), roles: clinic, open: inMenu('Edit') },
  { name: 'patient', path: patientsAt('consent_signed'), open: inMenu('View Details') },
  { name: 'patient notes tab', path: patientsAt('consent_signed'), open: patientTab('Notes') },
  {
    name: 'earlier versions of a note',
    path: patientsAt('consent_signed'),
    open: async (page) => {
      await patientTab('Notes')(page)
      await press('Earlier Versions')(page)
      await page.getByRole('dialog', { name: 'Versions of the Note' }).getByRole('listitem').nth(1).waitFor()
    },
  },
  { name: 'patient activity', path: patientsAt('consent_signed'), open: patientTab('Activity') },
  { name: 'patient who died', path: patientsAt('treatment_completed'), open: inMenu('View Details') },
  { name: 'patient changed since sent', path: patientsAt('consent_sent'), open: patientTab('Consent') },
  { name: 'patient consent tab', path: patientsAt('consent_signed'), open: patientTab('Consent') },
  { name: 'notes', path: '/patients', open: inMenu('Notes'), submit: 'Add Note' },
  {
    name: 'upload records',
    path: patientsAt('consent_signed'),
    roles: admin,
    open: inMenu('Upload Records'),
    submit: 'Upload',
  },
  { name: 'records', path: patientsAt('consent_signed'), open: inMenu('View Records') },
  { name: 'patient records tab', path: patientsAt('consent_signed'), open: patientTab('Records') },
  { name: 'record', path: patientsAt('pending_records'), open: openRecord },
  {
    name: 'tools of a record',
    path: patientsAt('pending_records'),
    open: async (page) => {
      await openRecord(page)
      const tools = page.getByRole('button', { name: 'Show Tools' })
      if (await tools.isVisible()) await tools.click()
      await expect(page.getByRole('button', { name: 'Fit Width' })).toBeVisible()
    },
  },
  {
    name: 'edit image description',
    path: patientsAt('pending_records'),
    roles: clinic,
    open: async (page) => {
      await patientTab('Records')(page)
      await press(/^Edit .*\.jpg$/)(page)
      await page.getByRole('menuitem', { name: 'Edit Image Description' }).click()
    },
  },
  ...forwardingViews,
  ...deskViews,
  ...scopeViews,
  ...restrictionViews,
  ...accountingViews,
  ...keepingViews,
  ...frameViews,
  { name: 'reassign', path: '/patients', roles: admin, open: inMenu('Reassign Patient') },
  { name: 'resend consent', path: patientsAt('consent_sent'), open: inMenu('Resend Consent') },
  {
    name: 'preview consent',
    path: patientsAt('pending_consent'),
    open: inMenu('Preview Consent Form'),
  },
  {
    name: 'new template',
    path: '/consent-forms/templates',
    roles: admin,
    open: press('New Template'),
    submit: 'Create Template',
  },
  {
    name: 'edit template',
    path: '/consent-forms/templates',
    roles: admin,
    open: press(/^Edit: /),
  },
  {
    name: 'template menu',
    path: '/consent-forms/templates',
    roles: admin,
    open: press(/^More actions for/),
  },
  {
    name: 'template versions',
    path: '/consent-forms/templates',
    roles: admin,
    open: inMenu('Versions'),
  },
  {
    name: 'void consent',
    path: patientsAt('consent_sent'),
    roles: clinic,
    open: inMenu('Void Consent Request'),
  },
  {
    name: 'sign here now',
    path: patientsAt('pending_consent'),
    roles: clinic,
    open: inMenu('Sign Here Now'),
  },
  {
    name: 'record paper consent',
    path: patientsAt('pending_consent'),
    roles: clinic,
    open: inMenu('Record Paper Consent'),
    submit: 'Record Consent',
  },
  {
    name: 'revoke consent',
    path: patientsAt('consent_signed'),
    roles: clinic,
    open: inMenu('Revoke Consent'),
    submit: 'Revoke Consent',
  },
  {
    name: 'mark ready',
    path: patientsAt('consent_signed'),
    roles: clinic,
    open: inMenu('Mark Ready to Schedule'),
  },
  {
    name: 'schedule consultation',
    path: patientsAt('consent_signed'),
    open: press(/^(Schedule|Update) Consultation/),
    submit: 'Schedule Consultation',
  },
  {
    name: 'drop patient',
    path: patientsAt('consent_signed'),
    open: inMenu('Drop Patient'),
    submit: 'Drop Patient',
  },
  {
    name: 'override status',
    path: '/patients',
    roles: admin,
    open: inMenu('Override Status'),
    submit: 'Override Status',
  },
  {
    name: 'schedule appointment',
    path: '/schedule',
    roles: clinic,
    open: press('Schedule Appointment'),
    submit: 'Schedule Appointment',
  },
  { name: 'edit appointment', path: '/schedule', roles: clinic, open: press(/^Edit Appointment: /) },
  { name: 'cancel appointment', path: '/schedule', roles: clinic, open: press(/^Cancel Appointment: /) },
  {
    name: 'appointment',
    path: '/schedule',
    open: async (page) => {
      const answer = await page.request.get('/api/appointments')
      const [first] = (await answer.json()) as { id: string }[]
      await visit(page, `/schedule?appointment=${first?.id}`)
    },
  },
  { name: 'appointment menu', path: '/schedule', open: press(/^More actions for/) },
  { name: 'hours and closures', path: '/schedule', open: press('Hours and Closures') },
  { name: 'calendar subscription', path: '/schedule', open: press('Subscribe') },
  { name: 'add task', path: '/tasks', open: press('Add Task'), submit: 'Add Task' },
  {
    name: 'task for a patient',
    path: '/tasks',
    open: async (page) => {
      await press('Add Task')(page)
      await page.getByRole('combobox', { name: 'Patient' }).fill('a')
    },
  },
  { name: 'task menu', path: '/tasks', open: press(/^More actions for/) },
  { name: 'edit task', path: '/tasks', open: inMenu('Edit Task') },
  ...accountViews,
  ...settingsViews,
  {
    name: 'signing link',
    path: patientsAt('consent_sent'),
    roles: clinic,
    open: inMenu('Show Signing Link'),
  },
])

export const views: readonly View[] = [...screenViews, ...dialogViews]

export const isFor = ({ roles }: View, role: Role): boolean => !roles || roles.includes(role)

/** The selectors of overlays. */
const opened = '[role=dialog], [role=alertdialog], [role=menu], [popover]:popover-open'

/** Opens a view and waits until it has loaded. */
export async function show(page: Page, view: View): Promise<void> {
  await reach(page, view, () => visit(page, view.path))
}

/** Like `show`, but loads the screen only if the page is not already on it with nothing open. */
export async function showOnScreen(page: Page, view: View): Promise<void> {
  await reach(page, view, async () => {
    if (!(await isOn(page, view.path))) await visit(page, view.path)
  })
}

async function reach(page: Page, { open, isScreen }: View, arrive: () => Promise<unknown>): Promise<void> {
  const traffic = hearTraffic(page)
  await arrive()
  await open?.(page)
  if (open && !isScreen) await expect(page.locator(opened).filter({ visible: true }).first()).toBeVisible()
  await traffic.rest()
  await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0)
  await painted(page)
}

/** A menu in a dialog over a dialog is the deepest. */
const DEEPEST = 3

/** Closes whatever is open and says whether the page then shows this screen. */
async function isOn(page: Page, path: string): Promise<boolean> {
  const overlays = page.locator(opened).filter({ visible: true })
  for (let open = 0; open < DEEPEST && (await overlays.count()) > 0; open += 1) {
    await page.keyboard.press('Escape')
    await painted(page)
  }
  return (await overlays.count()) === 0 && page.url().endsWith(path)
}
