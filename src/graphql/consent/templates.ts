import {
  archiveConsentTemplate,
  restoreConsentTemplate,
} from '#operations/consentTemplates/archiveConsentTemplate.ts'
import { createConsentTemplate } from '#operations/consentTemplates/createConsentTemplate.ts'
import { editConsentTemplate } from '#operations/consentTemplates/editConsentTemplate.ts'
import { listConsentTemplates } from '#operations/consentTemplates/listConsentTemplates.ts'
import { listTemplateVersions } from '#operations/consentTemplates/listTemplateVersions.ts'
import { makeDefaultTemplate } from '#operations/consentTemplates/makeDefaultTemplate.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { ConsentTemplate, ConsentTemplateVersion } from './ConsentTemplate.ts'

builder.queryField('consentTemplates', (t) =>
  t.withAuth({ can: 'consent.send' }).field({
    type: [ConsentTemplate],
    description: 'The consent templates, the default first and then by name.',
    args: {
      archived: t.arg.boolean({ description: 'With those out of use; needs the admin role.' }),
    },
    resolve: (_root, { archived }, context) => listConsentTemplates(context, { archived }),
  }),
)

builder.queryField('consentTemplateVersions', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: [ConsentTemplateVersion],
    description: 'What a template said, the newest hundred versions first. Needs the admin role.',
    args: { templateId: t.arg.id({ required: true, description: 'Key of the template.' }) },
    resolve: (_root, args, context) => listTemplateVersions(context, args),
  }),
)

const words = {
  name: 'What the clinic calls it, in at most 100 characters.',
  title: 'Title of the form, in at most 150 characters.',
  body: 'Text in at most 20,000 characters: headings, paragraphs, lists, bold and italic of Markdown, merge fields such as `{{patient.name}}`, phrases in `[[ ]]` that are left out when a field in them is not known, and marks such as `{#purpose}` for the elements of 45 CFR 164.508(c).',
  validDays:
    'Days from signing until the authorization ends, 1 to 3650; `null` where only its words say when.',
}

const CreateConsentTemplateInput = builder.inputType('CreateConsentTemplateInput', {
  description: 'A new consent template.',
  fields: (t) => ({
    name: t.string({ required: true, description: words.name }),
    title: t.string({ required: true, description: words.title }),
    body: t.string({ required: true, description: words.body }),
    validDays: t.int({ description: words.validDays }),
  }),
})

builder.mutationField('createConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description: 'Keeps a new template with its first version. Needs the admin role.',
    args: {
      input: t.arg({ type: CreateConsentTemplateInput, required: true, description: 'What it says.' }),
    },
    ...runs(createConsentTemplate),
  }),
)

const EditConsentTemplateInput = builder.inputType('EditConsentTemplateInput', {
  description: 'The next version of a consent template.',
  fields: (t) => ({
    templateId: t.id({ required: true, description: 'Key of the template.' }),
    basedOn: t.int({
      required: true,
      description:
        'Number of the version it was written on; `conflict` when a newer one was saved meanwhile.',
    }),
    name: t.string({ required: true, description: words.name }),
    title: t.string({ required: true, description: words.title }),
    body: t.string({ required: true, description: words.body }),
    validDays: t.int({ description: words.validDays }),
  }),
})

builder.mutationField('editConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description:
      'Saves the next version of a template; requests that were sent keep the text they were sent with. Needs the admin role.',
    args: {
      input: t.arg({ type: EditConsentTemplateInput, required: true, description: 'What it says now.' }),
    },
    ...runs(editConsentTemplate),
  }),
)

const ConsentTemplateIdInput = builder.inputType('ConsentTemplateIdInput', {
  description: 'Which consent template.',
  fields: (t) => ({ templateId: t.id({ required: true, description: 'Key of the template.' }) }),
})

builder.mutationField('makeDefaultTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description:
      'Makes a template the one that is sent where none is chosen; `conflict` while no version of it is complete. Needs the admin role.',
    args: { input: t.arg({ type: ConsentTemplateIdInput, required: true, description: 'Which.' }) },
    ...runs(makeDefaultTemplate),
  }),
)

builder.mutationField('archiveConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description:
      'Takes a template out of use; `conflict` for the default one. Open requests keep their text. Needs the admin role.',
    args: { input: t.arg({ type: ConsentTemplateIdInput, required: true, description: 'Which.' }) },
    ...runs(archiveConsentTemplate),
  }),
)

builder.mutationField('restoreConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description: 'Takes an archived template into use again. Needs the admin role.',
    args: { input: t.arg({ type: ConsentTemplateIdInput, required: true, description: 'Which.' }) },
    ...runs(restoreConsentTemplate),
  }),
)
