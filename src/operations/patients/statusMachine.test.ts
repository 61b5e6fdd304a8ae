import { randomUUID } from 'node:crypto'
import { describe, expect, test as plain } from 'vitest'
import { type PatientStatus, patientStatuses } from '#domain/patients/status.ts'
import { schema } from '#graphql/schema.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { checkConsentStatus } from '../consent/checkConsentStatus.ts'
import { readConsentRequest } from '../consent/readConsentRequest.ts'
import { recordPaperConsent } from '../consent/recordPaperConsent.ts'
import { requestAuthorization } from '../consent/requestAuthorization.ts'
import { resendConsent } from '../consent/resendConsent.ts'
import { acceptSignedForm, rejectSignedForm } from '../consent/reviewSignedForm.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import { revokePartOfConsent } from '../consent/revokePartOfConsent.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { sendRecipientCopy } from '../consent/sendRecipientCopy.ts'
import { signConsent } from '../consent/signConsent.ts'
import { voidConsentRequest } from '../consent/voidConsentRequest.ts'
import { standardDocument } from '../consentTemplates/standard.ts'
import type { OperationContext } from '../context.ts'
import { receiveFile } from '../records/receiveFile.ts'
import { setPatientReminders } from '../reminders/setPatientReminders.ts'
import { breakGlass } from '../restrictions/breakGlass.ts'
import { liftRestriction } from '../restrictions/liftRestriction.ts'
import { restrictPatient } from '../restrictions/restrictPatient.ts'
import { dropPatient } from './dropPatient.ts'
import { editPatient } from './editPatient.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'
import { reassignPatient } from './reassignPatient.ts'
import { scheduleConsultation } from './scheduleConsultation.ts'
import { awaitRecords, completeTreatment, markRecordsForwarded, markSchedulable } from './statusSteps.ts'

type Act = (ctx: OperationContext, patientId: string) => Promise<unknown>

/** Every call about one patient that returns the patient; an override once per status. */
const acts: Record<string, Act[]> = {
  editPatient: [(ctx, patientId) => editPatient(ctx, { patientId, phone: '(415) 555-0100' })],
  reassignPatient: [(ctx, patientId) => reassignPatient(ctx, { patientId, assignedAttorney: 'none' })],
  scheduleConsultation: [
    (ctx, patientId) =>
      scheduleConsultation(ctx, {
        patientId,
        consultationDate: '2026-01-14',
        consultationTime: '14:30',
        consultationLocation: 'Annex',
      }),
  ],
  sendConsent: [(ctx, patientId) => sendConsent(ctx, { patientId })],
  requestAuthorization: [(ctx, patientId) => requestAuthorization(ctx, { patientId })],
  revokePartOfConsent: [
    (ctx, patientId) =>
      revokePartOfConsent(ctx, {
        ...{ patientId, requestId: patientId, category: 'billing' },
        reason: 'Took it back by phone',
      }),
  ],
  sendRecipientCopy: [
    (ctx, patientId) =>
      sendRecipientCopy(ctx, { patientId, requestId: patientId, recipient: 0, email: 'lee@park.test' }),
  ],
  resendConsent: [(ctx, patientId) => resendConsent(ctx, { patientId })],
  checkConsentStatus: [(ctx, patientId) => checkConsentStatus(ctx, { patientId })],
  voidConsentRequest: [(ctx, patientId) => voidConsentRequest(ctx, { patientId })],
  revokeConsent: [(ctx, patientId) => revokeConsent(ctx, { patientId, reason: 'Took it back by phone' })],
  recordPaperConsent: [
    async (ctx, patientId) =>
      recordPaperConsent(ctx, {
        patientId,
        file: await receiveFile(ctx, { fileName: 'consent.pdf', content: inPieces(sample('rotation.pdf')) }),
        signedOn: '2026-01-05',
        witnessName: 'Wes Witness',
      }),
  ],
  // No form waits for a review; the tests of the review show what a decision moves.
  acceptSignedForm: [(ctx, patientId) => acceptSignedForm(ctx, { patientId, requestId: randomUUID() })],
  rejectSignedForm: [
    (ctx, patientId) =>
      rejectSignedForm(ctx, { patientId, requestId: randomUUID(), reason: 'Signed by a neighbor' }),
  ],
  markSchedulable: [(ctx, patientId) => markSchedulable(ctx, { patientId })],
  completeTreatment: [(ctx, patientId) => completeTreatment(ctx, { patientId })],
  awaitRecords: [(ctx, patientId) => awaitRecords(ctx, { patientId })],
  markRecordsForwarded: [(ctx, patientId) => markRecordsForwarded(ctx, { patientId })],
  restrictPatient: [(ctx, patientId) => restrictPatient(ctx, { patientId, reason: 'Works at the clinic' })],
  liftRestriction: [(ctx, patientId) => liftRestriction(ctx, { patientId, reason: 'Left the clinic' })],
  breakGlass: [(ctx, patientId) => breakGlass(ctx, { patientId, reason: 'Fainted in the hall' })],
  setPatientReminders: [(ctx, patientId) => setPatientReminders(ctx, { patientId, isStopped: true })],
  dropPatient: [(ctx, patientId) => dropPatient(ctx, { patientId, dropReason: 'Moved out of state' })],
  overridePatientStatus: patientStatuses.map(
    (status): Act =>
      (ctx, patientId) =>
        overridePatientStatus(ctx, { patientId, status: status as never }),
  ),
}

plain('every mutation that answers a patient is walked below', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  const onPatients = mutations.filter(({ type }) => String(type) === 'Patient!').map(({ name }) => name)
  expect([...Object.keys(acts), 'addPatient'].sort()).toEqual(onPatients.sort())
})

type Ways = Record<PatientStatus, PatientStatus[]>
const others = (status: PatientStatus) => patientStatuses.filter((one) => one !== status)

/** DECISIONS, "The status machine" and the role matrix: where each role can move a patient in one action. */
const machine: Record<'admin' | 'staff' | 'attorney' | 'other attorney' | 'patient', Ways> = {
  admin: Object.fromEntries(patientStatuses.map((status) => [status, others(status)])) as Ways,
  staff: {
    pending_consent: ['consent_sent', 'consent_signed', 'dropped'],
    consent_sent: ['pending_consent', 'consent_signed', 'dropped'],
    consent_signed: ['pending_consent', 'schedulable', 'dropped'],
    schedulable: ['pending_consent', 'treatment_completed', 'dropped'],
    treatment_completed: ['pending_records', 'records_forwarded', 'dropped'],
    pending_records: ['records_forwarded', 'dropped'],
    records_forwarded: ['dropped'],
    dropped: [],
  },
  attorney: {
    pending_consent: ['consent_sent', 'dropped'],
    consent_sent: ['dropped'],
    consent_signed: ['dropped'],
    schedulable: ['dropped'],
    treatment_completed: ['dropped'],
    pending_records: ['dropped'],
    records_forwarded: ['dropped'],
    dropped: [],
  },
  'other attorney': {
    pending_consent: [],
    consent_sent: [],
    consent_signed: [],
    schedulable: [],
    treatment_completed: [],
    pending_records: [],
    records_forwarded: [],
    dropped: [],
  },
  patient: {
    pending_consent: ['consent_signed'],
    consent_sent: ['consent_signed'],
    consent_signed: [],
    schedulable: [],
    treatment_completed: [],
    pending_records: [],
    records_forwarded: [],
    dropped: [],
  },
}

const refusals = ['forbidden', 'not_found', 'conflict', 'invalid']

/** The statuses that the actions lead to, each tried on a new patient. */
async function reached(
  clinic: TestClinic,
  given: Partial<Prisma.PatientUncheckedCreateInput>,
  tries: ((id: string) => Promise<unknown>)[],
) {
  const ends = await Promise.all(
    tries.map(async (attempt) => {
      const { id } = await clinic.patient(given)
      await attempt(id).catch(({ code }) => expect(refusals).toContain(code))
      const { status } = await clinic.db.patient.findUniqueOrThrow({ where: { id } })
      const history = await clinic.db.patientStatusChange.findMany({ where: { patientId: id } })
      const changes = status === given.status ? [] : [{ from: given.status, to: status }]
      expect(history).toMatchObject(changes)
      return status
    }),
  )
  return patientStatuses.filter((status) => status !== given.status && ends.includes(status))
}

/** Creates an open link for a patient at any status. */
async function openLink({ db, now, instances }: TestClinic, patientId: string, sentById: string) {
  const idempotencyKey = randomUUID()
  const secret = instances.signing.current.linkSecret(idempotencyKey) as string
  await db.consentRequest.create({
    data: {
      patientId,
      sentById,
      idempotencyKey,
      state: 'sent',
      provider: 'built_in',
      linkHash: instances.hashLink(secret),
      document: standardDocument({}),
      documentSha256: 'none',
      templateVersion: 'none',
      expiresAt: new Date(now.getTime() + 86_400_000),
    },
  })
  return secret
}

describe.for(patientStatuses)('from %s', (from) => {
  const roles = ['admin', 'staff', 'attorney', 'other attorney'] as const

  test.for(roles)(`%s moves a patient only as the status machine allows`, async (who, { clinic }) => {
    const user = await clinic.user({ role: who === 'other attorney' ? 'attorney' : who })
    const assignee = who === 'attorney' ? user : await clinic.user({ role: 'attorney' })
    const createdById = (await clinic.user()).id
    const tries = Object.values(acts)
      .flat()
      .map((act) => (id: string) => act(clinic.as(user), id))
    const given = { status: from, assignedAttorneyId: assignee.id, createdById }
    expect(await reached(clinic, given, tries)).toEqual(machine[who][from])
  })

  test('the patient moves by signing, with any open link', async ({ clinic }) => {
    const staff = await clinic.user()
    const sign = async (id: string) => {
      const secret = await openLink(clinic, id, staff.id)
      await readConsentRequest(clinic.anonymous(), { secret })
      const signature = { secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true } as const
      await signConsent(clinic.anonymous(), signature)
      const patient = await clinic.db.patient.findUniqueOrThrow({ where: { id } })
      expect(patient.consentSignedAt).toEqual(clinic.now)
    }
    const given = { status: from, createdById: staff.id }
    expect(await reached(clinic, given, [sign])).toEqual(machine.patient[from])
  })
})
