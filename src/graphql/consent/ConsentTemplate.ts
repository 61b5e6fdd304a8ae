import { type ElementName, elementNames, elements } from '#domain/consent/elements.ts'
import type { Template, TemplateVersion } from '#operations/consentTemplates/findTemplate.ts'
import { elementsMissingIn, missingElementsOf } from '#operations/consentTemplates/readTemplate.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { User } from '../users/User.ts'

export const ConsentElement = builder.enumType('ConsentElement', {
  description: 'A core element or required statement of an authorization, 45 CFR 164.508(c).',
  values: enumValues(elementNames, (name) => `${elements[name].says} ${elements[name].cite}`),
})

const SpanishText = builder
  .objectRef<{ title: string; body: string; lacks: ElementName[] }>('SpanishText')
  .implement({
    description: 'The Spanish text of a consent template.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Title of the form.' }),
      body: t.exposeString('body', { description: 'Text of the form: Markdown with merge fields.' }),
      lacks: t.expose('lacks', {
        type: [ConsentElement],
        description: 'Elements of 45 CFR 164.508(c) that the text lacks.',
      }),
    }),
  })

export const ConsentTemplateVersion = builder.objectRef<TemplateVersion>('ConsentTemplateVersion').implement({
  description: 'Version of a consent template. It never changes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the version.' }),
    number: t.exposeInt('number', { description: 'Number of the version within the template, from 1.' }),
    title: t.exposeString('title', { description: 'Title of the form.' }),
    body: t.exposeString('body', { description: 'Text of the form: Markdown with merge fields.' }),
    spanish: t.field({
      type: SpanishText,
      nullable: true,
      description:
        'The same form in Spanish; `null` if there is none. Patients who prefer Spanish then get English.',
      resolve: ({ titleEs, bodyEs }) =>
        titleEs === null || bodyEs === null
          ? null
          : { title: titleEs, body: bodyEs, lacks: elementsMissingIn(bodyEs) },
    }),
    validDays: t.exposeInt('validDays', {
      nullable: true,
      description: 'Days from signing until the authorization expires; `null` if only its text says when.',
    }),
    asksWitness: t.exposeBoolean('asksWitness', {
      description: 'Whether the form has a line for a witness.',
    }),
    asksInterpreter: t.exposeBoolean('asksInterpreter', {
      description: 'Whether the form has a line for an interpreter.',
    }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of what `hashScheme` says, hex.',
    }),
    hashScheme: t.exposeInt('hashScheme', {
      description:
        'What `sha256` covers. 1, in versions of earlier releases: the English text. 2: the JSON array of title, text, Spanish title, Spanish text, days of validity, `asksWitness` and `asksInterpreter`, without spaces.',
    }),
    lacks: t.field({
      type: [ConsentElement],
      description:
        'Elements of 45 CFR 164.508(c) that the text lacks in English or Spanish. An incomplete version cannot be sent.',
      resolve: (version) => missingElementsOf(version),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Author; `null` for the built-in template.',
      resolve: ({ createdBy }) => createdBy,
    }),
  }),
})

export const ConsentTemplate = builder.objectRef<Template>('ConsentTemplate').implement({
  description: 'Text that patients are asked to sign.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the template.' }),
    name: t.exposeString('name', { description: 'Name of the template within the clinic.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether it is used when no template is chosen.',
    }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was archived; `null` while it is active.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    latest: t.expose('latest', { type: ConsentTemplateVersion, description: 'Its newest version.' }),
    sent: t.expose('sent', {
      type: ConsentTemplateVersion,
      nullable: true,
      description: 'The version that is sent: the newest complete one; `null` if there is none.',
    }),
  }),
})
