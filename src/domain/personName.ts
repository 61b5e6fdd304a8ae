import * as z from 'zod/mini'
import { requiredLine } from './text.ts'

/** Control characters, breaks of a line, and signs that have what follows read the other way round. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** The name of a patient, or of whoever signs or witnesses: printed in a form that is sealed, so it must read as what it is. */
export const personName = (message: string) =>
  requiredLine(message).check(
    z.refine((name) => !hidden.test(name), 'Remove the characters that cannot be seen'),
  )
