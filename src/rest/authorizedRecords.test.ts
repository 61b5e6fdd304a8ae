import { expect } from 'vitest'
import type { RecordsBeforeConsent } from '#domain/consent/authorization.ts'
import type { Recipient } from '#domain/consent/recipients.ts'
import { editClinicSettings } from '#operations/clinic/editClinicSettings.ts'
import { addNote } from '#operations/notes/notes.ts'
import { forwardablePatient } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

// What an assigned attorney gets from both endpoints, for each state of the authorization and each setting.

const byGraphQL = `query ($id: ID!) {
  patient(id: $id) { recordsClosed injuryDescription notes }
  patientRecords(patientId: $id) { edges { node { id } } }
  patientNotes(patientId: $id) { edges { node { content } } }
}`

type State = {
  form: null | ((id: string) => Recipient[])
  waits?: boolean
  opens: (before: RecordsBeforeConsent) => boolean
  why: string | null
}

const whole = { userId: null, name: null, firm: null, address: null }
const states = {
  'no form is signed': {
    form: null,
    opens: (before: RecordsBeforeConsent) => before === 'open',
    why: 'not_signed',
  },
  'the form names the attorney': {
    form: (id: string) => [{ ...whole, userId: id }],
    opens: () => true,
    why: null,
  },
  'the form names the firm': { form: () => [{ ...whole, firm: 'Okafor Law' }], opens: () => true, why: null },
  'a form that names the attorney waits for a review': {
    form: null,
    waits: true,
    opens: () => false,
    why: 'under_review',
  },
  'the form names somebody else': {
    form: () => [{ ...whole, name: 'Lee Park' }],
    opens: () => false,
    why: 'not_named',
  },
} satisfies Record<string, State>

const cases = (Object.keys(states) as (keyof typeof states)[]).flatMap((state) =>
  (['open', 'closed'] as const).map((before) => [state, before] as const),
)

test.for(cases)(
  'when %s and records are %s before, both endpoints agree',
  async ([state, before], { clinic }) => {
    const { form, opens, why, waits = false }: State = states[state]
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await editClinicSettings(admin, { recordsBeforeConsent: before })
    const rae = await clinic.user({ role: 'attorney', email: 'rae@clinic.test', firm: 'Okafor Law' })
    const { patient, records } = await forwardablePatient(clinic, {
      createdById: admin.actor.id,
      assignedAttorneyId: rae.id,
      injuryDescription: 'Whiplash',
      notes: 'From intake',
    })
    const authorization = form && { requestId: 'any', recipients: form(rae.id) }
    await clinic.db.$executeRaw`
      UPDATE patients SET "authorization" = ${authorization}::jsonb,
        review_request_id = CASE WHEN ${waits} THEN gen_random_uuid() END
      WHERE id = ${patient.id}::uuid`
    await addNote(admin, { patientId: patient.id, content: 'Of the clinic' })
    await addNote(clinic.as(rae), { patientId: patient.id, content: 'Their own' })

    const server = await openTestServer(clinic)
    try {
      const visitor = server.visitor()
      await visitor.signIn('rae@clinic.test')
      const at = `/api/patients/${patient.id}`
      const ids = records.map(({ id }) => id).sort()
      const isOpen = opens(before)
      const listed = await visitor.call('GET', `${at}/records`)
      expect([listed.status, (listed.json as { id: string }[]).map(({ id }) => id).sort()]).toEqual([
        200,
        isOpen ? ids : [],
      ])
      for (const id of ids) {
        const file = await visitor.call('GET', `${at}/records/${id}/file`)
        expect(file.status).toBe(isOpen ? 200 : 403)
        if (!isOpen) expect((file.json as { message: string }).message).toMatch(/so the records are closed/)
      }
      const notes = (await visitor.call('GET', `${at}/notes`)).json as { content: string }[]
      expect(notes.map(({ content }) => content).sort()).toEqual(
        isOpen ? ['Of the clinic', 'Their own'] : ['Their own'],
      )
      const seen = (await visitor.call('GET', at)).json
      expect(seen).toMatchObject({ injuryDescription: isOpen ? 'Whiplash' : null })
      expect(await visitor.ask(byGraphQL, { id: patient.id })).toMatchObject({
        patient: {
          recordsClosed: isOpen ? null : why,
          injuryDescription: isOpen ? 'Whiplash' : null,
          notes: isOpen ? 'From intake' : null,
        },
        patientRecords: { edges: { length: isOpen ? 2 : 0 } },
        patientNotes: { edges: { length: isOpen ? 2 : 1 } },
      })
    } finally {
      await server.close()
    }
  },
)
