import { describe, expect } from 'vitest'
import { handleSigningStep } from '#features/consent/signingVisit.ts'
import { createTransports } from '#graphql/execute.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { postedForm } from './postedForm.ts'
import { runAs } from './run.ts'

type Sent = { act?: string; body?: BodyInit; type?: string; pass?: string; [field: string]: unknown }

/** The page behind a link, and how it responds to posts. */
async function signingPage(clinic: TestClinic) {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ dateOfBirth: new Date('1980-03-14') })
  await sendConsent(staff, { patientId: patient.id, identityCheck: 'date_of_birth' })
  const { path } = await showSigningLink(staff, { patientId: patient.id })
  const faults: unknown[] = []
  const transports = createTransports(({ error }) => faults.push(error))
  const post = async ({ body, type, pass, ...fields }: Sent) => {
    const response = { status: 200 }
    const request = new Request(`https://clinic.test${path}`, {
      method: 'POST',
      body: body ?? new URLSearchParams(fields as Record<string, string>),
      ...(type && { headers: { 'Content-Type': type } }),
    })
    const context = {
      ...clinic.anonymous(),
      actor: null,
      sessionEnd: null,
      idempotencyKey: null,
      asksCost: false,
      answerHeaders: [],
      carrySession: () => {},
      carryDevice: () => {},
      setCookies: async () => [],
    }
    const astro = {
      request,
      response,
      url: new URL(request.url),
      cookies: { get: () => (pass === undefined ? undefined : { value: pass }) },
      locals: { context, transports, publicUrl: 'https://clinic.test' },
    }
    const taken = await handleSigningStep(astro, path.replace('/sign/', ''), {
      run: runAs(astro.locals),
      postedForm: () => postedForm(request),
    })
    return taken instanceof Response ? taken : { ...taken, status: response.status }
  }
  return { post, faults }
}

const born = { act: 'identify', year: '1980', month: '3', day: '14' }

async function passOf(answer: unknown): Promise<string> {
  const [cookie = ''] = (answer as Response).headers.getSetCookie()
  return /^caseload-signing=([^;]+)/.exec(cookie)?.[1] ?? ''
}

describe('a post to a signing page', () => {
  test('never causes an internal error, with any field names', async ({ clinic }) => {
    const { post, faults } = await signingPage(clinic)
    for (const act of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'nothing', ''])
      expect(await post({ act }), act).toMatchObject({ status: 400, shown: { step: 'identity' } })
    expect(faults).toEqual([])
  })

  test('is rejected with a message if it is not a form', async ({ clinic }) => {
    const { post } = await signingPage(clinic)
    const refused = (status: number) => ({ status, shown: { step: 'dead' } })
    expect(await post({ body: 'act=agree', type: 'text/plain' })).toMatchObject(refused(415))
    expect(await post({ body: '{}', type: 'application/json' })).toMatchObject(refused(415))
    expect(await post({ body: '--a\r\nbroken', type: 'multipart/form-data; boundary=a' })).toMatchObject(
      refused(400),
    )
    expect(await post({ act: 'decline', reason: 'x'.repeat(1_000_001) })).toMatchObject(refused(413))
  })

  test('asks for the identity again after more than an hour', async ({ clinic }) => {
    const { post } = await signingPage(clinic)
    const pass = await passOf(await post(born))
    await post({ act: 'agree', agreesToSignElectronically: 'on', pass })
    clinic.now = new Date(clinic.now.getTime() + 61 * 60_000)
    for (const act of ['agree', 'paper', 'decline', 'sign'])
      expect(await post({ act, reason: 'No', signerName: 'Maren Lindqvist', pass }), act).toMatchObject({
        status: 400,
        shown: { step: 'identity' },
        refused: { act },
      })
  })
})
