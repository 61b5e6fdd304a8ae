import { expect, type Locator, type Page } from '@playwright/test'
import type { Client } from 'pg'
import { pick } from '../src/tests/e2e/support/screen.ts'

/** Counts what a user presses. Typing into a field is not counted, because it is the same in every product. */
export type Hand = {
  presses: () => number
  press: (target: Locator) => Promise<void>
  keys: (...keys: string[]) => Promise<void>
  /** A file dropped on the page, or a search. */
  act: (work: () => Promise<unknown>) => Promise<void>
}

/** What a job works on. `patientId` is the patient whose chart is open. */
export type Desk = { page: Page; hand: Hand; owner: Client; patientId: string }

export type Job = {
  what: string
  most: number
  unit: string
  /** Opens the screen where the job begins. */
  begin: (desk: Desk) => Promise<unknown>
  /** Does the job, until the screen shows that it is done. */
  work: (desk: Desk) => Promise<unknown>
  /** A query that returns true for the patient once the job is done. Omitted where a screen or dialog is all there is. */
  proof?: string
}

const chart = (page: Page) => page.getByRole('dialog').first()
const done = (page: Page) => expect(page.getByText('Success', { exact: true }).first()).toBeVisible()

/** Opens the chart of the newest patient at a status whom an attorney represents, the consent form's recipient. */
const openChart =
  (status: string, tab = '') =>
  async (desk: Desk) => {
    const { rows } = await desk.owner.query<{ id: string }>(
      `select patients.id from patients join users on users.id = assigned_attorney and role = 'attorney'
       where patients.status = $1::patient_status order by patients.created_at desc limit 1`,
      [status],
    )
    if (!rows[0]) throw new Error(`No patient is at ${status}`)
    desk.patientId = rows[0].id
    await desk.page.goto(`/patients?patient=${desk.patientId}${tab && `&tab=${tab}`}`)
    await expect(chart(desk.page).getByRole('tab', { name: 'Notes' })).toBeVisible({ timeout: 15_000 })
  }

/** As many patients as the sample file of an import has. */
const IMPORTED = 59

const importPatients = async ({ page, owner }: Desk) => {
  await owner.query(
    `insert into patients (id, first_name, last_name, email, created_by, updated_at)
     select uuidv7(), 'Kim', 'Deskwork ' || n, 'deskwork' || n || '@example.test',
       (select id from users where role = 'staff' limit 1), now()
     from generate_series(1, $1::int) n`,
    [IMPORTED],
  )
  await page.goto('/patients?assignedAttorney=none&search=Deskwork')
}

/** Opens the chart of a patient after treatment, with a record and a signed form that names the attorney. */
const openForwardable = async (desk: Desk) => {
  const open = openChart('pending_records', 'records')
  await open(desk)
  await chart(desk.page).locator('input[type=file]').setInputFiles('src/tests/support/records/knee.png')
  await done(desk.page)
  await desk.owner.query(putFormOnFile, [desk.patientId])
  await open(desk)
}

const putFormOnFile = `
  with form as (
    insert into consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256, recipients,
      purpose, template_version, sent_by, expires_at, opened_at, closed_at, signer_name, disclosure_version)
    select uuidv7(), patients.id, 'signed', 'built_in', gen_random_uuid(), '{}', repeat('0', 64),
      jsonb_build_array(jsonb_build_object('userId', users.id, 'name', users.first_name, 'firm', null, 'address', null)),
      'at my request', '1', patients.created_by, now(), now(), consent_signed_at, patients.first_name, '1'
    from patients join users on users.id = assigned_attorney where patients.id = $1
    returning *),
  file as (
    insert into signed_consent_forms (id, request_id, content, sha256)
    select uuidv7(), id, '%PDF-1.7', repeat('0', 64) from form)
  update patients set "authorization" = jsonb_build_object('requestId', form.id, 'recipients', form.recipients,
    'scope', form.scope, 'revoked', '{"recipients": [], "categories": []}'::jsonb)
  from form where patients.id = form.patient_id`

/** What the database says after a job about the patient $1. */
const proofs = {
  booked: `select count(*) = 1 as proven from appointments
    where patient_id = $1 and status = 'scheduled' and is_consultation and location = 'Room 2'`,
  uploaded: `select count(*) = 1 as proven from patient_records where patient_id = $1 and file_name = 'knee.png'`,
  assigned: `select count(*) = ${IMPORTED} as proven from patients
    where last_name like 'Deskwork %' and assigned_attorney is not null and $1::text is not null`,
  ready: `select status = 'schedulable' as proven from patients where id = $1`,
  task: `select count(*) = 1 as proven from tasks where patient_id = $1 and title = 'Call the insurer'`,
  sent: `select status = 'consent_sent' as proven from patients where id = $1`,
  added: `select count(*) = 1 as proven from patients where email = 'new.desk@example.test' and $1::text is not null`,
  forwarded: `select count(*) = 1 as proven from forwardings join forwarded_records on forwarding_id = forwardings.id
    join patients on patients.id = forwardings.patient_id
    where patients.id = $1 and status = 'records_forwarded' and recipient_id = assigned_attorney and purpose = 'at my request'`,
  reassigned: `select assigned_attorney = (select id from users where email = 'attorney20@bench.test') as proven
    from patients where id = $1`,
}

/** The jobs. They run in this order on one database. */
export const jobs: readonly Job[] = [
  {
    what: 'open a chart by its phone number',
    most: 1,
    unit: 'search',
    begin: ({ page }) => page.goto('/patients'),
    work: async ({ page, hand, owner }) => {
      const { rows } = await owner.query<{ phone: string; name: string }>(
        `select phone, first_name || ' ' || last_name as name from patients
         where status <> 'dropped' and phone is not null limit 1`,
      )
      await hand.act(async () => {
        await page
          .getByRole('searchbox')
          .first()
          .fill(rows[0]?.phone ?? '')
        await page.keyboard.press('Enter')
      })
      await expect(page.getByRole('dialog', { name: rows[0]?.name ?? '' })).toBeVisible()
    },
  },
  {
    what: 'book a consultation from the chart at a proposed time',
    most: 3,
    unit: 'presses',
    begin: openChart('consent_signed'),
    work: async ({ page, hand }) => {
      await hand.press(chart(page).getByRole('button', { name: /^(Schedule|Update) Consultation/ }))
      const form = page.getByRole('dialog', { name: /^(Schedule|Update) Consultation/ }).last()
      const openings = form.getByRole('region', { name: 'Next openings' })
      await hand.press(openings.getByRole('listitem').nth(5).getByRole('button'))
      await form.getByLabel('Location').fill('Room 2')
      await hand.press(form.getByRole('button', { name: /^(Schedule|Update)/ }).last())
      await done(page)
    },
    proof: proofs.booked,
  },
  {
    what: 'upload a file to the open chart',
    most: 1,
    unit: 'drop',
    begin: openChart('consent_signed', 'records'),
    work: async ({ page, hand }) => {
      await hand.act(() =>
        chart(page).locator('input[type=file]').setInputFiles('src/tests/support/records/knee.png'),
      )
      await done(page)
    },
    proof: proofs.uploaded,
  },
  {
    what: `assign ${IMPORTED} imported patients`,
    most: 4,
    unit: 'presses',
    begin: importPatients,
    work: async ({ page, hand }) => {
      const bar = page.getByRole('group', { name: 'Actions for the selected patients' })
      await hand.press(page.getByRole('checkbox', { name: 'Select all patients on this page' }))
      await hand.press(bar.getByRole('button', { name: `Select All ${IMPORTED} in This Filter` }))
      await hand.press(bar.getByRole('button', { name: 'Assign' }))
      await hand.press(page.getByRole('menuitem').nth(1))
      await expect(page.getByText(`${IMPORTED} patients assigned.`)).toBeVisible({ timeout: 30_000 })
    },
    proof: proofs.assigned,
  },
  {
    what: 'mark a signed patient ready to schedule, in the chart',
    most: 2,
    unit: 'presses',
    begin: openChart('consent_signed'),
    work: async ({ page, hand }) => {
      await hand.press(chart(page).getByRole('button', { name: /^More actions for/ }))
      await hand.press(page.getByRole('menuitem', { name: 'Mark Ready to Schedule' }))
      await hand.press(page.getByRole('dialog').last().getByRole('button', { name: /^Mark/ }))
      await done(page)
    },
    proof: proofs.ready,
  },
  {
    what: 'add a task for the open patient, then its title and Enter',
    most: 2,
    unit: 'keys',
    begin: openChart('schedulable'),
    work: async ({ page, hand }) => {
      await hand.keys('a', 't')
      await page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title').fill('Call the insurer')
      await page.keyboard.press('Enter')
      await done(page)
    },
    proof: proofs.task,
  },
  {
    what: 'send a consent form from the chart',
    most: 1,
    unit: 'press',
    begin: openChart('pending_consent'),
    work: async ({ page, hand }) => {
      await hand.press(
        chart(page)
          .getByRole('button', { name: /^Send Consent/ })
          .first(),
      )
      await done(page)
    },
    proof: proofs.sent,
  },
  {
    what: 'add a patient, then name, e-mail and Enter',
    most: 1,
    unit: 'key',
    begin: ({ page }) => page.goto('/patients'),
    work: async ({ page, hand }) => {
      await hand.keys('n')
      const form = page.getByRole('dialog', { name: 'Add New Patient' })
      await form.getByLabel('First Name').fill('New')
      await form.getByLabel('Last Name').fill('At the Desk')
      await form.getByLabel('Email').fill('new.desk@example.test')
      await page.keyboard.press('Enter')
      await done(page)
    },
    proof: proofs.added,
  },
  {
    what: 'reassign the open patient by the palette, then the attorney',
    most: 3,
    unit: 'presses',
    begin: openChart('schedulable'),
    work: async ({ page, hand, owner }) => {
      const { rows } = await owner.query<{ name: string }>(
        `select first_name || ' ' || last_name as name from users where email = 'attorney20@bench.test'`,
      )
      await hand.keys('Control+k')
      await page.getByRole('dialog', { name: 'Go to' }).getByRole('searchbox').fill('reassign')
      await expect(page.getByRole('option', { name: 'Reassign Patient' })).toBeVisible()
      await hand.keys('Enter')
      const form = page.getByRole('dialog', { name: 'Reassign Patient' })
      await pick(form, /Assigned To/, `${rows[0]?.name} (Attorney)`)
      await hand.press(form.getByRole('button', { name: /Reassign|Save|Update/ }))
      await done(page)
    },
    proof: proofs.reassigned,
  },
  {
    what: 'forward the records that the signed form covers, from the chart',
    most: 2,
    unit: 'presses',
    begin: openForwardable,
    work: async ({ page, hand }) => {
      // The next step of the chart; the tab with the records has another.
      await hand.press(chart(page).getByRole('button', { name: 'Forward Records' }).first())
      const form = page.getByRole('dialog', { name: 'Forward Records' })
      await hand.press(form.getByRole('button', { name: 'Forward Records' }))
      await expect(page.getByRole('dialog', { name: 'Records Forwarded' })).toBeVisible()
    },
    proof: proofs.forwarded,
  },
  {
    what: 'go to the schedule',
    most: 2,
    unit: 'keys',
    begin: ({ page }) => page.goto('/patients'),
    work: async ({ page, hand }) => {
      await hand.keys('g', 's')
      await expect(page.getByRole('heading', { level: 1, name: /Schedul/ })).toBeVisible()
    },
  },
]
