import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { ContractServer } from '#tests/support/docusign/server.ts'
import { test, wait } from '#tests/support/docusign/test.ts'
import { startSession } from '../sessions/startSession.ts'
import { sendConsent } from './sendConsent.ts'
import { openSigningView, readSigningOutcome } from './signAway.ts'
import { signHere } from './signHere.ts'
import { voidConsentRequest } from './voidConsentRequest.ts'

const dead = { code: 'not_found', message: expect.stringMatching(/^This link is no longer valid/) }

/** A clinic device that a patient uses to sign with DocuSign. */
async function handedOver(clinic: TestClinic) {
  const user = await clinic.user()
  const sid = await startSession(clinic.anonymous(), user.id)
  const patient = await clinic.patient()
  const { path, pass } = await signHere({ ...clinic.as(user), sid }, { patientId: patient.id })
  const holder = { requestId: path.replace('/sign/away/', ''), pass }
  return {
    user,
    patient,
    holder,
    open: () => openSigningView(clinic.anonymous(), holder),
    look: (hasReturned = true) => readSigningOutcome(clinic.anonymous(), { ...holder, hasReturned }),
    patientState: async () => ({
      sessions: await clinic.db.session.count({ where: { sid } }),
      status: (await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })).status,
    }),
  }
}

/** Presses a button on DocuSign's page and returns the redirect target. */
async function press(url: string, what: 'finish' | 'decline' | 'later'): Promise<string> {
  await fetch(url)
  return (await fetch(`${url}?press=${what}`, { redirect: 'manual' })).headers.get('location') ?? ''
}

const envelopesOf = ({ account }: ContractServer) => [...account.envelopes.values()]

test('a clinic device signs at DocuSign, and its claim about the result is not trusted', async ({
  clinic,
  service,
}) => {
  const { user, patient, holder, open, look, patientState } = await handedOver(clinic)
  expect(await patientState()).toEqual({ sessions: 0, status: 'consent_sent' })
  const request = await clinic.db.consentRequest.findUniqueOrThrow({ where: { id: holder.requestId } })
  expect(request).toMatchObject({
    channel: 'in_person',
    provider: 'docusign',
    recordedById: user.id,
    nextReminderAt: null,
  })
  expect(await look()).toEqual({ outcome: 'open', language: 'en' })
  const { url } = await open()
  expect(await press(url, 'finish')).toBe(
    `https://clinic.test/sign/away/${holder.requestId}?event=signing_complete`,
  )
  expect(await look(false), 'before asking DocuSign').toEqual({ outcome: 'open', language: 'en' })
  expect(await look()).toEqual({ outcome: 'signed', language: 'en' })
  expect(await look()).toEqual({ outcome: 'signed', language: 'en' })
  expect(await patientState()).toMatchObject({ status: 'consent_signed' })
  expect(await clinic.db.signedConsentForm.count()).toBe(1)
  expect((await clinic.auditOf(patient)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['consent_sent', 'viewed', 'consent_signed']),
  )
  expect(envelopesOf(service)).toMatchObject([
    { recipients: { signers: [{ clientUserId: expect.anything() }] } },
  ])
  await expect(open()).rejects.toMatchObject(dead)
})

test('the page opens only on that device and for no signed-in user', async ({ clinic, service }) => {
  expect(service.account.envelopes.size).toBe(0)
  const { user, holder } = await handedOver(clinic)
  for (const other of [
    { ...holder, pass: 'x' },
    { requestId: holder.requestId },
    { ...holder, requestId: 'x' },
  ]) {
    await expect(openSigningView(clinic.anonymous(), other)).rejects.toMatchObject(dead)
    await expect(
      readSigningOutcome(clinic.anonymous(), { ...other, hasReturned: true }),
    ).rejects.toMatchObject(dead)
  }
  await expect(openSigningView(clinic.as(user), holder)).rejects.toMatchObject({ code: 'forbidden' })
  wait(clinic, 12 * 3600)
  await expect(openSigningView(clinic.anonymous(), holder)).rejects.toMatchObject(dead)
})

test('declined, postponed and voided forms are reported correctly', async ({ clinic, service, runJobs }) => {
  const later = await handedOver(clinic)
  await press((await later.open()).url, 'later')
  expect(await later.look()).toEqual({ outcome: 'open', language: 'en' })
  await press((await later.open()).url, 'decline')
  expect(await later.look()).toEqual({ outcome: 'declined', language: 'en' })
  expect(await later.patientState()).toMatchObject({ status: 'pending_consent' })

  const taken = await handedOver(clinic)
  await voidConsentRequest(clinic.as(taken.user), { patientId: taken.patient.id })
  expect(await taken.look()).toEqual({ outcome: 'ended', language: 'en' })
  await runJobs()
  expect(envelopesOf(service).map(({ status }) => status)).toEqual(['declined', 'voided'])
})

test('while DocuSign is down no outcome is claimed, and the check is retried', async ({
  clinic,
  service,
  runJobs,
}) => {
  const { open, look, patientState } = await handedOver(clinic)
  await press((await open()).url, 'finish')
  service.spoil = () => ({ status: 503 })
  expect(await look()).toEqual({ outcome: 'unknown', language: 'en' })
  expect(await patientState()).toMatchObject({ status: 'consent_sent' })
  await expect(open()).rejects.toMatchObject({ code: 'provider', message: /not working at the moment/ })
  service.spoil = () => undefined
  wait(clinic, 3600)
  await runJobs()
  expect(await patientState()).toMatchObject({ status: 'consent_signed' })
})

test('a form that DocuSign refuses is not handed over and not retried', async ({
  clinic,
  service,
  runJobs,
}) => {
  const user = await clinic.user()
  const sid = await startSession(clinic.anonymous(), user.id)
  const { id: patientId } = await clinic.patient()
  await sendConsent(clinic.as(user), { patientId })
  service.spoil = ({ path }) => (path.endsWith('/envelopes') ? { status: 503 } : undefined)
  await expect(signHere({ ...clinic.as(user), sid }, { patientId })).rejects.toMatchObject({
    code: 'provider',
  })
  expect(await clinic.db.session.count({ where: { sid } }), 'still signed in').toBe(1)
  service.spoil = () => undefined
  wait(clinic, 3600)
  await runJobs()
  const { status } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  expect(status, 'the form that was mailed before is voided').toBe('pending_consent')
  expect(envelopesOf(service).map((envelope) => envelope.status)).toEqual(['voided'])
})
