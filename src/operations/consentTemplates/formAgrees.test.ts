import { expect } from 'vitest'
import type { ConsentBlock, ConsentDocument } from '#domain/consent/document.ts'
import { documentText } from '#domain/consent/document.ts'
import { elementNames } from '#domain/consent/elements.ts'
import { type Recipient, recipientInWords } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, type Scope, scopeInWords } from '#domain/consent/scope.ts'
import { standardSpanish, standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { Language } from '#domain/language.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { requestAuthorization } from '../consent/requestAuthorization.ts'
import { createConsentTemplate } from './createConsentTemplate.ts'

/** Every element is marked, but no line says what its mark promises. */
const marksOnly = elementNames.map((name) => `Some words. {#${name}}`).join('\n\n')

const templates = {
  'the built-in template': null,
  'a template whose marks stand at other words': {
    ...{ name: 'Marks', title: 'Form', body: marksOnly, validDays: 90 },
    spanish: { title: 'Formulario', body: marksOnly },
  },
  'a template without a Spanish text or a limit': { ...standardTemplate, name: 'English', validDays: null },
  'a template with its own Spanish text': {
    ...{ ...standardTemplate, name: 'Both', validDays: 1 },
    spanish: standardSpanish,
  },
}

const choices = [
  { scope: ALL_RECORDS, purpose: null },
  {
    scope: { ...ALL_RECORDS, categories: ['imaging', 'hiv'], serviceFrom: '2026-01-01' },
    purpose: 'For my claim, {{ends}}: no. 12',
  },
] satisfies { scope: Scope; purpose: string | null }[]

/** The items of the list under a heading. */
function itemsUnder(blocks: readonly ConsentBlock[], heading: string): unknown[] {
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.text === heading)
  const list = blocks[at + 1]
  return list?.kind === 'list' ? list.items : []
}

test.for(Object.keys(templates) as (keyof typeof templates)[])(
  'the text of a form states the same terms as its data, with %s',
  async (which, { clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    await editClinicSettings(admin, { address: '20 Pier Road, Portland, ME 04101' })
    const staff = clinic.as(await clinic.user())
    const rae = await clinic.user({ role: 'attorney', firm: 'Okafor Law' })
    const recipients = [
      { userId: rae.id, address: '12 Harbor Street' },
      { name: 'Lee: Park', firm: 'Park & Sons' },
    ]
    const template = templates[which]
    const made = template && (await createConsentTemplate(admin, template))
    for (const preferredLanguage of ['en', 'es'] as const)
      for (const choice of choices) {
        const patient = await clinic.patient({ preferredLanguage })
        const { id: patientId } = patient
        await requestAuthorization(staff, { patientId, recipients, ...choice, templateId: made?.id ?? null })
        const request = await clinic.db.consentRequest.findFirstOrThrow({
          where: { patientId },
          include: { template: true },
        })
        const document = request.document as unknown as ConsentDocument
        const language: Language = document.language ?? 'en'
        expect(language).toBe(request.template?.bodyEs ? preferredLanguage : 'en')
        const { summary, nextRecipient, scope } = formTexts[language]
        const stored = (request.recipients as Recipient[]).map(recipientInWords)
        expect(stored).toEqual([
          expect.stringMatching(/Okafor Law, 12 Harbor Street$/),
          'Lee: Park, Park & Sons',
        ])
        expect(request.scope).toMatchObject(choice.scope)
        expect(itemsUnder(document.blocks, summary.heading)).toEqual([
          `${summary.patient}: ${patient.firstName} ${patient.lastName}`,
          `${summary.discloser}: ${request.discloser}`,
          `${summary.recipients}: ${stored.join(nextRecipient)}`,
          `${summary.scope}: ${scopeInWords(request.scope as Scope, scope)}`,
          `${summary.purpose}: ${request.purpose}`,
          `${summary.ends}: ${request.ends}`,
          `${summary.revocation}: Test Clinic, 20 Pier Road, Portland, ME 04101`,
        ])
        expect(request.validDays).toBe(template ? template.validDays : standardTemplate.validDays)
        if (request.validDays === 90) expect(request.ends).toContain('90')
        if (choice.purpose) expect(request.purpose).toBe(choice.purpose)
        expect(documentText(document)).not.toMatch(/null|undefined|\{\{(?!ends\}\}: no)/)
      }
  },
)
