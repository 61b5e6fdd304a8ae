import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Recipient, SignedAuthorization } from '#domain/consent/recipients.ts'
import { initialStatuses } from '#domain/patients/status.ts'
import type { RecordCategory } from '#domain/records/categories.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import {
  type Act,
  type Attempt,
  actOf,
  anyAttempt,
  type Model,
  opensBilling,
  opensRecords,
  predict,
  type Who,
} from '#tests/support/patientModel.ts'
import { runs } from '#tests/support/properties.ts'
import { test } from '#tests/support/test.ts'
import { readConsentRequest } from '../consent/readConsentRequest.ts'
import { requestAuthorization } from '../consent/requestAuthorization.ts'
import { acceptSignedForm, rejectSignedForm } from '../consent/reviewSignedForm.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import { revokePartOfConsent } from '../consent/revokePartOfConsent.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { signConsent } from '../consent/signConsent.ts'
import { voidConsentRequest } from '../consent/voidConsentRequest.ts'
import type { OperationContext } from '../context.ts'
import { viewRecord } from '../records/viewRecord.ts'
import { addPatient } from './addPatient.ts'
import { dropPatient } from './dropPatient.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'
import { reassignPatient } from './reassignPatient.ts'
import { awaitRecords, completeTreatment, markRecordsForwarded, markSchedulable } from './statusSteps.ts'

type People = Record<Who, { id: string; ctx: OperationContext }>

/** Performs the same action on the real system. */
function perform(clinic: TestClinic, people: People, patientId: string, act: Act): Promise<unknown> {
  const { ctx } = people[act.who]
  const which = { patientId }
  const { assignee } = act
  const calls: Record<Act['what'], () => Promise<unknown>> = {
    send: () => sendConsent(ctx, which),
    markSchedulable: () => markSchedulable(ctx, which),
    completeTreatment: () => completeTreatment(ctx, which),
    awaitRecords: () => awaitRecords(ctx, which),
    markForwarded: () => markRecordsForwarded(ctx, which),
    request: () => requestAuthorization(ctx, which),
    revokeBilling: () => revokeBilling(clinic, ctx, patientId),
    revoke: () => revokeConsent(ctx, { ...which, reason: 'Took it back by phone' }),
    drop: () => dropPatient(ctx, { ...which, dropReason: 'Moved out of state' }),
    void: () => voidConsentRequest(ctx, which),
    override: () => overridePatientStatus(ctx, { ...which, status: act.to as never }),
    reassign: () =>
      reassignPatient(ctx, {
        ...which,
        assignedAttorney: assignee === 'none' ? assignee : people[assignee].id,
      }),
    sign: () => signWithLastLink(clinic, patientId),
    signInDoubt: () =>
      signWithLastLink(clinic, patientId, { signerName: 'Mickey Mouse', confirmsName: true }),
    accept: async () => acceptSignedForm(ctx, { ...which, requestId: await waitingFor(clinic, patientId) }),
    reject: async () =>
      rejectSignedForm(ctx, {
        ...which,
        requestId: await waitingFor(clinic, patientId),
        reason: 'Somebody else signed',
      }),
  }
  return calls[act.what]()
}

async function revokeBilling({ db }: TestClinic, ctx: OperationContext, patientId: string): Promise<unknown> {
  const { authorization } = await db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const requestId = (authorization as SignedAuthorization | null)?.requestId ?? randomUUID()
  const part = { category: 'billing', reason: 'Took it back by phone' } as const
  return revokePartOfConsent(ctx, { patientId, requestId, ...part })
}

/** The request whose form waits for a review, or one that does not exist. */
async function waitingFor({ db }: TestClinic, id: string): Promise<string> {
  return (await db.patient.findUniqueOrThrow({ where: { id } })).reviewRequestId ?? randomUUID()
}

async function signWithLastLink(
  clinic: TestClinic,
  patientId: string,
  signer: { signerName: string; confirmsName?: true } = { signerName: 'Maren Lindqvist' },
): Promise<void> {
  const last = await clinic.db.consentRequest.findFirst({
    where: { patientId },
    orderBy: { createdAt: 'desc' },
  })
  const secret = (last && clinic.instances.signing.current.linkSecret(last.idempotencyKey)) ?? 'never sent'
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    ...signer,
    agreesToSignElectronically: true,
  })
}

const namedBy = (people: People, recipients: unknown): Model['asksFor'] =>
  (['rae', 'tom'] as const).find((who) =>
    (recipients as Recipient[] | undefined)?.some(({ userId }) => userId === people[who].id),
  ) ?? 'none'

/** Whom a record is open to. */
async function isOpenTo(people: People, patientId: string, recordId: string): Promise<Who[]> {
  const attorneys = ['rae', 'tom'] as const
  const answers = await Promise.all(
    attorneys.map((who) =>
      viewRecord(people[who].ctx, { patientId, recordId }).then(
        () => true,
        () => false,
      ),
    ),
  )
  return attorneys.filter((_who, index) => answers[index])
}

/** When billing was revoked from the form in force. That may have been while this form still waited for its review. */
async function billingRevocation(
  db: TestClinic['db'],
  patientId: string,
  authorization: SignedAuthorization | null,
): Promise<Date | null> {
  if (!authorization?.revoked.categories.includes('billing')) return null
  const row = await db.partialRevocation.findFirstOrThrow({
    where: { patientId, category: 'billing' },
    orderBy: { revokedAt: 'desc' },
  })
  return row.revokedAt
}

/** Reads the database in the terms of the model. */
async function seen({ db }: TestClinic, people: People, id: string): Promise<Model & { isWhole: boolean }> {
  const patient = await db.patient.findUniqueOrThrow({
    where: { id },
    include: {
      statusChanges: { orderBy: { changedAt: 'asc' } },
      consentRequests: { orderBy: { createdAt: 'asc' } },
    },
  })
  const { statusChanges, consentRequests, dropReason, droppedAt, droppedById } = patient
  const chain = [null, ...statusChanges.map(({ to }) => to)]
  const isDropped = patient.status === 'dropped'
  const newest = consentRequests.at(-1)
  const waiting = consentRequests.find((request) => request.id === patient.reviewRequestId)
  const counted = consentRequests.filter(
    ({ state, reviewState }) => state === 'signed' && (reviewState === null || reviewState === 'accepted'),
  )
  return {
    status: patient.status,
    since: patient.statusSince,
    changes: statusChanges.length,
    hasOpenRequest: consentRequests.filter(({ state }) => ['preparing', 'sent'].includes(state)).length === 1,
    signedAt: patient.consentSignedAt,
    isManual: patient.consentIsManual,
    hasForm: patient.consentFormUrl !== null,
    revokedAt: patient.consentRevokedAt,
    assignee:
      (['rae', 'tom'] as const).find((who) => people[who].id === patient.assignedAttorneyId) ?? 'none',
    asksFor: namedBy(people, newest?.recipients),
    named: patient.authorization
      ? namedBy(people, (patient.authorization as SignedAuthorization).recipients)
      : null,
    billingRevokedAt: await billingRevocation(db, id, patient.authorization as SignedAuthorization | null),
    waiting: waiting ? namedBy(people, waiting.recipients) : null,
    waitingAt: waiting?.closedAt ?? null,
    countedAt: counted.at(-1)?.closedAt ?? null,
    isWhole:
      statusChanges.every(({ from }, index) => from === chain[index]) &&
      chain.at(-1) === patient.status &&
      statusChanges.at(-1)?.changedAt.getTime() === patient.statusSince.getTime() &&
      [dropReason, droppedAt, droppedById].every((value) => (value !== null) === isDropped),
  }
}

/** A record without a file, since only its details are viewed. */
const putOnFile = async (
  { db }: TestClinic,
  { staff }: People,
  patientId: string,
  category: RecordCategory | null = null,
): Promise<string> =>
  (
    await db.patientRecord.create({
      data: {
        ...{ patientId, category, uploadedById: staff.id },
        ...{ fileName: 'scan.pdf', filePath: '', fileSize: 1, mimeType: 'application/pdf' },
      },
    })
  ).id

test('after any sequence of actions on a patient, the clinic and the model agree', {
  timeout: runs(120_000),
}, async ({ clinic }) => {
  const person = async (role: 'admin' | 'staff' | 'attorney') => {
    const user = await clinic.user({ role })
    return { id: user.id, ctx: clinic.as(user) }
  }
  const people: People = {
    admin: await person('admin'),
    staff: await person('staff'),
    rae: await person('attorney'),
    tom: await person('attorney'),
  }
  const start = clinic.now
  let patients = 0

  const property = async (status: (typeof initialStatuses)[number], attempts: Attempt[]) => {
    clinic.now = start
    patients += 1
    const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: `maren${patients}@example.test` }
    const { id } = await addPatient(people.staff.ctx, { ...maren, status })
    const isManual = status === 'consent_signed' || status === 'schedulable'
    let model: Model = {
      status,
      since: start,
      changes: 1,
      hasOpenRequest: false,
      signedAt: isManual ? start : null,
      isManual,
      hasForm: false,
      revokedAt: null,
      assignee: 'none',
      asksFor: 'none',
      named: null,
      billingRevokedAt: null,
      ...{ waiting: null, waitingAt: null, countedAt: null },
    }
    const [plain, bill] = [
      await putOnFile(clinic, people, id),
      await putOnFile(clinic, people, id, 'billing'),
    ]
    let rows = 1
    for (const attempt of attempts) {
      const act = actOf(attempt, model)
      clinic.now = new Date(clinic.now.getTime() + 60_000)
      const predicted = predict(model, act, clinic.now)
      const outcome = await perform(clinic, people, id, act).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? error,
      )
      expect(outcome).toBe(predicted.outcome)
      model = predicted.model
      expect(await seen(clinic, people, id)).toEqual({ ...model, isWhole: true })
      const told = await clinic.db.auditLog.count({ where: { patientId: id } })
      expect(told > rows, 'audit rows').toBe(outcome === 'done')
      const { assignee } = model
      expect(await isOpenTo(people, id, plain)).toEqual(opensRecords(model) ? [assignee] : [])
      expect(await isOpenTo(people, id, bill)).toEqual(opensBilling(model) ? [assignee] : [])
      rows = await clinic.db.auditLog.count({ where: { patientId: id } })
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...initialStatuses),
      fc.array(anyAttempt, { minLength: 4, maxLength: 12 }),
      property,
    ),
    { numRuns: runs(15, 60) },
  )
})
