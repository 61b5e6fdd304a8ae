import * as z from 'zod/mini'
import { identifier, LINE_MAX, storable, TEXT_MAX } from '../text.ts'
import { DRAFT, draftFormNames } from './draft.ts'

const which = {
  form: z.enum(draftFormNames, 'Choose a known form'),
  subjectId: z.nullish(identifier),
}

/** A form and its subject. */
export const draftInput = z.strictObject(which)

const field = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(LINE_MAX), storable),
  value: z.string().check(z.maxLength(TEXT_MAX, `Use at most ${TEXT_MAX} characters`), storable),
})

/** The typed values, which need not be valid yet. */
export const saveDraftInput = z.strictObject({
  ...which,
  content: z.array(field).check(
    z.minLength(1, 'There is nothing to save'),
    z.maxLength(DRAFT.fields, `Save at most ${DRAFT.fields} fields`),
    z.refine(
      (fields) =>
        fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0) <= DRAFT.length,
      `Save at most ${DRAFT.length} characters`,
    ),
  ),
})
