import { builder } from './builder.ts'

builder.prismaObject('Identifier', {
  description: 'What another system calls an object.',
  fields: (t) => ({
    system: t.exposeString('system', { description: 'The system, usually as its web address.' }),
    value: t.exposeString('value', { description: 'The value there.' }),
  }),
})

const IdentifierInput = builder.inputType('IdentifierInput', {
  description:
    'What another system calls an object. A value belongs to one object of each kind: one patient, one task, and so on.',
  fields: (t) => ({
    system: t.string({
      required: true,
      description: 'The system, such as `https://ehr.example.org/patients`, at most 200 characters.',
    }),
    value: t.string({ required: true, description: 'The value there, at most 200 characters.' }),
  }),
})

/** The options of the field `identifiers` of `what`, such as “the task”. */
export const identifiersOf = (what: string) => ({
  query: { orderBy: [{ system: 'asc' as const }, { value: 'asc' as const }] },
  description: `What other systems call ${what}.`,
})

/** The options of the field `identifiers` in the input of a new object. `more` ends the description. */
export const newIdentifiers = (what: string, more = '') => ({
  type: [IdentifierInput] as [typeof IdentifierInput],
  description: `What other systems call ${what}.${more}`,
})

/** The same in the input of a change. */
export const changedIdentifiers = (what: string, more = '') => ({
  type: [IdentifierInput] as [typeof IdentifierInput],
  description: `All identifiers of ${what}; \`null\` or an empty list removes them.${more}`,
})

/** The options of the field `identifier` by which `upsert…` finds `what`, or adds it. */
export const upsertedBy = (what: string) => ({
  type: IdentifierInput,
  required: true as const,
  description: `The identifier by which ${what} is found, or with which it is added.`,
})

/** The options of the arguments that name an object. */
export const identifierArgs = {
  system: { required: true, description: 'The system.' },
  value: { required: true, description: 'The value there.' },
} as const
