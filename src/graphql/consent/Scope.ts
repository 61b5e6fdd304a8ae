import type { Scope } from '#domain/consent/scope.ts'
import { builder } from '../builder.ts'
import { RecordCategory } from '../records/RecordCategory.ts'

export const AuthorizationScope = builder.objectRef<Scope>('AuthorizationScope').implement({
  description: 'Which records a form covers.',
  fields: (t) => ({
    categories: t.field({
      type: [RecordCategory],
      nullable: true,
      description: 'Covered categories; `null` for all records except the sensitive ones.',
      resolve: ({ categories }) => categories,
    }),
    sensitive: t.field({
      type: [RecordCategory],
      description: 'Sensitive categories that "all records" includes.',
      resolve: ({ sensitive }) => sensitive,
    }),
    serviceFrom: t.exposeString('serviceFrom', {
      nullable: true,
      description: 'First covered day of service, YYYY-MM-DD; `null` without a limit.',
    }),
    serviceTo: t.exposeString('serviceTo', {
      nullable: true,
      description: 'Last covered day of service, YYYY-MM-DD; `null` without a limit.',
    }),
  }),
})

export const AuthorizationScopeInput = builder.inputType('AuthorizationScopeInput', {
  description:
    'Which records a form covers. A record that lacks the category or service date that is limited here is not covered.',
  fields: (t) => ({
    categories: t.field({
      type: [RecordCategory],
      description: 'Covered categories, not `psychotherapy_notes`; by default all records.',
    }),
    sensitive: t.field({
      type: [RecordCategory],
      description: '`substance_use` and `hiv`, which all records include only if they are listed here.',
    }),
    serviceFrom: t.string({ description: 'First covered day of service, YYYY-MM-DD.' }),
    serviceTo: t.string({ description: 'Last covered day of service, YYYY-MM-DD.' }),
  }),
})
