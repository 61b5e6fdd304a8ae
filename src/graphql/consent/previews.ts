import type { TemplateProblem as Problem } from '#domain/consent/templateText.ts'
import { previewConsent } from '#operations/consentTemplates/previewConsent.ts'
import {
  type TemplatePreview as Preview,
  previewConsentTemplate,
} from '#operations/consentTemplates/previewConsentTemplate.ts'
import { builder } from '../builder.ts'
import { ConsentElement } from './ConsentTemplate.ts'

builder.queryField('consentPreview', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: 'JSON',
    description:
      'The form as it would be sent to a patient now: title, version and blocks. It is recorded as a view of the patient.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      templateId: t.arg.id({ description: 'Key of the template; the default one when left out.' }),
    },
    resolve: (_root, args, context) => previewConsent(context, args),
  }),
)

const TemplateProblem = builder.objectRef<Problem>('TemplateProblem').implement({
  description: 'Something in a template that cannot be printed.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line of the text, from 1.' }),
    message: t.exposeString('message', { description: 'What is wrong, in words.' }),
  }),
})

const TemplatePreview = builder.objectRef<Preview>('TemplatePreview').implement({
  description: 'How a text that is being written would look.',
  fields: (t) => ({
    document: t.expose('document', {
      type: 'JSON',
      description: 'Title and blocks, as far as they can be read.',
    }),
    problems: t.expose('problems', {
      type: [TemplateProblem],
      description: 'What cannot be printed, by line.',
    }),
    lacks: t.expose('lacks', {
      type: [ConsentElement],
      description: 'What the text lacks of 45 CFR 164.508(c).',
    }),
  }),
})

builder.queryField('consentTemplatePreview', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: TemplatePreview,
    description:
      'Shows a text that is not saved yet, with the facts of somebody made up or of a patient; the latter is recorded as a view of the patient. Needs the admin role.',
    args: {
      title: t.arg.string({ required: true, description: 'Title of the form.' }),
      body: t.arg.string({ required: true, description: 'Text of the form.' }),
      validDays: t.arg.int({ description: 'Days for which a signature would hold.' }),
      patientId: t.arg.id({ description: 'Whose facts to write in; made-up ones when left out.' }),
    },
    resolve: (_root, args, context) => previewConsentTemplate(context, args),
  }),
)
