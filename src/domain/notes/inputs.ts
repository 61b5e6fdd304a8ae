import * as z from 'zod/mini'
import { identifier, requiredLine, TEXT_MAX } from '../text.ts'
import { noteTypes, noteVisibilities } from './note.ts'

/** Maximum length of a note. */
export const NOTE_MAX = TEXT_MAX

const content = requiredLine('Note content is required', NOTE_MAX)
const noteType = z.enum(noteTypes, 'Choose a known note type')
const visibility = z.enum(noteVisibilities, 'Choose who can read the note')

export const addNoteInput = z.strictObject({
  patientId: identifier,
  content,
  noteType: z.pipe(
    z.nullish(noteType),
    z.transform((type) => type ?? 'general'),
  ),
  visibility: z.pipe(
    z.nullish(visibility),
    z.transform((chosen) => chosen ?? 'shared'),
  ),
})

/** An omitted field stays unchanged. */
export const editNoteInput = z.strictObject({
  patientId: identifier,
  noteId: identifier,
  content: z.optional(content),
  noteType: z.nullish(noteType),
  visibility: z.nullish(visibility),
})

/** One note of one patient. It can be accessed only through that patient. */
export const noteIdInput = z.strictObject({ patientId: identifier, noteId: identifier })
