import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type RecordsBeforeConsent, recordsBeforeConsentChoices } from '#domain/consent/authorization.ts'
import type { User } from '#infra/prisma/client.ts'
import {
  type AccessModel,
  type AccessUser,
  type Act,
  accessUsers,
  afterAct,
  anyAct,
  attorneys,
  isCopyOpen,
  isFormOpen,
  isLinkJustified,
  isRecordOpen,
  type RecordName,
  recordNames,
} from '#tests/support/accessModel.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { runs } from '#tests/support/properties.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer, Visitor } from '#tests/support/testServer.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { recipientCopySecret } from '../consent/derivedSecrets.ts'
import { downloadConsentForm } from '../consent/downloadConsentForm.ts'
import { downloadSignedCopy } from '../consent/downloadSignedCopy.ts'
import { readConsentRequest } from '../consent/readConsentRequest.ts'
import { requestAuthorization } from '../consent/requestAuthorization.ts'
import { acceptSignedForm, rejectSignedForm } from '../consent/reviewSignedForm.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import { revokePartOfConsent } from '../consent/revokePartOfConsent.ts'
import { signConsent } from '../consent/signConsent.ts'
import type { OperationContext } from '../context.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { breakGlass } from '../restrictions/breakGlass.ts'
import { liftRestriction } from '../restrictions/liftRestriction.ts'
import { restrictPatient } from '../restrictions/restrictPatient.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { forwardRecords } from './forwardRecords.ts'
import { authorizationOf } from './recordAccess.ts'
import { viewRecord } from './viewRecord.ts'

type People = Record<AccessUser, { user: User; ctx: OperationContext }>
type Chart = { patientId: string; records: Record<RecordName, string>; secrets: Map<number, string> }
type World = { clinic: TestClinic; people: People; chart: Chart }

const reason = 'Asked for it by phone'
const born = '1980-03-14'

/** Performs an action on the real system. Returns the ID of the request that was signed, or the link's secret. */
function perform({ clinic, people, chart }: World, act: Act): Promise<unknown> {
  const { patientId, records } = chart
  const { admin, staff, sue } = people
  const which = { patientId }
  switch (act.what) {
    case 'assign':
      return reassignPatient(admin.ctx, {
        ...which,
        assignedAttorney: act.to === 'none' ? 'none' : people[act.to].user.id,
      })
    case 'sign':
      return sign({ clinic, people, chart }, act)
    case 'accept':
      return waiting(clinic, patientId).then((requestId) =>
        acceptSignedForm(staff.ctx, { ...which, requestId }),
      )
    case 'reject':
      return waiting(clinic, patientId).then((requestId) =>
        rejectSignedForm(staff.ctx, { ...which, requestId, reason }),
      )
    case 'revoke':
      return revokeConsent(staff.ctx, { ...which, reason })
    case 'revokeBilling':
      return inForce(clinic, patientId).then((requestId) =>
        revokePartOfConsent(staff.ctx, { ...which, requestId, category: 'billing', reason }),
      )
    case 'revokeRecipient':
      return inForce(clinic, patientId).then((requestId) =>
        revokePartOfConsent(staff.ctx, { ...which, requestId, recipient: act.at, reason }),
      )
    case 'override':
      return overridePatientStatus(admin.ctx, { ...which, status: act.status })
    case 'forward':
      return forwardRecords(staff.ctx, {
        ...which,
        recordIds: act.records.map((name) => records[name]),
        recipientId: people[act.to].user.id,
        purpose: 'Claim against the insurer',
        ...(act.isSubpoena && {
          ...{ basis: 'subpoena' as const, basisReference: 'No. 12', basisReason: reason },
        }),
      }).then(({ secret }) => secret)
    case 'restrict':
      return restrictPatient(admin.ctx, { ...which, reason })
    case 'lift':
      return liftRestriction(admin.ctx, { ...which, reason })
    case 'breakGlass':
      return breakGlass(sue.ctx, { ...which, reason })
    case 'wait':
      return Promise.resolve()
  }
}

async function sign(
  { clinic, people, chart }: World,
  { recipients, isDoubtful }: Extract<Act, { what: 'sign' }>,
) {
  const { patientId } = chart
  await requestAuthorization(people.staff.ctx, {
    patientId,
    copyToRecipients: true,
    recipients: recipients.map((one) =>
      one === 'firm'
        ? { firm: 'Okafor Law' }
        : one === 'outsider'
          ? { name: 'Lee Park', firm: 'Okafor Law', email: 'lee@park.test' }
          : { userId: people[one].user.id },
    ),
  })
  const request = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId, state: 'sent' } })
  const secret = clinic.instances.signing.current.linkSecret(request.idempotencyKey) ?? ''
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    ...(isDoubtful
      ? { signerName: 'Mickey Mouse', confirmsName: true as const }
      : { signerName: 'Maren Lindqvist' }),
    agreesToSignElectronically: true,
  })
  return request.id
}

const patientOf = ({ db }: TestClinic, id: string) => db.patient.findUniqueOrThrow({ where: { id } })
const waiting = async (clinic: TestClinic, id: string) =>
  (await patientOf(clinic, id)).reviewRequestId ?? randomUUID()
const inForce = async (clinic: TestClinic, id: string) =>
  authorizationOf(await patientOf(clinic, id))?.requestId ?? randomUUID()

const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  )

/** What each user can read by the operations. */
async function expectOperations({ clinic, people, chart }: World, model: AccessModel): Promise<void> {
  const { patientId, records, secrets } = chart
  const { now } = clinic
  for (const who of ['sue', ...attorneys] as const)
    for (const name of recordNames)
      expect(
        await succeeds(viewRecord(people[who].ctx, { patientId, recordId: records[name] })),
        `${who} reads the ${name} record`,
      ).toBe(isRecordOpen(model, who, name, now))
  for (const who of attorneys)
    for (const requestId of model.signed)
      expect(
        await succeeds(downloadConsentForm(people[who].ctx, { patientId, requestId })),
        `${who} opens form ${model.signed.indexOf(requestId)}`,
      ).toBe(isFormOpen(model, who, requestId, now))
  for (const { secret, isOpen } of await copies({ clinic, people, chart }, model))
    expect(
      await succeeds(downloadSignedCopy(clinic.anonymous(), { secret, dateOfBirth: born })),
      'a recipient opens the form by the link',
    ).toBe(isOpen)
  for (const [index, secret] of secrets)
    for (const name of recordNames)
      if (await succeeds(downloadForwarded(clinic.anonymous(), { secret, recordId: records[name] })))
        expect(isLinkJustified(model, index, name, now), `link ${index} shows the ${name} record`).toBe(true)
}

/** The links that recipients got who cannot see the chart, and whether each may open its form now. */
async function copies({ clinic, people, chart: { patientId } }: World, model: AccessModel) {
  const found = await clinic.db.recipientCopy.findMany({ where: { patientId } })
  const { form } = model
  if (form && isCopyOpen(model, 'outsider', form.requestId, clinic.now))
    expect(found.filter(({ userId }) => !userId).map((one) => one.consentRequestId)).toContain(form.requestId)
  return found.map(({ id, userId, consentRequestId, expiresAt }) => {
    const who = attorneys.find((one) => people[one].user.id === userId) ?? 'outsider'
    return {
      secret: recipientCopySecret(clinic.anonymous(), id) ?? '',
      isOpen: expiresAt > clinic.now && isCopyOpen(model, who, consentRequestId, clinic.now),
    }
  })
}

const copyMutation = 'mutation ($input: SignedCopyInput!) { downloadSignedCopy(input: $input) { sha256 } }'
const recordQuery =
  'query ($patientId: ID!, $recordId: ID!) { patientRecord(patientId: $patientId, recordId: $recordId) { id } }'
const formQuery = 'query ($patientId: ID!) { consentForm(patientId: $patientId) { sha256 } }'

/** What each user can read at both endpoints. */
async function expectEndpoints(server: TestServer, { clinic, people, chart }: World, model: AccessModel) {
  const { patientId, records, secrets } = chart
  const { now } = clinic
  // The limit of requests is not the subject.
  await clinic.db.throttle.deleteMany()
  for (const who of accessUsers) {
    const visitor = server.visitor()
    await visitor.signIn(people[who].user.email)
    for (const name of recordNames) {
      const recordId = records[name]
      const isOpen = isRecordOpen(model, who, name, now)
      const file = `/api/patients/${patientId}/records/${recordId}/file`
      expect((await visitor.call('GET', file)).status === 200, `${who}, ${name}, REST`).toBe(isOpen)
      expect(await answers(visitor, recordQuery, { patientId, recordId }), `${who}, ${name}, GraphQL`).toBe(
        isOpen,
      )
    }
    if (who !== 'rae' && who !== 'tom') continue
    const isOpen = model.signed.some((requestId) => isFormOpen(model, who, requestId, now))
    const form = await visitor.call('GET', `/api/patients/${patientId}/consent-form`)
    expect(form.status === 200, `${who}, form, REST`).toBe(isOpen)
    expect(await answers(visitor, formQuery, { patientId }), `${who}, form, GraphQL`).toBe(isOpen)
  }
  for (const { secret, isOpen } of await copies({ clinic, people, chart }, model))
    expect(
      await answers(server.visitor(), copyMutation, { input: { secret, dateOfBirth: born } }),
      'copy, GraphQL',
    ).toBe(isOpen)
  for (const [index, secret] of secrets)
    for (const name of recordNames) {
      const at = `/api/forwardings/${secret}/records/${records[name]}/file`
      const { status } = await server.visitor().call('GET', at)
      if (status === 200) expect(isLinkJustified(model, index, name, now), 'link, REST').toBe(true)
    }
}

const answers = async (visitor: Visitor, query: string, variables: object) =>
  (await visitor.graphql(query, variables)).errors.length === 0

test('after any sequence of actions, nobody reads what no valid basis covers', {
  timeout: runs(120_000),
}, async ({ clinic, server }) => {
  const person = async (role: 'admin' | 'staff' | 'attorney', firm: string | null = null) => {
    const user = await clinic.user({ role, firm })
    return { user, ctx: clinic.as(user) }
  }
  const people: People = {
    admin: await person('admin'),
    staff: await person('staff'),
    sue: await person('staff'),
    rae: await person('attorney', 'Okafor Law'),
    tom: await person('attorney', 'okafor law'),
  }
  sendMailTo(clinic, await openMailServer())
  const start = clinic.now
  const createdById = people.staff.user.id

  const property = async (before: RecordsBeforeConsent, acts: Act[]) => {
    clinic.now = start
    // After a long wait, administrators would first have to add a second factor.
    await editClinicSettings(people.admin.ctx, { recordsBeforeConsent: before, secondFactorRoles: 'nobody' })
    // `clinic.as` copies the settings of its time.
    for (const one of Object.values(people)) one.ctx = clinic.as(one.user)
    const { id: patientId } = await clinic.patient({
      ...{ createdById, status: 'pending_records' as const },
      dateOfBirth: new Date(born),
    })
    const put = async (category: 'billing' | null) =>
      (await storedRecord(clinic, { patientId, uploadedById: createdById, category })).id
    const records = { plain: await put(null), billing: await put('billing') }
    const world = { clinic, people, chart: { patientId, records, secrets: new Map<number, string>() } }
    let model: AccessModel = {
      ...{ before, assignee: 'none', form: null, isRevoked: false, endsAt: null, waiting: null },
      ...{ isRestricted: false, glassUntil: null, partial: [], links: [], signed: [] },
    }
    for (const act of acts) {
      const hours = act.what === 'wait' ? act.hours : 0
      clinic.now = new Date(clinic.now.getTime() + hours * 3_600_000 + 60_000)
      const done = await perform(world, act).then(
        (result) => ({ result: typeof result === 'string' ? result : '' }),
        (error: { code?: string }) => {
          if (!error.code) throw error
          return null
        },
      )
      if (done) {
        model = afterAct(model, act, done.result, clinic.now)
        if (act.what === 'forward') {
          const index = model.links.length - 1
          world.chart.secrets.set(index, done.result)
          for (const name of act.records)
            expect(isLinkJustified(model, index, name, clinic.now), 'forwarding').toBe(true)
        }
      }
      await expectOperations(world, model)
    }
    await expectEndpoints(server, world, model)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordsBeforeConsentChoices),
      fc.array(anyAct, { minLength: 6, maxLength: 14 }),
      property,
    ),
    // Each case signs forms and calls both endpoints, so npm test tries only a few.
    { numRuns: runs(4, 20) },
  )
})
