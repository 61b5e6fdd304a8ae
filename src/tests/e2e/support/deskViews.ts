import type { Page } from '@playwright/test'
import { admin, clinic, inMenu, patientsAt, patientTab, press, type View } from './opening.ts'
import { pick } from './screen.ts'

/** The bulk jobs that `onTheDesk.ts` creates for the administrator. */
export const bulkJobs = {
  running: '00000000-0000-7000-8000-000000000001',
  finished: '00000000-0000-7000-8000-000000000002',
} as const

/** The progress and the result of a bulk job. */
export const bulkJobViews: readonly View[] = [
  { name: 'bulk job running', path: `/patients?job=${bulkJobs.running}`, roles: admin },
  { name: 'bulk job finished', path: `/patients?job=${bulkJobs.finished}`, roles: admin },
]

/** The oldest patient at Consent Signed, see `onTheDesk.ts`. */
const underReview = {
  path: `${patientsAt('consent_signed')}&sort=created&direction=asc`,
  roles: clinic,
}

const onAnotherBasis = async (page: Page) => {
  await inMenu('Forward Records')(page)
  await pick(page.getByRole('dialog'), /Legal Basis/, 'Subpoena')
}

/** Dialogs of the front desk for what did not go as usual. */
export const deskViews: readonly View[] = [
  {
    name: 'skipped patients',
    path: `/patients?job=${bulkJobs.finished}`,
    roles: admin,
    open: press('Show Skipped'),
  },
  { name: 'review signed form', ...underReview, open: patientTab('Consent') },
  {
    name: 'reject signed form',
    ...underReview,
    open: async (page) => {
      await patientTab('Consent')(page)
      await press('Reject Form')(page)
    },
    submit: 'Reject Form',
  },
  {
    name: 'forward records on another basis',
    path: patientsAt('pending_records'),
    roles: clinic,
    open: onAnotherBasis,
    submit: 'Forward Records',
  },
]
