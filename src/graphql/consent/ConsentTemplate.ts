import { elementNames } from '#domain/consent/elements.ts'
import type { Template, TemplateVersion } from '#operations/consentTemplates/findTemplate.ts'
import { lacks } from '#operations/consentTemplates/lacks.ts'
import { builder } from '../builder.ts'
import { User } from '../users/User.ts'

export const ConsentElement = builder.enumType('ConsentElement', {
  description: 'A core element or required statement of an authorization, 45 CFR 164.508(c).',
  values: elementNames,
})

export const ConsentTemplateVersion = builder.objectRef<TemplateVersion>('ConsentTemplateVersion').implement({
  description: 'What a consent template says from some moment on; never changed afterwards.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the version.' }),
    number: t.exposeInt('number', { description: 'Counts from 1 within the template.' }),
    title: t.exposeString('title', { description: 'Title of the form.' }),
    body: t.exposeString('body', { description: 'Text of the form: Markdown with merge fields.' }),
    validDays: t.exposeInt('validDays', {
      nullable: true,
      description: 'Days from signing until the authorization ends; `null` where only its words say when.',
    }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the text, hex.' }),
    lacks: t.field({
      type: [ConsentElement],
      description: 'What the text lacks of 45 CFR 164.508(c). A version that lacks something is not sent.',
      resolve: (version) => lacks(version),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Who wrote it; `null` for what the product brings along.',
      resolve: ({ createdBy }) => createdBy,
    }),
  }),
})

export const ConsentTemplate = builder.objectRef<Template>('ConsentTemplate').implement({
  description: 'A text that patients are asked to sign.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the template.' }),
    name: t.exposeString('name', { description: 'What the clinic calls it.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether it goes where none is chosen.' }),
    archivedAt: t.expose('archivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was taken out of use; `null` while it is in use.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    latest: t.expose('latest', { type: ConsentTemplateVersion, description: 'Its newest version.' }),
    sent: t.expose('sent', {
      type: ConsentTemplateVersion,
      nullable: true,
      description: 'The version that is sent: the newest that lacks nothing; `null` while there is none.',
    }),
  }),
})
