import * as z from 'zod/mini'
import { requiredLine } from './text.ts'

/** Control characters, line breaks, and characters that reverse the text direction. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** The name of a patient, signer or witness. It is printed on sealed forms, so it must display as typed. */
export const personName = (message: string) =>
  requiredLine(message).check(
    z.refine((name) => !hidden.test(name), 'Remove the characters that cannot be seen'),
  )
