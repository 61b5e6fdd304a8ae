import type { TemplateProblem as Problem } from '#domain/consent/templateText.ts'
import { previewConsent } from '#operations/consentTemplates/previewConsent.ts'
import {
  type TemplatePreview as Preview,
  previewConsentTemplate,
} from '#operations/consentTemplates/previewConsentTemplate.ts'
import { builder } from '../builder.ts'
import { Language } from '../patients/Language.ts'
import { ConsentElement } from './ConsentTemplate.ts'
import { RecipientInput } from './Recipient.ts'
import { AuthorizationScopeInput } from './Scope.ts'

builder.queryField('consentPreview', (t) =>
  t.withAuth({ can: 'consent.preview' }).field({
    type: 'JSON',
    description:
      'The form as it would be sent to a patient now: title, version and blocks, with `preferredLanguage` of the patient, and `statesAddress`: whether it gives the address to which the patient can write to revoke it. It is recorded as a view of the patient.',
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      templateId: t.arg.id({ description: 'ID of the template; by default the default template.' }),
      recipients: t.arg({
        type: [RecipientInput],
        description: 'Who may receive the records; by default as for `sendConsent`.',
      }),
      scope: t.arg({
        type: AuthorizationScopeInput,
        description: 'Which records the form covers; by default all records.',
      }),
      purpose: t.arg.string({ description: 'Purpose of the disclosure; by default as for `sendConsent`.' }),
    },
    resolve: (_root, args, context) => previewConsent(context, args),
  }),
)

const TemplateProblem = builder.objectRef<Problem>('TemplateProblem').implement({
  description: 'Text in a template that cannot be printed.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line of the text, from 1.' }),
    message: t.exposeString('message', { description: 'What is wrong, as text.' }),
  }),
})

const TemplatePreview = builder.objectRef<Preview>('TemplatePreview').implement({
  description: 'Preview of an unsaved text.',
  fields: (t) => ({
    document: t.expose('document', {
      type: 'JSON',
      description: 'Title and blocks, as far as they can be parsed.',
    }),
    problems: t.expose('problems', {
      type: [TemplateProblem],
      description: 'Text that cannot be printed, by line.',
    }),
    lacks: t.expose('lacks', {
      type: [ConsentElement],
      description: 'Elements of 45 CFR 164.508(c) that the text lacks.',
    }),
  }),
})

builder.queryField('consentTemplatePreview', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: TemplatePreview,
    description:
      'Previews an unsaved text with the facts of an invented patient or a real one. A preview with a real patient is recorded as a view of the patient. Needs the admin role.',
    args: {
      title: t.arg.string({ required: true, description: 'Title of the form.' }),
      body: t.arg.string({ required: true, description: 'Text of the form.' }),
      language: t.arg({ type: Language, description: 'Language of the text; by default English.' }),
      validDays: t.arg.int({ description: 'Days for which a signature would be valid.' }),
      asksWitness: t.arg.boolean({
        description: 'Whether the form has a line for a witness; by default no.',
      }),
      asksInterpreter: t.arg.boolean({
        description: 'Whether the form has a line for an interpreter; by default no.',
      }),
      patientId: t.arg.id({ description: 'The patient whose facts to fill in; by default an invented one.' }),
    },
    resolve: (_root, { language, ...args }, context) =>
      previewConsentTemplate(context, { ...args, ...(language && { language }) }),
  }),
)
