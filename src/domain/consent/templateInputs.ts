import * as z from 'zod/mini'
import { languages } from '../language.ts'
import { identifier, requiredLine, storable } from '../text.ts'
import { identityChecks } from './identityCheck.ts'
import { chosenTerms } from './terms.ts'

/** The limits of a consent template: characters, days of validity, and the number of templates. */
export const TEMPLATE = { name: 100, title: 150, body: 20_000, validDays: 3650, count: 100 } as const

const title = requiredLine('Give the form a title', TEMPLATE.title).check(
  z.refine((value) => !/[{}[\]]/.test(value), 'A title cannot contain merge fields'),
)

const body = z.pipe(
  z.string('Write the text of the form').check(
    z.refine((value) => value.trim() !== '', 'Write the text of the form'),
    z.maxLength(TEMPLATE.body, `Use at most ${TEMPLATE.body.toLocaleString('en-US')} characters`),
    storable,
  ),
  z.transform((value) => value.replace(/\r\n?/g, '\n').trimEnd()),
)

const days = `Days are a whole number from 1 to ${TEMPLATE.validDays}, or nothing`
const validDays = z.pipe(
  z.nullish(z.int(days).check(z.minimum(1, days), z.maximum(TEMPLATE.validDays, days))),
  z.transform((value) => value ?? null),
)

const name = requiredLine('Give the template a name', TEMPLATE.name)

/** The Spanish text. `null` is none, and an edit without it keeps the earlier one. */
const spanish = z.nullish(z.strictObject({ title, body }))

/** Whether the form has a witness line and an interpreter line. An edit without them keeps them. */
const asked = z.nullish(z.boolean('Choose yes or no'))
const lines = { asksWitness: asked, asksInterpreter: asked }

export const createConsentTemplateInput = z.strictObject({
  name,
  title,
  body,
  validDays,
  spanish,
  ...lines,
})

export const editConsentTemplateInput = z.strictObject({
  templateId: identifier,
  /** The version on which this edit is based, so that no other version is overwritten unseen. */
  basedOn: z.int('Give the version that you edited'),
  name,
  title,
  body,
  validDays,
  spanish,
  ...lines,
})

export const consentTemplateIdInput = z.strictObject({ templateId: identifier })

export const consentTemplatesInput = z.strictObject({
  archived: z.pipe(
    z.nullish(z.boolean('Archived is yes or no')),
    z.transform((value) => value ?? false),
  ),
})

/** Unfinished text is allowed; the preview shows as much as possible. */
export const previewConsentTemplateInput = z.strictObject({
  title: z.string().check(z.maxLength(TEMPLATE.title, `Use at most ${TEMPLATE.title} characters`), storable),
  body: z
    .string()
    .check(
      z.maxLength(TEMPLATE.body, `Use at most ${TEMPLATE.body.toLocaleString('en-US')} characters`),
      storable,
    ),
  validDays,
  language: z._default(z.enum(languages, 'Choose English or Spanish'), 'en'),
  ...lines,
  patientId: z.nullish(identifier),
})

export const previewConsentInput = z.strictObject({
  patientId: identifier,
  templateId: z.nullish(identifier),
  ...chosenTerms,
})

export const sendConsentInput = z.strictObject({
  patientId: identifier,
  templateId: z.nullish(identifier),
  identityCheck: z.nullish(z.enum(identityChecks, 'Choose none, date_of_birth or email_code')),
  copyToRecipients: z.nullish(z.boolean('Choose yes or no')),
  ...chosenTerms,
})
