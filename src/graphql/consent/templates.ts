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
  t.withAuth({ can: 'template.list' }).field({
    type: [ConsentTemplate],
    description: 'The consent templates, the default first and then by name.',
    args: {
      archived: t.arg.boolean({ description: 'Whether to include archived ones; needs the admin role.' }),
    },
    resolve: (_root, { archived }, context) => listConsentTemplates(context, { archived }),
  }),
)

builder.queryField('consentTemplateVersions', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: [ConsentTemplateVersion],
    description: 'Versions of a template, the newest hundred, newest first. Needs the admin role.',
    args: { templateId: t.arg.id({ required: true, description: 'ID of the template.' }) },
    resolve: (_root, args, context) => listTemplateVersions(context, args),
  }),
)

const words = {
  name: 'Name within the clinic, at most 100 characters.',
  title: 'Title of the form, at most 150 characters.',
  body: 'Text of at most 20,000 characters: headings, paragraphs, lists, bold and italic of Markdown. Merge fields such as `{{patient.name}}`; phrases in `[[ ]]` that are dropped if one of their fields is unknown; marks such as `{#purpose}` for the elements of 45 CFR 164.508(c).',
  spanish: 'The same form in Spanish; `null` for none. An edit without it keeps the earlier text.',
  asksWitness:
    'Whether the form has a line for a witness, who is then required; by default no, and an edit without it keeps it.',
  asksInterpreter:
    'Whether the form has a line for an interpreter, if one helps; by default no, and an edit without it keeps it.',
  validDays:
    'Days from signing until the authorization expires, 1 to 3650; `null` if only its text says when.',
}

const SpanishTextInput = builder.inputType('SpanishTextInput', {
  description: 'The Spanish text of a consent template.',
  fields: (t) => ({
    title: t.string({ required: true, description: words.title }),
    body: t.string({ required: true, description: words.body }),
  }),
})

const CreateConsentTemplateInput = builder.inputType('CreateConsentTemplateInput', {
  description: 'A new consent template.',
  fields: (t) => ({
    name: t.string({ required: true, description: words.name }),
    title: t.string({ required: true, description: words.title }),
    body: t.string({ required: true, description: words.body }),
    validDays: t.int({ description: words.validDays }),
    spanish: t.field({ type: SpanishTextInput, description: words.spanish }),
    asksWitness: t.boolean({ description: words.asksWitness }),
    asksInterpreter: t.boolean({ description: words.asksInterpreter }),
  }),
})

builder.mutationField('createConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description: 'Creates a template with its first version. Needs the admin role.',
    args: {
      input: t.arg({ type: CreateConsentTemplateInput, required: true, description: 'Its content.' }),
    },
    ...runs(createConsentTemplate),
  }),
)

const EditConsentTemplateInput = builder.inputType('EditConsentTemplateInput', {
  description: 'A new version of a consent template.',
  fields: (t) => ({
    templateId: t.id({ required: true, description: 'ID of the template.' }),
    basedOn: t.int({
      required: true,
      description: 'Number of the version on which it is based; `conflict` if a newer one was saved.',
    }),
    name: t.string({ required: true, description: words.name }),
    title: t.string({ required: true, description: words.title }),
    body: t.string({ required: true, description: words.body }),
    validDays: t.int({ description: words.validDays }),
    spanish: t.field({ type: SpanishTextInput, description: words.spanish }),
    asksWitness: t.boolean({ description: words.asksWitness }),
    asksInterpreter: t.boolean({ description: words.asksInterpreter }),
  }),
})

builder.mutationField('editConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description:
      'Adds a version to a template. Requests that were sent keep their text. Needs the admin role.',
    args: {
      input: t.arg({ type: EditConsentTemplateInput, required: true, description: 'The new content.' }),
    },
    ...runs(editConsentTemplate),
  }),
)

const ConsentTemplateIdInput = builder.inputType('ConsentTemplateIdInput', {
  description: 'A consent template.',
  fields: (t) => ({ templateId: t.id({ required: true, description: 'ID of the template.' }) }),
})

builder.mutationField('makeDefaultTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description:
      'Makes a template the default; `conflict` if it has no complete version. Needs the admin role.',
    args: { input: t.arg({ type: ConsentTemplateIdInput, required: true, description: 'The template.' }) },
    ...runs(makeDefaultTemplate),
  }),
)

builder.mutationField('archiveConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description:
      'Archives a template; `conflict` for the default one. Open requests keep their text. Needs the admin role.',
    args: { input: t.arg({ type: ConsentTemplateIdInput, required: true, description: 'The template.' }) },
    ...runs(archiveConsentTemplate),
  }),
)

builder.mutationField('restoreConsentTemplate', (t) =>
  t.withAuth({ can: 'template.manage' }).field({
    type: ConsentTemplate,
    description: 'Restores an archived template. Needs the admin role.',
    args: { input: t.arg({ type: ConsentTemplateIdInput, required: true, description: 'The template.' }) },
    ...runs(restoreConsentTemplate),
  }),
)
